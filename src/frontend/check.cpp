// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

#include "lariat/base/file.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/run_text.hpp"

namespace lariat::frontend {

using check::Finding;
using check::Requirement;

Checker::Checker(Model& model, ltl::FormulaStore& formulas, std::vector<Requirement> requirements)
    : model_(model),
      formulas_(formulas),
      is_answered_(requirements.size(), false),
      is_warned_about_(requirements.size(), false) {
  for (Requirement& requirement : requirements) answers_.push_back({.requirement = std::move(requirement)});
}

Answer& Checker::answer(std::size_t i, const check::ModelCheckOptions& options) {
  Answer& answer = answers_[i];
  if (is_answered_[i]) return answer;
  is_answered_[i] = true;
  bool has_begun = false;
  try {
    stop_at_limit(options.limits);
    has_begun = true;
    if (check::is_found_by_walk(answer.requirement.kind)) {
      walk(options);
      return answer;
    }
    check::Question question(formulas_, answer.requirement);
    Result<Finding> found = check::check_infinite(program_of(model_, answer.requirement), question, options);
    answer.refused = !found;
    if (found)
      answer.finding = *std::move(found);
    else
      answer.finding =
          Finding{.reason = found.errors().front().message, .algorithm = std::string(search::info(options.algorithm).name)};
  } catch (...) {
    answer.finding = Finding{.reason = (has_begun ? "" : "not begun: ") + reason_to_give_up()};
  }
  return answer;
}

void Checker::warn(const check::ModelCheckOptions& check_options, const std::optional<check::VacuityBudget>& budget) {
  check::ModelCheckOptions options = check_options;
  options.checkpoint = nullptr;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    Answer& answer = answers_[i];
    if (!is_answered_[i] || is_warned_about_[i]) continue;
    is_warned_about_[i] = true;
    if (answer.refused) continue;
    const double seconds = answer.finding.statistics.seconds;
    check::Vacuity vacuity =
        check::find_vacuity(program_of(model_, answer.requirement), formulas_, answer.requirement, answer.finding, options,
                            budget ? *budget : check::VacuityBudget::beside(seconds));
    answer.warnings = std::move(vacuity.warnings);
    std::ranges::move(vacuity.notes, std::back_inserter(answer.finding.notes));
  }
}

walk::SearchOrder Checker::order_for(reduce::Method reduction) const {
  // What is reached may be left out for long, but not for ever; breadth first a reduction would leave out little.
  const bool keeps_more_than_deadlocks = std::any_of(answers_.begin(), answers_.end(), [](const Answer& answer) {
    return check::is_found_by_walk(answer.requirement.kind) && answer.requirement.kind != Requirement::Kind::deadlock;
  });
  const bool reduces = reduction != reduce::Method::none && reduction != reduce::Method::automatic;
  return reduces && keeps_more_than_deadlocks ? walk::SearchOrder::depth_first : walk::SearchOrder::breadth_first;
}

std::string describe(const Requirement& requirement) {
  switch (requirement.kind) {
    case Requirement::Kind::ltl:
      return requirement.name.starts_with("ltl ") ? requirement.text
                                                  : fmt::format("{}: {}", requirement.name, requirement.text);
    case Requirement::Kind::observer:
      return fmt::format("property {}", requirement.name);
    case Requirement::Kind::deadlock:
      return requirement.name == "end states" ? "no invalid end state" : "no deadlock";
    case Requirement::Kind::acceptance:
      return "no acceptance cycle";
    case Requirement::Kind::progress:
      return "no non-progress cycle";
    case Requirement::Kind::assertion:
      return "no error";
    case Requirement::Kind::invariant:
    case Requirement::Kind::reach:
      break;
  }
  return fmt::format("{} {}", check::to_string(requirement.kind), requirement.text);
}

void Checker::walk(const check::ModelCheckOptions& options) {
  std::vector<Requirement> together;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < answers_.size(); ++i)
    if (check::is_found_by_walk(answers_[i].requirement.kind)) {
      together.push_back(answers_[i].requirement);
      numbers.push_back(i);
    }
  Result<std::vector<Finding>> found = check::check_safety(model_.program(), together, options);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Answer& answer = answers_[numbers[i]];
    answer.refused = !found;
    answer.finding = found ? std::move((*found)[i]) : Finding{.reason = found.errors().front().message};
    is_answered_[numbers[i]] = true;
  }
}

Result<std::vector<Answer>> check_model(Model& model, const RequirementTexts& properties,
                                        const check::ModelCheckOptions& options) {
  ltl::FormulaStore formulas;
  Result<Requirements> requirements = read_requirements(model, formulas, properties, options.limits);
  if (!requirements) return requirements.errors();
  Checker checker(model, formulas, std::move(requirements->list));
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < checker.size(); ++i) {
    Answer& answer = checker.answer(i, options);
    if (answer.refused) return Diagnostic{.message = answer.finding.reason};
    answers.push_back(std::move(answer));
  }
  return answers;
}

model::Program& program_of(Model& model, const Requirement& requirement) {
  return requirement.kind == Requirement::Kind::observer ? model.watched_by(requirement.name) : model.program();
}

std::string run_text(Model& model, const Answer& answer) {
  if (!answer.finding.run) return {};
  model::Interpreter interpreter(program_of(model, answer.requirement), answer.finding.interpretation);
  std::ostringstream text;
  run::write_run(text, interpreter, *answer.finding.run);
  return text.str();
}

Result<run::SavedRun> load_run(const std::string& path, Model& model, model::Interpreter& interpreter, const Limits& limits) {
  const auto text = read_text(path, limits);
  if (!text) return text.errors();
  return run::read_run(*text, path,
                       {.interpreter = interpreter,
                        .watched_by = [&](const std::string& name) -> model::Program& { return model.watched_by(name); },
                        .promela = [&](const std::string& name) { return model.promela(name); }});
}

}  // namespace lariat::frontend
