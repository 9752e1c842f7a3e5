// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/check.hpp"

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
    : model_(model), formulas_(formulas), is_answered_(requirements.size(), false) {
  for (Requirement& requirement : requirements) answers_.push_back({.requirement = std::move(requirement)});
}

Answer& Checker::answer(std::size_t i, const check::ModelCheckOptions& options) {
  Answer& answer = answers_[i];
  if (is_answered_[i]) return answer;
  const auto given_up = reason_to_give_up([&] {
    if (check::is_found_by_walk(answer.requirement.kind)) return walk(options);
    Result<Finding> found =
        check::check_infinite(program_of(model_, answer.requirement), formulas_, answer.requirement, options);
    answer.refused = !found;
    if (found)
      answer.finding = *std::move(found);
    else
      answer.finding =
          Finding{.reason = found.errors().front().message, .algorithm = std::string(search::info(options.algorithm).name)};
  });
  if (given_up) answer.finding = Finding{.reason = *given_up};
  is_answered_[i] = true;
  return answer;
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
