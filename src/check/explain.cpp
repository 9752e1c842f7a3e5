// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "check/violation.hpp"

namespace lariat::check {
namespace {

using run::Story;

// The remarks on a run that violates a formula.
std::vector<Story::Remark> remarks_on(model::Interpreter& interpreter, const ltl::FormulaStore& formulas,
                                      const Requirement& requirement, const run::Run& run) {
  const auto atoms = ltl::atom_list(formulas, requirement.formula);
  if (!atoms) return {};
  std::vector<model::ExprId> expressions;
  for (const ltl::Formula atom : *atoms)
    for (const auto& [name, expression] : requirement.atoms)
      if (name == formulas.name(atom)) expressions.push_back(expression);
  if (expressions.size() != atoms->size()) return {};
  OpenWord word{.cycle = run.cycle};
  const std::size_t states = run.steps.size() + (run.cycle ? 0 : 1);
  for (std::size_t i = 0; i < states; ++i) word.letters.push_back(interpreter.valuation(expressions, run.before(i)));
  return tell_violation(formulas, requirement.formula, *atoms, word,
                        interpreter.program().language == "promela" ? ltl::Notation::spin : ltl::Notation::letters);
}

void explain_bad_prefix(Story& story, std::size_t last) {
  if (story.remarks.empty() || story.remarks.back().state != last)
    story.remarks.push_back({last, "the property is violated here, whatever follows"});
  else
    story.remarks.back().text = "the property is violated here: " + story.remarks.back().text;
}

}  // namespace

run::Story explain(const model::Program& program, const ltl::FormulaStore& formulas, const Requirement& requirement,
                   const Finding& finding) {
  const run::Run& run = *finding.run;
  const std::size_t last = run.steps.size();
  model::Interpreter interpreter(program, finding.interpretation);
  Story story;
  if (interpreter.is_error(run.before(last))) return story;  // the error says it all
  switch (requirement.kind) {
    case Requirement::Kind::ltl:
      story.atoms = run::atoms_along(interpreter, run, requirement.atoms);
      if (run.cycle || finding.is_bad_prefix) story.remarks = remarks_on(interpreter, formulas, requirement, run);
      if (finding.is_bad_prefix) explain_bad_prefix(story, last);
      story.matters = run::steps_that_matter(interpreter, run, requirement.atoms);
      break;
    case Requirement::Kind::invariant:
    case Requirement::Kind::reach: {
      const std::pair<std::string, model::ExprId> atom(requirement.text, requirement.expression);
      story.atoms = run::atoms_along(interpreter, run, {&atom, 1});
      story.matters = run::steps_that_matter(interpreter, run, {&atom, 1});
      story.remarks.push_back({last, fmt::format("`{}` {}", requirement.text,
                                                 requirement.kind == Requirement::Kind::reach ? "holds" : "is false")});
      break;
    }
    case Requirement::Kind::deadlock:
      story.ending = run::waiting_lines(interpreter, run.before(last));
      break;
    default:
      break;
  }
  if (run.cycle) story.ending = run::starved_lines(interpreter, run);
  if (std::ranges::all_of(story.matters, [](bool matters) { return matters; })) story.matters.clear();
  return story;
}

}  // namespace lariat::check
