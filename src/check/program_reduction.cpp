// SPDX-License-Identifier: Apache-2.0
#include "check/program_reduction.hpp"

#include <optional>
#include <string>

#include "check/bad_prefix.hpp"
#include "check/liveness.hpp"
#include "check/run_checks.hpp"
#include "check/search_plan.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/run/original_run.hpp"
#include "lariat/search/check.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::check {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw search::InternalError("a counterexample of the reduced program " + what + " the program as it is written");
}

// Gives the steps of the run states of the automaton, which must accept the run's word. The cycle may have to be repeated.
void add_automaton(const automata::Automaton& automaton, const ltl::LassoWord& word, run::Run& run) {
  const std::size_t positions = word.positions();
  const Graph& graph = automaton.graph;
  const auto node = [&](StateId q, std::size_t i) { return static_cast<StateId>(q * positions + i); };
  GraphBuilder runs(graph.sets());
  runs.ensure_states(graph.states() * positions);
  std::vector<bool> letter(automaton.atoms.size());
  for (std::size_t i = 0; i < positions; ++i) {
    for (std::size_t a = 0; a < letter.size(); ++a) letter[a] = (word.letter(i) >> a & 1) != 0;
    for (StateId q = 0; q < graph.states(); ++q) {
      runs.mark_state(node(q, i), graph.state_marks(q));
      for (std::uint32_t k = 0; k < graph.targets(q).size(); ++k) {
        const std::uint32_t edge = graph.first_edge(q) + k;
        if (automaton.labels.holds(automaton.edge_labels[edge], letter))
          runs.add_edge(node(q, i), node(graph.edge_target(edge), word.next(i)), graph.edge_marks(edge));
      }
    }
  }
  for (const StateId q : graph.initial()) runs.add_initial(node(q, 0));
  const Result<search::CheckResult> found = automata::check_emptiness(std::move(runs).build());
  if (!found || !found->lasso) fail("has a word that the automaton does not accept in");
  run::Run result{.initial = run.initial};
  for (const auto* part : {&found->lasso->stem, &found->lasso->cycle})
    for (const Step& step : *part) {
      if (result.steps.empty()) result.automaton_initial = static_cast<std::uint32_t>(step.source / positions);
      result.steps.push_back(run.steps[step.source % positions]);
      result.steps.back().automaton_state = static_cast<std::uint32_t>(step.target / positions);
    }
  result.cycle = found->lasso->stem.size();
  run = std::move(result);
}

// Replaces the run by that of the original, not verified yet. True if it has states of an automaton wherever it should;
// nothing if the original does not offer the same sequence of transitions: of a long atomic sequence, whose equal states
// are expanded once, it may offer another one.
std::optional<bool> follow(model::Interpreter& interpreter, const model::ReducedProgram& reduced, bool ends_at_fault,
                           Finding& finding) {
  std::optional<run::OriginalRun> original = run::original_run(interpreter, reduced, *finding.run, ends_at_fault);
  if (!original) return std::nullopt;
  const bool has_states = original->is_step_by_step || finding.run->automaton_initial == model::none;
  finding.run = std::move(original->run);
  finding.lasso.reset();  // numbers of states that the run does not visit
  return has_states;
}

bool is_violated(model::Interpreter& interpreter, const Requirement& requirement, const Finding& finding) {
  const run::Run& run = *finding.run;
  const model::StateView last = run.before(run.steps.size());
  switch (requirement.kind) {
    case Requirement::Kind::deadlock: {
      model::Successors successors;
      interpreter.successors(last, successors);
      return successors.size() == 0 && !interpreter.is_valid_end(last);
    }
    case Requirement::Kind::assertion: {
      model::Fault at_start;
      interpreter.initial(&at_start);
      return at_start || interpreter.failed_assertion(last) || (!run.steps.empty() && run.steps.back().fault);
    }
    case Requirement::Kind::invariant:
    case Requirement::Kind::reach: {
      const model::Evaluation evaluation = interpreter.evaluate(requirement.expression, last);
      return evaluation.fault || (evaluation.value != 0) == (requirement.kind == Requirement::Kind::reach);
    }
    default:
      return true;
  }
}

}  // namespace

const model::ReducedProgram* reduce(const model::Program& program, const model::PropertyView& view,
                                    const ModelCheckOptions& options) {
  if (options.reduced_programs == nullptr) return nullptr;
  if (options.minimize) return nullptr;  // cycles of the reduced program may be shorter than those of the original
  model::ReducedProgram& reduced = options.reduced_programs->emplace_back(model::reduce_program(program, view, options.passes));
  if (reduced.is_changed) return &reduced;
  options.reduced_programs->pop_back();
  return nullptr;
}

model::PropertyView view_of(Question& question, const ModelCheckOptions& options) {
  const Requirement& requirement = question.requirement();
  model::PropertyView view;
  for (const auto& [name, expression] : requirement.atoms) view.expressions.push_back(expression);
  view.accepting = requirement.kind == Requirement::Kind::acceptance;
  view.counts_steps = options.fair || requirement.kind == Requirement::Kind::observer;
  if (requirement.kind == Requirement::Kind::ltl && !view.counts_steps)
    view.counts_steps = !question.violations().is_stutter_invariant(options.limits);
  return view;
}

model::PropertyView view_of(std::span<const Requirement> requirements) {
  model::PropertyView view;
  for (const Requirement& requirement : requirements)
    if (requirement.expression != model::none) view.expressions.push_back(requirement.expression);
  return view;
}

bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, const Question& question,
                 const ModelCheckOptions& options, Finding& finding) {
  ltl::FormulaStore& formulas = question.formulas();
  const Requirement& requirement = question.requirement();
  system::ProgramSystem system(program, finding.interpretation);
  const std::optional<bool> has_states = follow(system.interpreter(), reduced, false, finding);
  if (!has_states) return false;
  if (finding.run->cycle && finding.automaton && !*has_states) {
    std::vector<model::ExprId> atoms;
    for (const std::string& atom : finding.automaton->atoms) atoms.push_back(expression_of(requirement, atom));
    add_automaton(*finding.automaton, word_of(system.interpreter(), *finding.run, atoms), *finding.run);
  }
  verify(system, *finding.run, options.fair);
  finding.shortest = false;  // steps of the original are more than those of the reduced program
  // A proof that a limit cut short is no mistake: the program as it is written is searched then.
  if (finding.is_bad_prefix && !is_bad_prefix(program, formulas, requirement, options, finding)) return false;
  if (!finding.run->cycle) return true;
  if (requirement.kind == Requirement::Kind::ltl) {
    const Result<std::vector<ltl::Formula>> atoms = ltl::atom_list(formulas, requirement.formula);
    std::vector<model::ExprId> letters;
    for (const ltl::Formula atom : *atoms) letters.push_back(expression_of(requirement, formulas.name(atom)));
    if (ltl::evaluate(formulas, requirement.formula, *atoms, word_of(system.interpreter(), *finding.run, letters)))
      fail("satisfies the formula in");
  }
  if (requirement.kind == Requirement::Kind::acceptance &&
      !cycle_visits(program, finding, [](const model::Location& l) { return l.accepting != 0; }))
    fail("has a cycle without accepting states in");
  if (requirement.kind == Requirement::Kind::progress &&
      cycle_visits(program, finding, [](const model::Location& l) { return l.progress; }))
    fail("has a cycle with a progress state in");
  return true;
}

bool restore_run(const model::Program& program, const model::ReducedProgram& reduced, const Requirement& requirement,
                 Finding& finding) {
  system::ProgramSystem system(program, finding.interpretation);
  const bool is_fault = requirement.kind == Requirement::Kind::assertion;
  if (!follow(system.interpreter(), reduced, is_fault, finding)) return false;
  verify(system, *finding.run);
  if (is_fault && !finding.run->steps.empty() && finding.run->steps.back().fault)
    finding.fault = finding.run->steps.back().fault;
  if (!is_violated(system.interpreter(), requirement, finding)) fail("does not violate the property in");
  return true;
}

}  // namespace lariat::check
