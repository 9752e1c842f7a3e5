// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "check/auto_reduction.hpp"
#include "check/bad_prefix.hpp"
#include "check/liveness.hpp"
#include "check/program_reduction.hpp"
#include "check/reduction.hpp"
#include "check/run_checks.hpp"
#include "check/safety.hpp"
#include "check/search_plan.hpp"
#include "check/shorten.hpp"
#include "lariat/automata/analyse.hpp"
#include "lariat/automata/stutter.hpp"
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

// Searches a product with one acceptance set on states. Reduces it, if that is asked for, as far as what is observed allows.
template <class P, class... Arguments>
Result<Finding> search_states(const model::Program& program, const ModelCheckOptions& options, Finding result,
                              const std::optional<reduce::Observed>& observed, const Arguments&... arguments) {
  const SearchPlan plan = plan_search(*result.strength, options);
  const auto refusal = search_fairly(program, plan, options, [&](const product::ProductOptions& product_options) {
    system::ProgramSystem system(program, result.interpretation, options.engine);
    system.interpreter().obey(options.limits);
    P product(system, arguments..., observed ? reduced(product_options, options, *observed) : product_options);
    auto refused = search(product, plan, options, result);
    shorten_lasso(product, options, result);
    return refused;
  });
  if (refusal) return *refusal;
  return result;
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

// Makes the expressions of goals atoms of the system, as many as it can have: compiled code evaluates atoms.
std::vector<walk::Goal> as_atoms(std::vector<walk::Goal> goals, std::vector<model::ExprId>& atoms) {
  for (walk::Goal& goal : goals) {
    const bool is_expression = goal.kind == walk::Goal::Kind::condition || goal.kind == walk::Goal::Kind::violation;
    if (!is_expression || goal.atom || atoms.size() == system::max_atoms) continue;
    goal.atom = static_cast<unsigned>(atoms.size());
    atoms.push_back(std::exchange(goal.expression, model::none));
  }
  return goals;
}

// Replaces the run by a shorter one that the formula finds within the budget.
void shorten_nonprogress(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                         ModelCheckOptions options, Finding& result) {
  options.limits = shortening_limits(options);
  options.product.max_states = options.shorten->max_states;
  options.product.gauge = nullptr;
  options.minimize = automata::Minimization::min_bfs;
  const Result<Finding> shorter = check_ltl(program, formulas, requirement, options);
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

Result<std::vector<Finding>> walk_automatically(const model::Program& program, const std::vector<walk::Goal>& goals,
                                                const ModelCheckOptions& options, const model::Program* original,
                                                const model::ReducedProgram* reduced_program);

// Looks for the goals in one walk. One result for each, in their order.
Result<std::vector<Finding>> walk(const model::Program& program, const std::vector<walk::Goal>& goals,
                                  const ModelCheckOptions& options, const model::Program* original = nullptr,
                                  const model::ReducedProgram* reduced_program = nullptr) {
  if (options.reduction.automatic) return walk_automatically(program, goals, options, original, reduced_program);
  ModelCheckOptions inner = options;
  model::Coverage coverage(original == nullptr ? program : *original, reduced_program);
  inner.product.coverage = &coverage;
  walk::ExploreOptions explore_options{
      .order = options.order, .limits = options.limits, .stop_when_found = !options.coverage, .checkpoint = options.checkpoint};
  std::vector<std::string> notes;
  if (options.reduction.method != reduce::Method::none) {
    if (const auto obstacle = find_obstacle(program, options)) {
      notes.push_back(off_note(*obstacle));
    } else {
      Result<WalkReduction> reduction = walk_reduction(goals, options);
      if (!reduction) return reduction.errors();
      explore_options.reduction = reduction->options;
      inner.product = reduced(inner.product, options, std::move(reduction->observed));
      inner.interpretation.promises = program.has_promises();  // they are made for reductions
    }
  }
  std::vector<model::ExprId> atoms;
  const std::vector<walk::Goal> goals_by_atom = as_atoms(goals, atoms);
  system::ProgramSystem system(program, inner.interpretation, options.engine, atoms);
  system.interpreter().obey(options.limits);
  std::vector<Finding> results = find_goals(system, goals_by_atom, explore_options, inner);
  for (Finding& result : results) {
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
    result.interpretation = inner.interpretation;
  }
  return results;
}

// Replaces a run that a reduced walk has found by a shortest one of the program, if there is one within the budget.
void shorten_reduced(const model::Program& program, const walk::Goal& goal, const ModelCheckOptions& options,
                     Finding& finding) {
  if (!finding.run) return;
  ModelCheckOptions inner = without_reduction(options);
  inner.limits = shortening_limits(options);
  inner.product.gauge = nullptr;
  inner.product.max_states = options.shorten->max_states;
  Result<std::vector<Finding>> shortest = walk(program, {goal}, inner);
  if (!shortest || !shortest->front().run) return;
  finding.run = std::move(shortest->front().run);
  finding.fault = shortest->front().fault;
  finding.shortest = shortest->front().shortest;
}

// Looks for the goals with a reduction where that is expected to save time.
Result<std::vector<Finding>> walk_automatically(const model::Program& program, const std::vector<walk::Goal>& goals,
                                                const ModelCheckOptions& options, const model::Program* original,
                                                const model::ReducedProgram* reduced_program) {
  const auto walk_with = [&](const ModelCheckOptions& how) { return walk(program, goals, how, original, reduced_program); };
  if (options.order != walk::SearchOrder::breadth_first || !chooses_reduction(program, options))
    return walk_with(without_reduction(options));
  Result<std::vector<Finding>> first = walk_with(for_first_states(options));
  if (!first || std::none_of(first->begin(), first->end(), has_more_states)) return first;
  try {
    const Result<WalkReduction> reduction = walk_reduction(goals, options);
    if (reduction && sample_share(program, reduction->observed, options) <= walk_share) {
      ModelCheckOptions reducing = options;
      reducing.reduction.automatic = false;
      // Breadth first, a reduction that keeps more than deadlocks would leave out little.
      if (std::any_of(goals.begin(), goals.end(), [](const walk::Goal& g) { return g.kind != walk::Goal::Kind::deadlock; }))
        reducing.order = walk::SearchOrder::depth_first;
      Result<std::vector<Finding>> found = walk_with(reducing);
      if (found && options.shorten)
        for (std::size_t i = 0; i < goals.size(); ++i) shorten_reduced(program, goals[i], options, (*found)[i]);
      return found;
    }
  } catch (const Stopped&) {
    // The walk itself will find out at once.
  }
  return walk_with(without_reduction(options));
}

// The reduced program, which the list of the options keeps; null if there is nothing to reduce, or if it would not do.
const model::ReducedProgram* reduce(const model::Program& program, const model::PropertyView& view,
                                    const ModelCheckOptions& options) {
  if (options.minimize) return nullptr;  // cycles of the reduced program may be shorter than those of the original
  model::ReducedProgram& reduced = options.reduced_programs->emplace_back(model::reduce_program(program, view, options.passes));
  if (reduced.is_changed) return &reduced;
  options.reduced_programs->pop_back();
  return nullptr;
}

// A violation that is found within so many states of the reduced program is looked for in the original as well.
constexpr std::uint64_t few_states = 50'000;

// Like shorten, below, for an infinite run or a bad prefix. The length of the run that was found first becomes one of the
// original, if the search for it can be repeated.
void shorten_as_written(const model::Program& program, const model::ReducedProgram& reduced, ltl::FormulaStore& formulas,
                        const Requirement& requirement, const ModelCheckOptions& options, Finding& finding) {
  finding.first_found.reset();
  if (finding.statistics.states > few_states) return;
  ModelCheckOptions inner = options;
  inner.limits = shortening_limits(options);
  inner.product.gauge = nullptr;
  Result<Finding> again = check_infinite(program, formulas, requirement, inner);
  if (again && again->run && again->run->steps.size() <= finding.run->steps.size()) {
    finding.run = std::move(again->run);
    finding.lasso = std::move(again->lasso);
    finding.automaton = std::move(again->automaton);
    finding.shortest = again->shortest;
    finding.is_bad_prefix = again->is_bad_prefix;
    finding.interpretation = again->interpretation;
  }
  inner.shorten.reset();
  Result<Finding> first = check_infinite(reduced.program, formulas, requirement, inner);
  if (!first || !first->run || !restore_run(program, reduced, formulas, requirement, inner, *first)) return;
  const std::size_t steps = first->run->steps.size();
  const std::size_t stem = first->run->cycle.value_or(steps);
  if (steps > finding.run->steps.size()) finding.first_found = {stem, steps - stem};
}

// Where statements were merged, a shortest run of the reduced program need not be a shortest one of the original. Looks for
// that as well, if it cannot be far.
void shorten(const model::Program& program, const std::vector<walk::Goal>& goals, const ModelCheckOptions& options,
             std::vector<Finding>& findings) {
  const bool always_reduces = options.reduction.method != reduce::Method::none && !options.reduction.automatic;
  if (options.order != walk::SearchOrder::breadth_first || options.approximate || options.coverage || always_reduces) return;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    finding.shortest = false;
    if (!finding.run || finding.statistics.states > few_states) continue;
    ModelCheckOptions inner = without_reduction(options);
    inner.checkpoint = nullptr;
    if (inner.product.max_states == 0 || inner.product.max_states > 4 * few_states) inner.product.max_states = 4 * few_states;
    auto again = walk(program, {goals[i]}, inner);
    if (!again || !again->front().run) continue;
    finding.run = std::move(again->front().run);
    finding.fault = again->front().fault;
    finding.shortest = again->front().shortest;
  }
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

// Looks for an infinite run with a reduction where that is expected to save time.
Result<Finding> check_automatically(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                                    const ModelCheckOptions& options) {
  const auto check_with = [&](const ModelCheckOptions& how) { return check_infinite(program, formulas, requirement, how); };
  if (!chooses_reduction(program, options)) return check_with(without_reduction(options));
  Result<Finding> first = check_with(for_first_states(options));
  if (!first || (!has_more_states(*first) && !(first->run && options.shorten))) return first;
  if (first->run) return check_with(without_reduction(options));  // finds the run again, and shortens it
  try {
    const std::optional<reduce::Observed> observed = observed_by(program, requirement);
    if (observed && sample_share(program, *observed, options) <= lasso_share) {
      ModelCheckOptions reducing = options;
      reducing.reduction.automatic = false;
      Result<Finding> found = check_with(reducing);
      // Nobody asked for a reduction: that there is none is not worth a remark.
      if (found) std::erase_if(found->notes, [](const std::string& note) { return note.starts_with(off_note("")); });
      return found;
    }
  } catch (const Stopped&) {
    // The search itself will find out at once.
  }
  return check_with(without_reduction(options));
}

}  // namespace

std::string_view to_string(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "unknown";
}

Verdict join(Verdict a, Verdict b) {
  if (a == Verdict::violated || b == Verdict::violated) return Verdict::violated;
  return a == Verdict::unknown || b == Verdict::unknown ? Verdict::unknown : Verdict::holds;
}

std::string_view to_string(Requirement::Kind kind) {
  switch (kind) {
    case Requirement::Kind::ltl:
      return "ltl";
    case Requirement::Kind::observer:
      return "property";
    case Requirement::Kind::acceptance:
      return "acceptance";
    case Requirement::Kind::progress:
      return "progress";
    case Requirement::Kind::deadlock:
      return "deadlock";
    case Requirement::Kind::assertion:
      return "assert";
    case Requirement::Kind::invariant:
      return "invariant";
    case Requirement::Kind::reach:
      return "reach";
  }
  return "";
}

bool is_found_by_walk(Requirement::Kind kind) {
  switch (kind) {
    case Requirement::Kind::ltl:
    case Requirement::Kind::observer:
    case Requirement::Kind::acceptance:
    case Requirement::Kind::progress:
      return false;
    default:
      return true;
  }
}

Result<Finding> check_infinite(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                               const ModelCheckOptions& options) {
  if (options.reduced_programs != nullptr) {
    ModelCheckOptions inner = options;
    inner.reduced_programs = nullptr;
    const model::ReducedProgram* const reduced = reduce(program, view_of(formulas, requirement, options), options);
    if (reduced == nullptr) return check_infinite(program, formulas, requirement, inner);
    Result<Finding> found = check_infinite(reduced->program, formulas, requirement, inner);
    if (!found || !found->run) return found;
    if (!restore_run(program, *reduced, formulas, requirement, options, *found))
      return check_infinite(program, formulas, requirement, inner);
    if (options.shorten) shorten_as_written(program, *reduced, formulas, requirement, inner, *found);
    return found;
  }
  if (options.reduction.automatic) return check_automatically(program, formulas, requirement, options);
  switch (requirement.kind) {
    case Requirement::Kind::observer:
      return check_observer(program, options);
    case Requirement::Kind::acceptance:
      return check_acceptance(program, options);
    case Requirement::Kind::progress:
      return check_progress(program, formulas, requirement, options);
    default:
      return check_ltl(program, formulas, requirement, options);
  }
}

Result<Finding> check_ltl(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                          const ModelCheckOptions& options) {
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  const ltl::Formula negation = formulas.negation(requirement.formula);
  Result<std::vector<ltl::Formula>> atoms = ltl::atom_list(formulas, requirement.formula);
  if (!atoms) return atoms.errors();
  FormulaPlan plan = plan_search(formulas, negation, options);
  if (!plan.automaton) {
    result.reason = std::move(plan.reason);
    return result;
  }
  result.automaton = *std::move(plan.automaton);
  result.strength = plan.search.strength;
  bool reduces = false;
  if (options.reduction.method != reduce::Method::none) {
    std::string why;
    if (auto obstacle = find_obstacle(program, options))
      why = *std::move(obstacle);
    else if (automata::is_stutter_invariant(formulas, negation, {.translate = {.limits = options.limits}}) !=
             automata::Answer::yes)
      why = "the formula notices, or may notice, when a state is repeated";
    else if (ReadyAutomaton ready = ready_for_reduction(*result.automaton, formulas, requirement.formula, options.limits);
             !ready.automaton)
      why = std::move(ready.why);
    else if (ready.is_other && !is_automatic(options) && info(plan.search.algorithm).needs != search::Strength::general)
      why = "the automaton has to be changed for it, and is then none for " + std::string(info(plan.search.algorithm).name);
    else {
      reduces = true;
      if (ready.is_other) {
        result.notes.push_back(
            fmt::format("for the reduction the automaton was closed under stuttering: {} states instead of {}",
                        ready.automaton->graph.states(), result.automaton->graph.states()));
        result.automaton = *std::move(ready.automaton);
        result.strength = search::Strength::general;
        plan.search = plan_search(search::Strength::general, options);
        plan.search.state_based = false;
      }
    }
    if (!reduces) result.notes.push_back(off_note(why));
  }
  Result<automata::CubeLabels> labels = automata::CubeLabels::make(*result.automaton);
  if (!labels) return labels.errors();
  std::vector<model::ExprId> expressions;
  for (const std::string& atom : result.automaton->atoms) expressions.push_back(expression_of(requirement, atom));

  const auto refusal = search_fairly(program, plan.search, options, [&](const product::ProductOptions& product_options) {
    result.interpretation = beside_property(program, options);
    system::ProgramSystem system(program, result.interpretation, options.engine, expressions);
    system.interpreter().obey(options.limits);
    product::AutomatonProduct product(
        system, *result.automaton, *labels,
        reduces ? reduced(product_options, options, {.expressions = expressions}) : product_options);
    auto refused = search(product, plan.search, options, result);
    const std::optional<product::AutomatonProduct::Undefined> found = undefined_of_all(product, options);
    if ((result.verdict == Verdict::holds || result.approximation) && !result.run && found) {
      const product::AutomatonProduct::Undefined& undefined = *found;
      result = undefined_atom(program, undefined.state, system.atom_fault(undefined.atom, undefined.state), options);
      return refused;
    }
    if (refused || !result.run) return refused;
    std::vector<model::ExprId> letters;
    for (const ltl::Formula atom : *atoms) letters.push_back(expression_of(requirement, formulas.name(atom)));
    const auto evaluate_run = [&] {
      if (ltl::evaluate(formulas, requirement.formula, *atoms, word_of(system.interpreter(), *result.run, letters)))
        throw search::InternalError("a counterexample that satisfies the formula");
    };
    evaluate_run();
    if (end_at_bad_state(program, formulas, requirement, options, result)) return refused;
    shorten_lasso(product, options, result);
    evaluate_run();
    return refused;
  });
  if (refusal) return *refusal;
  return result;
}

Result<Finding> check_observer(const model::Program& program, const ModelCheckOptions& options) {
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

Result<Finding> check_acceptance(const model::Program& program, const ModelCheckOptions& options) {
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

Result<Finding> check_progress(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                               const ModelCheckOptions& options) {
  ModelCheckOptions inner = options;
  inner.product.deadlock_runs = product::DeadlockRuns::ignore;  // what has ended makes no progress, and need not
  // The direct search runs in one thread, and does not go together with a reduction: HPY §6.
  if (options.algorithm != search::Algorithm::automatic || options.minimize || options.fair || options.approximate ||
      options.product.threads > 1 || options.reduction.method != reduce::Method::none || options.cluster != nullptr)
    return check_ltl(program, formulas, requirement, inner);
  Finding result;
  result.interpretation = beside_property(program, options);  // as if by the claim that Spin would make of it
  system::ProgramSystem system(program, result.interpretation, options.engine);
  system.interpreter().obey(options.limits);
  product::LabelProduct product(system, product::LabelProduct::Label::progress, inner.product);
  search_nonprogress(product, inner, result);
  if (result.run && options.shorten) shorten_nonprogress(program, formulas, requirement, inner, result);
  if (result.run && cycle_visits(program, result, [](const model::Location& l) { return l.progress; }))
    throw search::InternalError("a counterexample whose cycle has a progress state");
  return result;
}

Requirement progress_requirement(model::Program& program, ltl::FormulaStore& formulas) {
  const ltl::Formula nonprogress = formulas.atom("np_");
  return {.kind = Requirement::Kind::progress,
          .name = "progress",
          .text = "every cycle has a progress state",
          .formula = formulas.globally(formulas.finally(formulas.negation(nonprogress))),
          .atoms = {{"np_", program.add(model::Expr{.op = model::Op::nonprogress})}}};
}

Result<std::vector<Finding>> check_safety(const model::Program& program, std::span<const Requirement> requirements,
                                          const ModelCheckOptions& options) {
  std::vector<walk::Goal> goals;
  for (const Requirement& requirement : requirements) {
    assert(is_found_by_walk(requirement.kind));
    goals.push_back({.kind = requirement.kind == Requirement::Kind::deadlock    ? walk::Goal::Kind::deadlock
                             : requirement.kind == Requirement::Kind::assertion ? walk::Goal::Kind::fault
                             : requirement.kind == Requirement::Kind::invariant ? walk::Goal::Kind::violation
                                                                                : walk::Goal::Kind::condition,
                     .expression = requirement.expression});
  }
  if (options.reduced_programs == nullptr) return walk(program, goals, options);
  ModelCheckOptions inner = options;
  inner.reduced_programs = nullptr;
  const model::ReducedProgram* const reduced = reduce(program, view_of(requirements), options);
  if (reduced == nullptr) return walk(program, goals, inner);
  Result<std::vector<Finding>> findings = walk(reduced->program, goals, inner, &program, reduced);
  if (!findings) return findings;
  for (std::size_t i = 0; i < requirements.size(); ++i)
    if ((*findings)[i].run && !restore_run(program, *reduced, requirements[i], (*findings)[i])) {
      inner.checkpoint = nullptr;  // of another program
      return walk(program, goals, inner);
    }
  if (reduced->is_merged) shorten(program, goals, inner, *findings);
  return findings;
}

}  // namespace lariat::check
