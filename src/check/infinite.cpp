// SPDX-License-Identifier: Apache-2.0
// The search for an infinite run that violates a requirement: which program is searched, with a partial-order reduction or
// without, and what it is multiplied with.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "check/auto_reduction.hpp"
#include "check/bad_prefix.hpp"
#include "check/goals.hpp"
#include "check/liveness.hpp"
#include "check/program_reduction.hpp"
#include "check/reduction.hpp"
#include "check/run_checks.hpp"
#include "check/search_plan.hpp"
#include "check/shorten.hpp"
#include "lariat/check/check.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/product/automaton_product.hpp"
#include "lariat/product/label_product.hpp"
#include "lariat/product/observer_product.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::check {
namespace {

// The cycles of the observer, as a graph: how strong it is.
search::Strength strength_of(const model::Program& program) {
  const model::Program::Observer& observer = *program.observer;
  const model::ProcessType& type = program.process_types[observer.type];
  GraphBuilder builder(observer.sets);
  builder.ensure_states(type.locations.size());
  builder.add_initial(type.initial);
  bool complete = true;  // accepting locations have a transition that can always be taken
  for (model::LocationId l = 0; l < type.locations.size(); ++l) {
    const model::Location& location = type.locations[l];
    const Marks marks = l == observer.end ? all_sets(observer.sets) : location.accepting;
    builder.mark_state(l, marks);
    bool always = false;
    for (const model::TransitionId id : location.out) {
      const model::Transition& transition = type.transitions[id];
      builder.add_edge(l, transition.target);
      always |= transition.guard == model::none && transition.communication == model::none;
    }
    if (marks != 0) complete &= always;
  }
  const search::Strength strength = automata::classify(std::move(builder).build()).strength;
  return strength == search::Strength::terminal && !complete ? search::Strength::weak : strength;
}

// How the program is executed where a property is checked beside it.
model::InterpreterOptions beside_property(const model::Program& program, const ModelCheckOptions& options) {
  model::InterpreterOptions interpretation = options.interpretation;
  interpretation.counts_observer = program.counts_observer;
  return interpretation;
}

// The state in which an atom could not be evaluated; of several processes, that of the first which met one.
std::optional<product::AutomatonProduct::Undefined> undefined_of_all(const product::AutomatonProduct& product,
                                                                     const ModelCheckOptions& options) {
  const std::optional<product::AutomatonProduct::Undefined>& mine = product.undefined();
  if (options.cluster == nullptr) return mine;
  std::optional<std::vector<std::uint8_t>> bytes;
  if (mine) {
    bytes = mine->state;
    bytes->push_back(static_cast<std::uint8_t>(mine->atom));
  }
  bytes = cluster::first_of(*options.cluster, bytes);
  if (!bytes) return std::nullopt;
  const unsigned atom = bytes->back();
  bytes->pop_back();
  return product::AutomatonProduct::Undefined{.state = *std::move(bytes), .atom = atom};
}

// A run to a state in which an atom of the property cannot be evaluated: the property is broken there.
Finding undefined_atom(const model::Program& program, const model::State& state, const model::Fault& fault,
                       ModelCheckOptions options) {
  options.interpretation = beside_property(program, options);
  options.coverage = false;
  options.checkpoint = nullptr;
  options.reduction = {};
  Finding result = std::move(walk(program, {{.kind = walk::Goal::Kind::state, .state = state}}, options)->front());
  if (result.verdict == Verdict::violated) result.fault = fault;
  result.unreached.reset();
  return result;
}

// Looks for a run that violates the formula. A diagnostic if the algorithm cannot do it, or if the formula cannot be
// translated.
Result<Finding> search_formula(const model::Program& program, Question& question, const ModelCheckOptions& options) {
  ltl::FormulaStore& formulas = question.formulas();
  const Requirement& requirement = question.requirement();
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  Result<std::vector<ltl::Formula>> atoms = ltl::atom_list(formulas, requirement.formula);
  if (!atoms) return atoms.errors();
  FormulaPlan formula_plan = question.violations().plan(options);
  if (!formula_plan.automaton) {
    result.reason = std::move(formula_plan.reason);
    return result;
  }
  SearchPlan plan = formula_plan.search;
  result.automaton = *std::move(formula_plan.automaton);
  result.strength = plan.strength;
  bool reduces = false;
  if (options.reduction.method != reduce::Method::none) {
    std::string why;
    if (auto obstacle = find_obstacle(program, options))
      why = *std::move(obstacle);
    else if (!question.violations().is_stutter_invariant(options.limits))
      why = "the formula notices, or may notice, when a state is repeated";
    else if (ReadyAutomaton ready = ready_for_reduction(*result.automaton, formulas, requirement.formula, options.limits);
             !ready.automaton)
      why = std::move(ready.why);
    else if (ready.is_other && !is_automatic(options) && info(plan.algorithm).needs != search::Strength::general)
      why = "the automaton has to be changed for it, and is then none for " + std::string(info(plan.algorithm).name);
    else {
      reduces = true;
      if (ready.is_other) {
        result.notes.push_back(
            fmt::format("for the reduction the automaton was closed under stuttering: {} states instead of {}",
                        ready.automaton->graph.states(), result.automaton->graph.states()));
        result.automaton = *std::move(ready.automaton);
        result.strength = search::Strength::general;
        plan = plan_search(search::Strength::general, options);
        plan.state_based = false;
      }
    }
    if (!reduces) result.notes.push_back(off_note(why));
  }
  Result<automata::CubeLabels> labels = automata::CubeLabels::make(*result.automaton);
  if (!labels) return labels.errors();
  std::vector<model::ExprId> expressions;
  for (const std::string& atom : result.automaton->atoms) expressions.push_back(expression_of(requirement, atom));

  product::ProductOptions how = product_options(program, plan, options);
  while (true) {
    try {
      result.interpretation = beside_property(program, options);
      system::ProgramSystem system(program, result.interpretation, options.engine, expressions);
      system.interpreter().obey(options.limits);
      product::AutomatonProduct product(system, *result.automaton, *labels,
                                        reduces ? reduced(how, options, {.expressions = expressions}) : how);
      const auto refusal = search(product, plan, options, result);
      const std::optional<product::AutomatonProduct::Undefined> found = undefined_of_all(product, options);
      if (refusal) return *refusal;
      if ((result.verdict == Verdict::holds || result.approximation) && !result.run && found)
        return undefined_atom(program, found->state, system.atom_fault(found->atom, found->state), options);
      if (!result.run) return result;
      std::vector<model::ExprId> letters;
      for (const ltl::Formula atom : *atoms) letters.push_back(expression_of(requirement, formulas.name(atom)));
      const auto evaluate_run = [&] {
        if (ltl::evaluate(formulas, requirement.formula, *atoms, word_of(system.interpreter(), *result.run, letters)))
          throw search::InternalError("a counterexample that satisfies the formula");
      };
      evaluate_run();
      if (end_at_bad_state(program, formulas, requirement, options, result)) return result;
      shorten_lasso(product, options, result);
      evaluate_run();
      return result;
    } catch (const product::TooManyProcesses&) {
      use_copies(how);
    }
  }
}

// Searches a product with one acceptance set on states. Reduces it, if that is asked for, as far as what is observed allows.
template <class P, class... Arguments>
Result<Finding> search_states(const model::Program& program, const ModelCheckOptions& options, Finding result,
                              const std::optional<reduce::Observed>& observed, const Arguments&... arguments) {
  const SearchPlan plan = plan_search(*result.strength, options);
  product::ProductOptions how = product_options(program, plan, options);
  while (true) {
    try {
      system::ProgramSystem system(program, result.interpretation, options.engine);
      system.interpreter().obey(options.limits);
      P product(system, arguments..., observed ? reduced(how, options, *observed) : how);
      if (auto refusal = search(product, plan, options, result)) return *std::move(refusal);
      shorten_lasso(product, options, result);
      return result;
    } catch (const product::TooManyProcesses&) {
      use_copies(how);
    }
  }
}

// What happens after the observer has come to its end is of no interest, and neither is what the system does in that step.
void cut_at_end(const model::Program& program, Finding& finding) {
  model::Interpreter interpreter(program, finding.interpretation);
  std::vector<run::RunStep>& steps = finding.run->steps;
  const auto is_end = [&](model::StateView state) { return interpreter.observer_location(state) == program.observer->end; };
  if (is_end(finding.run->initial)) {
    steps.clear();
  } else {
    const auto last = std::find_if(steps.begin(), steps.end(), [&](const run::RunStep& step) { return is_end(step.state); });
    if (last == steps.end()) return;
    steps.erase(last + 1, steps.end());
    if (steps.back().actions.size() > 1 && !program.observer->takes_part) {
      run::RunStep& end = steps.back();
      end.actions = {end.actions.back()};  // the observer's
      end.fault = interpreter.move_observer(end.actions.back().transition, finding.run->before(steps.size() - 1), end.state);
    }
  }
  finding.run->cycle.reset();
  system::ProgramSystem system(program, finding.interpretation);
  verify(system, *finding.run);
}

// Looks for a run that the program's observer accepts.
Result<Finding> search_observer(const model::Program& program, const ModelCheckOptions& options) {
  assert(program.observer);
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  result.strength = usable(strength_of(program), options);
  result.interpretation = beside_property(program, options);
  std::optional<reduce::Observed> observed;
  if (options.reduction.method != reduce::Method::none) {
    ReadyObserver ready;
    if (auto obstacle = find_obstacle(program, options))
      ready.why = *std::move(obstacle);
    else
      ready = ready_for_reduction(program);
    observed = std::move(ready.observed);
    if (!observed) result.notes.push_back(off_note(ready.why));
  }
  Result<Finding> found = search_states<product::ObserverProduct>(program, options, std::move(result), observed);
  if (found && found->run) cut_at_end(program, *found);
  return found;
}

// Looks for a run that visits accepting locations of the processes themselves again and again; a run that ends in one does.
Result<Finding> search_acceptance(const model::Program& program, const ModelCheckOptions& options) {
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  result.strength = search::Strength::general;
  result.interpretation = options.interpretation;
  std::optional<reduce::Observed> observed;
  if (options.reduction.method != reduce::Method::none) {
    if (const auto obstacle = find_obstacle(program, options))
      result.notes.push_back(off_note(*obstacle));
    else
      observed = reduce::Observed{.accepting = true};
  }
  Result<Finding> found = search_states<product::LabelProduct>(program, options, std::move(result), observed,
                                                               product::LabelProduct::Label::accepting);
  if (found && found->run && !cycle_visits(program, *found, [](const model::Location& l) { return l.accepting != 0; }))
    throw search::InternalError("a counterexample whose cycle has no accepting state");
  return found;
}

// Replaces the run by a shorter one that the formula finds within the budget.
void shorten_nonprogress(const model::Program& program, Question& question, ModelCheckOptions options, Finding& result) {
  options.limits = shortening_limits(options);
  options.product.max_states = options.shorten->max_states;
  options.product.gauge = nullptr;
  options.minimize = automata::Minimization::min_bfs;
  const Result<Finding> shorter = search_formula(program, question, options);
  if (!shorter || !shorter->run || !shorter->run->cycle) return;
  result.shortest = shorter->shortest;
  if (shorter->run->steps.size() >= result.run->steps.size()) return;
  const run::Run& found = *result.run;
  result.first_found = {*found.cycle, found.steps.size() - *found.cycle};
  result.run = shorter->run;
  result.run->automaton_initial = model::none;  // the result has no automaton
  for (run::RunStep& step : result.run->steps) step.automaton_state = model::none;
  result.lasso.reset();
}

// Looks for an infinite run that from some point on visits no progress location: directly, or, if an algorithm, fairness or
// something short is asked for, through the formula of the requirement.
Result<Finding> search_progress(const model::Program& program, Question& question, const ModelCheckOptions& options) {
  ModelCheckOptions inner = options;
  inner.product.deadlock_runs = product::DeadlockRuns::ignore;  // what has ended makes no progress, and need not
  // The direct search runs in one thread, and does not go together with a reduction: HPY §6.
  if (options.algorithm != search::Algorithm::automatic || options.minimize || options.fair || options.approximate ||
      options.product.threads > 1 || options.reduction.method != reduce::Method::none || options.cluster != nullptr)
    return search_formula(program, question, inner);
  Finding result;
  result.interpretation = beside_property(program, options);  // as if by the claim that Spin would make of it
  system::ProgramSystem system(program, result.interpretation, options.engine);
  system.interpreter().obey(options.limits);
  product::LabelProduct product(system, product::LabelProduct::Label::progress, inner.product);
  search_nonprogress(product, inner, result);
  if (result.run && options.shorten) shorten_nonprogress(program, question, inner, result);
  if (result.run && cycle_visits(program, result, [](const model::Location& l) { return l.progress; }))
    throw search::InternalError("a counterexample whose cycle has a progress state");
  return result;
}

// What a reduction must observe for the requirement; nothing if there is none for it.
std::optional<reduce::Observed> observed_by(const model::Program& program, const Requirement& requirement) {
  switch (requirement.kind) {
    case Requirement::Kind::ltl: {
      reduce::Observed observed;
      for (const auto& [name, expression] : requirement.atoms) observed.expressions.push_back(expression);
      return observed;
    }
    case Requirement::Kind::observer:
      return ready_for_reduction(program).observed;
    case Requirement::Kind::acceptance:
      return reduce::Observed{.accepting = true};
    default:
      return std::nullopt;
  }
}

// Where statements were merged, a shortest run of the reduced program need not be a shortest one of the original: looks for
// that as well, if it cannot be far. The length of the run that was found first becomes one of the original, if the search for
// it can be repeated.
void shorten_as_written(const model::Program& program, const model::ReducedProgram& reduced, Question& question,
                        const ModelCheckOptions& options, Finding& finding) {
  finding.first_found.reset();
  if (finding.statistics.states > few_states) return;
  ModelCheckOptions inner = options;
  inner.limits = shortening_limits(options);
  inner.product.gauge = nullptr;
  Result<Finding> again = check_infinite(program, question, inner);
  if (again && again->run && again->run->steps.size() <= finding.run->steps.size()) {
    finding.run = std::move(again->run);
    finding.lasso = std::move(again->lasso);
    finding.automaton = std::move(again->automaton);
    finding.shortest = again->shortest;
    finding.is_bad_prefix = again->is_bad_prefix;
    finding.interpretation = again->interpretation;
  }
  inner.shorten.reset();
  Result<Finding> first = check_infinite(reduced.program, question, inner);
  if (!first || !first->run || !restore_run(program, reduced, question, inner, *first)) return;
  const std::size_t steps = first->run->steps.size();
  const std::size_t stem = first->run->cycle.value_or(steps);
  if (steps > finding.run->steps.size()) finding.first_found = {stem, steps - stem};
}

}  // namespace

Result<Finding> check_infinite(const model::Program& program, Question& question, const ModelCheckOptions& asked) {
  ModelCheckOptions options = asked;
  options.reduced_programs = nullptr;
  const model::ReducedProgram* reduced =
      asked.reduced_programs == nullptr ? nullptr : reduce(program, view_of(question, asked), asked);
  while (true) {
    const model::Program& searched = reduced == nullptr ? program : reduced->program;
    AutoReduction reduction(searched, options);
    Result<Finding> found = Finding{};
    while (true) {
      switch (question.requirement().kind) {
        case Requirement::Kind::observer:
          found = search_observer(searched, reduction.options());
          break;
        case Requirement::Kind::acceptance:
          found = search_acceptance(searched, reduction.options());
          break;
        case Requirement::Kind::progress:
          found = search_progress(searched, question, reduction.options());
          break;
        default:
          found = search_formula(searched, question, reduction.options());
      }
      if (reduction.is_last() || !found) break;
      if (found->run && options.shorten)
        reduction.search_all();  // finds the run again, and shortens it
      else if (has_more_states(*found))
        reduction.decide(searched, observed_by(searched, question.requirement()), lasso_share);
      else
        break;
    }
    // Nobody asked for a reduction: that there is none is not worth a remark.
    if (reduction.is_chosen() && found)
      std::erase_if(found->notes, [](const std::string& note) { return note.starts_with(off_note("")); });
    if (reduced == nullptr || !found || !found->run) return found;
    options.checkpoint = nullptr;  // of the reduced program
    if (restore_run(program, *reduced, question, options, *found)) {
      if (options.shorten) shorten_as_written(program, *reduced, question, options, *found);
      return found;
    }
    reduced = nullptr;  // the program as it was written has to be searched
  }
}

Result<Finding> check_infinite(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                               const ModelCheckOptions& options) {
  Question question(formulas, requirement);
  return check_infinite(program, question, options);
}

}  // namespace lariat::check
