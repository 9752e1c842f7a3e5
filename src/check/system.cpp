// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/bad_prefix.hpp"
#include "check/liveness.hpp"
#include "check/safety.hpp"
#include "check/shorten.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/product/automaton_product.hpp"

namespace lariat::check {
namespace {

// Why a system without a program cannot be checked with these options.
std::optional<Diagnostic> find_refusal(system::System& system, const ModelCheckOptions& options) {
  if (system.as_program() != nullptr) return std::nullopt;
  const auto needs = [](std::string_view what) {
    return Diagnostic{.message = fmt::format("{} a program, and this system has none", what)};
  };
  if (options.fair) return needs("fairness needs the processes of");
  if (options.reduction.method != reduce::Method::none && !options.reduction.automatic)
    return needs("partial-order reduction needs the transitions of");
  if (options.coverage || options.product.coverage != nullptr) return needs("coverage needs the statements of");
  return std::nullopt;
}

Result<unsigned> atom_number(const std::vector<std::string>& atoms, std::string_view name) {
  const auto at = std::find(atoms.begin(), atoms.end(), name);
  if (at == atoms.end()) return Diagnostic{.message = fmt::format("the system has no atom '{}'", name)};
  return static_cast<unsigned>(at - atoms.begin());
}

// The letters of a run, one a state: bit i of a letter is atom numbers[i] of the system.
ltl::LassoWord word_of(system::System& system, const run::Run& run, const std::vector<unsigned>& numbers) {
  ltl::LassoWord word;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const system::Bytes state = run.before(i);
    system::Valuation value;
    system.valuations({&state, 1}, {&value, 1});
    std::uint64_t letter = 0;
    for (std::size_t k = 0; k < numbers.size(); ++k) letter |= (value.holds >> numbers[k] & 1) << k;
    (i < *run.cycle ? word.stem : word.cycle).push_back(letter);
  }
  return word;
}

}  // namespace

Result<Finding> check_formula(system::System& system, std::string_view formula, const ModelCheckOptions& options) {
  if (auto refusal = find_refusal(system, options)) return *std::move(refusal);
  const std::vector<std::string> names = system.atoms();
  if (names.size() > system::max_atoms)
    return Diagnostic{.message = fmt::format("the system has more than {} atoms", system::max_atoms)};
  ltl::FormulaStore formulas;
  const auto is_name = [&](std::string_view word) { return std::find(names.begin(), names.end(), word) != names.end(); };
  const auto parsed = ltl::parse_formula(formulas, formula, {.is_name = is_name});
  if (!parsed) return parsed.errors();
  Result<std::vector<ltl::Formula>> atoms = ltl::atom_list(formulas, parsed->formula);
  if (!atoms) return atoms.errors();
  std::vector<unsigned> letters;  // by atom of the formula: its number in the system
  for (const ltl::Formula atom : *atoms) {
    const Result<unsigned> number = atom_number(names, formulas.name(atom));
    if (!number) return number.errors();
    letters.push_back(*number);
  }

  Finding result;
  result.algorithm = options.minimize ? to_string(*options.minimize) : info(options.algorithm).name;
  FormulaPlan plan = TranslatedFormula(formulas, formulas.negation(parsed->formula)).plan(options);
  if (!plan.automaton) {
    result.reason = std::move(plan.reason);
    return result;
  }
  result.automaton = *std::move(plan.automaton);
  result.strength = plan.search.strength;
  Result<automata::CubeLabels> labels = automata::CubeLabels::make(*result.automaton);
  if (!labels) return labels.errors();
  std::vector<unsigned> numbers;
  for (const std::string& atom : result.automaton->atoms) numbers.push_back(*atom_number(names, atom));
  product::AutomatonProduct product(system, *result.automaton, *labels, numbers, product_options(plan.search, options));
  if (auto refusal = search(product, plan.search, options, result)) return *std::move(refusal);
  if (!result.run) return result;
  const auto evaluate_run = [&] {
    if (ltl::evaluate(formulas, parsed->formula, *atoms, word_of(system, *result.run, letters)))
      throw search::InternalError("a counterexample that satisfies the formula");
  };
  evaluate_run();
  const SystemFormula asked{
      .formulas = formulas, .formula = parsed->formula, .system = system, .number = [&](const std::string& name) {
        return *atom_number(names, name);
      }};
  if (end_at_bad_state(asked, options, result)) return result;
  shorten_lasso(product, options, result);
  evaluate_run();
  return result;
}

Result<std::vector<Finding>> check_states(system::System& system, std::span<const SystemGoal> goals,
                                          const ModelCheckOptions& options) {
  if (auto refusal = find_refusal(system, options)) return *std::move(refusal);
  const std::vector<std::string> names = system.atoms();
  std::vector<walk::Goal> walk_goals;
  for (const SystemGoal& goal : goals) {
    walk::Goal& walk_goal = walk_goals.emplace_back();
    switch (goal.kind) {
      case SystemGoal::Kind::deadlock:
        walk_goal.kind = walk::Goal::Kind::deadlock;
        continue;
      case SystemGoal::Kind::fault:
        walk_goal.kind = walk::Goal::Kind::fault;
        continue;
      case SystemGoal::Kind::invariant:
        walk_goal.kind = walk::Goal::Kind::violation;
        break;
      case SystemGoal::Kind::reach:
        walk_goal.kind = walk::Goal::Kind::condition;
        break;
    }
    const Result<unsigned> number = atom_number(names, goal.atom);
    if (!number) return number.errors();
    walk_goal.atom = *number;
  }
  return find_goals(system, walk_goals, {.order = options.order, .limits = options.limits, .stop_when_found = true}, options);
}

}  // namespace lariat::check
