// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/check.hpp"

#include <algorithm>
#include <cassert>

#include "lariat/automata/analyse.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"

namespace lariat::check {
namespace {

// How the automaton of a formula has to look for an algorithm.
AutomatonType type_for(Algorithm algorithm) { return info(algorithm).generalised ? AutomatonType::tgba : AutomatonType::ba; }

void take_over(CheckResult check, Finding& result) {
  result.verdict = check.verdict == Emptiness::empty      ? Verdict::holds
                   : check.verdict == Emptiness::nonempty ? Verdict::violated
                                                          : Verdict::unknown;
  result.reason = std::move(check.reason);
  result.algorithm = info(check.algorithm).name;
  result.notes.insert(result.notes.end(), check.notes.begin(), check.notes.end());
  result.lasso = std::move(check.lasso);
  result.statistics = check.statistics;
}

void measure(const Product& product, Finding& result) {
  result.store_bytes = product.store().bytes();
  result.state_bytes = product.store().size() == 0 ? 0 : product.store()[0].size();
}

Run run_of(Product& product, const Lasso& lasso) {
  Run run;
  const StateId first = lasso.stem.empty() ? lasso.cycle.front().source : lasso.stem.front().source;
  const model::StateView initial = product.system(first);
  run.initial.assign(initial.begin(), initial.end());
  run.cycle = lasso.stem.size();
  for (const auto* part : {&lasso.stem, &lasso.cycle})
    for (const Step& step : *part) {
      ProductStep taken = product.describe(step.source, step.choice);
      run.steps.push_back({.actions = std::move(taken.actions),
                           .state = std::move(taken.state),
                           .fault = taken.fault,
                           .automaton_state = taken.watcher});
    }
  return run;
}

// The letters of a run, one a state: which of the expressions hold.
LassoWord word_of(model::Interpreter& interpreter, const Run& run, const std::vector<model::ExprId>& atoms) {
  LassoWord word;
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

void verify(model::Interpreter& interpreter, const Run& run) {
  if (const auto flaw = find_flaw(interpreter, run)) throw InternalError("a counterexample that is no run: " + *flaw);
}

// Runs the search, or the search for something short, and takes the run out of it.
std::optional<Diagnostic> search(Product& product, const CheckOptions& check_options, const ModelCheckOptions& options,
                                 Finding& result) {
  if (options.minimize) {
    MinimizeResult found = minimize(product, *options.minimize, MinimizeOptions{.limits = options.limits});
    result.shortest = found.complete && *options.minimize != Minimization::spin_i;
    if (!found.complete && found.check.lasso) found.check.notes.push_back(found.check.reason + ": there may be a shorter run");
    take_over(std::move(found.check), result);
    result.algorithm = to_string(*options.minimize);
  } else {
    Result<CheckResult> found = check_emptiness(product, check_options);
    if (!found) return found.errors().front();
    take_over(*std::move(found), result);
  }
  measure(product, result);
  if (result.lasso) result.run = run_of(product, *result.lasso);
  return std::nullopt;
}

// The cycles of the observer, as a graph: how strong it is.
Strength strength_of(const model::Program& program) {
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
  const Strength strength = classify(std::move(builder).build()).strength;
  return strength == Strength::terminal && !complete ? Strength::weak : strength;
}

// Where runs that end do not count, an accepting state need not have a successor.
Strength usable(Strength strength, const ModelCheckOptions& options) {
  return strength == Strength::terminal && options.product.deadlock_runs == DeadlockRuns::ignore ? Strength::weak : strength;
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

bool is_found_by_walk(Requirement::Kind kind) { return kind != Requirement::Kind::ltl && kind != Requirement::Kind::observer; }

Result<Finding> check_ltl(const model::Program& program, FormulaStore& formulas, const Requirement& requirement,
                          const ModelCheckOptions& options) {
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  const Formula negation = formulas.negation(requirement.formula);
  Result<std::vector<Formula>> atoms = atom_list(formulas, requirement.formula);
  if (!atoms) return atoms.errors();
  const auto translated = [&](AutomatonType type) {
    return translate(formulas, negation, {.type = type, .limits = options.limits});
  };
  // Weak and terminal automata have cheaper searches, which want accepting states.
  const bool automatic = options.algorithm == Algorithm::automatic && !options.minimize;
  Algorithm algorithm = options.algorithm;
  AutomatonType type = options.minimize ? (*options.minimize == Minimization::min_bfs ? AutomatonType::tgba : AutomatonType::ba)
                       : automatic      ? AutomatonType::ba
                                        : type_for(algorithm);
  Translation translation = translated(type);
  if (translation) {
    result.strength = usable(analyse(*translation.automaton).strength, options);
    if (automatic) {
      algorithm = choose(*result.strength);
      if (type != type_for(algorithm)) translation = translated(type = type_for(algorithm));
    }
  }
  if (!translation) {
    result.reason = "translating the formula: " + translation.reason;
    return result;
  }
  result.automaton = *std::move(translation.automaton);
  Result<CubeLabels> labels = CubeLabels::make(*result.automaton);
  if (!labels) return labels.errors();
  std::vector<model::ExprId> expressions;
  for (const std::string& atom : result.automaton->atoms) expressions.push_back(expression_of(requirement, atom));

  model::Interpreter interpreter(program, {.lossy = options.lossy});
  AutomatonProduct product(interpreter, *result.automaton, *std::move(labels), expressions, options.product);
  const CheckOptions check_options{
      .algorithm = algorithm, .strength = *result.strength, .state_based = type == AutomatonType::ba, .limits = options.limits};
  if (auto refusal = search(product, check_options, options, result)) return *std::move(refusal);
  if (result.run) {
    result.run->automaton_initial =
        product.watcher(result.lasso->stem.empty() ? result.lasso->cycle.front().source : result.lasso->stem.front().source);
    verify(interpreter, *result.run);
    std::vector<model::ExprId> letters;
    for (const Formula atom : *atoms) letters.push_back(expression_of(requirement, formulas.name(atom)));
    if (evaluate(formulas, requirement.formula, *atoms, word_of(interpreter, *result.run, letters)))
      throw InternalError("a counterexample that satisfies the formula");
  }
  return result;
}

Result<Finding> check_observer(const model::Program& program, const ModelCheckOptions& options) {
  assert(program.observer);
  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  result.strength = usable(strength_of(program), options);
  model::Interpreter interpreter(program, {.lossy = options.lossy});
  ObserverProduct product(interpreter, options.product);
  const CheckOptions check_options{
      .algorithm = options.algorithm, .strength = *result.strength, .state_based = true, .limits = options.limits};
  if (auto refusal = search(product, check_options, options, result)) return *std::move(refusal);
  if (result.run) verify(interpreter, *result.run);
  return result;
}

std::vector<Finding> check_safety(const model::Program& program, std::span<const Requirement> requirements,
                                  const ModelCheckOptions& options) {
  std::vector<Goal> goals;
  for (const Requirement& requirement : requirements) {
    assert(is_found_by_walk(requirement.kind));
    goals.push_back({.kind = requirement.kind == Requirement::Kind::deadlock    ? Goal::Kind::deadlock
                             : requirement.kind == Requirement::Kind::assertion ? Goal::Kind::fault
                             : requirement.kind == Requirement::Kind::invariant ? Goal::Kind::violation
                                                                                : Goal::Kind::condition,
                     .expression = requirement.expression});
  }
  model::Interpreter interpreter(program, {.lossy = options.lossy});
  PlainProduct product(interpreter, options.product);
  const Exploration exploration =
      explore_states(product, goals, {.order = options.order, .limits = options.limits, .stop_when_found = true});
  std::vector<Finding> results;
  for (std::size_t i = 0; i < requirements.size(); ++i) {
    Finding result;
    result.algorithm = options.order == SearchOrder::breadth_first ? "bfs" : "dfs";
    result.statistics = {.states = exploration.states,
                         .transitions = exploration.transitions,
                         .post_calls = exploration.expanded,
                         .max_depth = std::max(exploration.max_depth, exploration.levels),
                         .seconds = exploration.seconds};
    result.deadlocks = exploration.stuck;
    measure(product, result);
    if (const auto& witness = exploration.witnesses[i]) {
      result.verdict = Verdict::violated;
      result.fault = witness->fault;
      result.shortest = options.order == SearchOrder::breadth_first;
      result.run = run_to(product, exploration, *witness);
      verify(interpreter, *result.run);
    } else if (exploration.complete) {
      result.verdict = Verdict::holds;
    } else {
      result.reason = exploration.reason;
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace lariat::check
