// SPDX-License-Identifier: Apache-2.0
// The shortest way from a model and a property, both as text, to a verdict and a run.
//
//   auto model = lariat::frontend::load_model("models/promela/peterson.pml");
//   auto answers = lariat::frontend::check_model(*model, {.formulas = {"G (try -> F critical)"}});
//   for (const auto& answer : *answers) std::cout << to_string(answer.finding.verdict) << run_text(*model, answer);
#pragma once

#include <string>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/check/check.hpp"
#include "lariat/check/vacuity.hpp"
#include "lariat/frontend/model.hpp"
#include "lariat/frontend/requirements.hpp"
#include "lariat/run/saved_run.hpp"

namespace lariat::frontend {

// A property, and what was found out about it: the verdict, and a run if it is violated.
struct Answer {
  check::Requirement requirement;
  check::Finding finding = {};
  bool refused = false;  // the options do not fit the property; the finding's reason says why
  std::vector<check::PropertyWarning> warnings = {};
};

// What a requirement asks, for people: `G F cs`, `no deadlock`, `invariant x < 3`.
std::string describe(const check::Requirement& requirement);

// Answers requirements of a model one after the other, as they are asked for. A limit that is reached, or memory that is
// exhausted, is the verdict unknown: this is the one place where that is decided for properties of models.
class Checker {
 public:
  // The model and the store must outlive this.
  Checker(Model& model, ltl::FormulaStore& formulas, std::vector<check::Requirement> requirements);

  std::size_t size() const { return answers_.size(); }
  const check::Requirement& requirement(std::size_t i) const { return answers_[i].requirement; }
  bool is_answered(std::size_t i) const { return is_answered_[i]; }

  // The answer to requirement i. The first call runs the check; requirements that one walk over the states decides are all
  // answered by the first of them, with its options.
  Answer& answer(std::size_t i, const check::ModelCheckOptions& options);
  // Looks for warnings about the properties that have been answered and not been warned about, within the budget for each;
  // without one, within VacuityBudget::beside the time of its search.
  void warn(const check::ModelCheckOptions& options, const std::optional<check::VacuityBudget>& budget = {});

  // The order of the walk that suits the requirements: breadth first, unless a reduction does better otherwise.
  walk::SearchOrder order_for(reduce::Method reduction) const;

 private:
  void walk(const check::ModelCheckOptions& options);

  Model& model_;
  ltl::FormulaStore& formulas_;
  std::vector<Answer> answers_;
  std::vector<bool> is_answered_;
  std::vector<bool> is_warned_about_;
};

// Checks properties that are given as text; without any, those that the model states itself. The diagnostics say what is wrong
// with the texts, or why the options do not fit a property. By default the runs are short.
Result<std::vector<Answer>> check_model(Model& model, const RequirementTexts& properties,
                                        const check::ModelCheckOptions& options = {.shorten = check::ShortenBudget{}});

// The program that a requirement is checked on: each observer has one that it watches.
model::Program& program_of(Model& model, const check::Requirement& requirement);

// The run of an answer as people read it; empty if there is none.
std::string run_text(Model& model, const Answer& answer);

// Reads a saved run of the model, in any of the formats of run/formats.hpp; `-` is the standard input. Afterwards the
// interpreter executes the model as it was executed for the run. Throws Interrupted, and Stopped when a limit is reached.
Result<run::SavedRun> load_run(const std::string& path, Model& model, model::Interpreter& interpreter,
                               const Limits& limits = {});

}  // namespace lariat::frontend
