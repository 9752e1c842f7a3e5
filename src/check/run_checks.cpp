// SPDX-License-Identifier: Apache-2.0
#include "check/run_checks.hpp"

#include <stdexcept>
#include <string>

namespace lariat::check {

ltl::LassoWord word_of(model::Interpreter& interpreter, const run::Run& run, const std::vector<model::ExprId>& atoms) {
  ltl::LassoWord word;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const model::State& before = i == 0 ? run.initial : run.steps[i - 1].state;
    (i < *run.cycle ? word.stem : word.cycle).push_back(interpreter.valuation(atoms, before));
  }
  return word;
}

model::ExprId expression_of(const Requirement& requirement, std::string_view atom) {
  for (const auto& [name, expression] : requirement.atoms)
    if (name == atom) return expression;
  throw std::invalid_argument("an atom of the formula has no meaning: " + std::string(atom));
}

bool cycle_visits(const model::Program& program, const Finding& finding, bool (*has)(const model::Location&)) {
  model::Interpreter interpreter(program, finding.interpretation);
  for (std::size_t i = *finding.run->cycle; i < finding.run->steps.size(); ++i)
    if (interpreter.is_somewhere(finding.run->before(i), has)) return true;
  return false;
}

}  // namespace lariat::check
