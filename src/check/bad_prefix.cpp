// SPDX-License-Identifier: Apache-2.0
#include "check/bad_prefix.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "check/liveness.hpp"
#include "check/run_checks.hpp"
#include "check/shorten.hpp"
#include "lariat/automata/bad_prefixes.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/ltl/evaluate.hpp"
#include "lariat/ltl/progression.hpp"
#include "lariat/product/automaton_product.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/run_along.hpp"

namespace lariat::check {
namespace {

constexpr std::size_t most_monitor_states = 1000;
constexpr std::uint64_t largest_residue = 10'000;  // nodes of what progression leaves of a formula

// The automaton of bad prefixes, ready to read letters.
struct Monitor {
  automata::Automaton automaton;
  automata::CubeLabels labels;
  std::vector<unsigned> numbers;  // by atom: which atom of the system it is

  StateId bad() const { return static_cast<StateId>(automaton.graph.states() - 1); }
  StateId next(StateId s, std::uint64_t letter) const {
    for (std::uint32_t edge = automaton.graph.first_edge(s); edge < automaton.graph.first_edge(s + 1); ++edge)
      if (labels.holds(edge, letter)) return automaton.graph.edge_target(edge);
    return bad();
  }
};

std::optional<Monitor> make_monitor(const SystemFormula& asked, const Limits& limits) {
  automata::Translation translation = automata::translate(asked.formulas, asked.formula, {.limits = limits});
  if (!translation) return std::nullopt;
  auto automaton = automata::bad_prefixes(*translation.automaton, most_monitor_states, limits);
  if (!automaton) return std::nullopt;
  auto labels = automata::CubeLabels::make(*automaton);
  if (!labels) return std::nullopt;
  Monitor monitor{*std::move(automaton), *std::move(labels), {}};
  for (const std::string& atom : monitor.automaton.atoms) monitor.numbers.push_back(asked.number(atom));
  return monitor;
}

// The atoms of the system with these numbers that hold in a state: bit i stands for numbers[i].
std::uint64_t letter_of(system::System& system, system::Bytes state, const std::vector<unsigned>& numbers) {
  system::Valuation value;
  system.valuations({&state, 1}, {&value, 1});
  std::uint64_t letter = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) letter |= (value.holds >> numbers[i] & 1) << i;
  return letter;
}

// The steps of the run up to its first bad state, the cycle repeated as often as it takes; nothing if there is no bad state.
std::optional<std::vector<run::RunStep>> steps_to_bad_state(system::System& system, const run::Run& run,
                                                            const Monitor& monitor) {
  std::vector<run::RunStep> steps;
  std::set<std::pair<std::size_t, StateId>> seen;  // where rounds of the cycle began
  StateId s = 0;
  for (std::size_t i = 0;; ++i) {
    if (i == run.steps.size()) i = *run.cycle;
    if (i == *run.cycle && !seen.emplace(i, s).second) return std::nullopt;
    s = monitor.next(s, letter_of(system, run.before(i), monitor.numbers));
    if (s == monitor.bad()) return steps;
    steps.push_back(run.steps[i]);
  }
}

// A shortest run to a bad state that has fewer steps than `length`; nothing if there is none, or if a limit comes first.
std::optional<run::Run> shorter_run(system::System& system, const Monitor& monitor, std::size_t length,
                                    const product::ProductOptions& options, const Limits& limits) {
  product::AutomatonProduct product(system, monitor.automaton, monitor.labels, monitor.numbers, options);
  product::ReducibleProduct space(product);
  struct Origin {
    StateId parent = no_state;
    std::uint32_t choice = 0;
  };
  std::vector<Origin> origins;  // by state; the parent of the initial state is itself
  const auto meet = [&](StateId s, Origin origin) {
    if (s >= origins.size()) origins.resize(std::size_t{s} + 1);
    if (origins[s].parent != no_state) return false;
    origins[s] = origin;
    return true;
  };
  const auto way_to = [&](StateId s) {
    std::vector<walk::Choice> choices;
    for (; origins[s].parent != s; s = origins[s].parent) choices.push_back({origins[s].parent, origins[s].choice});
    std::reverse(choices.begin(), choices.end());
    return walk::run_along(space, s, choices);
  };
  LimitCheck check(&limits, 64);
  std::vector<StateId> level;
  std::vector<StateId> next;
  for (const StateId s : space.initial())
    if (meet(s, {s, 0})) level.push_back(s);
  std::vector<Successor> successors;
  for (std::size_t depth = 0; depth < length && !level.empty(); ++depth) {
    for (const StateId s : level) {
      check();
      successors.clear();
      space.post(s, successors);
      for (std::uint32_t i = 0; i < successors.size(); ++i) {
        const StateId t = successors[i].target;
        if (space.marks(t) != 0) return way_to(s);  // reading the letter of s, the monitor went to its bad state
        if (meet(t, {s, i})) next.push_back(t);
      }
    }
    level.swap(next);
    next.clear();
  }
  return std::nullopt;
}

enum class Proof { bad, not_bad, unknown };

// Does no continuation of the run satisfy the formula? By progression; what it leaves may have to be translated.
Proof prove_bad(const SystemFormula& asked, const run::Run& run, const Limits& limits) {
  ltl::FormulaStore& formulas = asked.formulas;
  const auto atoms = ltl::atom_list(formulas, asked.formula);
  if (!atoms) return Proof::unknown;
  std::vector<unsigned> numbers;
  for (const ltl::Formula atom : *atoms) numbers.push_back(asked.number(std::string(formulas.name(atom))));
  ltl::Progression progression(formulas, *atoms);
  ltl::Formula left = asked.formula;
  ltl::LassoWord stays;  // the run, and its last state for ever
  for (std::size_t i = 0; i <= run.steps.size(); ++i) {
    const ltl::Letter letter = letter_of(asked.system, run.before(i), numbers);
    stays.stem.push_back(letter);
    left = progression.after(left, letter);
    if (formulas.size(left) > largest_residue) return Proof::unknown;
  }
  stays.cycle = {stays.stem.back()};
  if (ltl::evaluate(formulas, asked.formula, *atoms, stays)) return Proof::not_bad;
  if (left == formulas.falsity()) return Proof::bad;
  const automata::Translation translation = automata::translate(formulas, left, {.limits = limits});
  if (!translation) return Proof::unknown;
  if (translation.automaton->rejects_all) return Proof::bad;
  const auto empty = automata::check_emptiness(translation.automaton->graph, {.limits = limits});
  if (!empty || empty->verdict == search::Emptiness::unknown) return Proof::unknown;
  return empty->verdict == search::Emptiness::empty ? Proof::bad : Proof::not_bad;
}

// A program as a system whose atoms are those of a formula.
class FormulaOnProgram {
 public:
  FormulaOnProgram(const model::Program& program, const model::InterpreterOptions& interpretation, ltl::FormulaStore& formulas,
                   const Requirement& requirement)
      : program_(program), formulas_(formulas), formula_(requirement.formula) {
    if (const auto atoms = ltl::atom_list(formulas, requirement.formula))
      for (const ltl::Formula atom : *atoms) {
        names_.emplace_back(formulas.name(atom));
        expressions_.push_back(expression_of(requirement, names_.back()));
      }
    system_.emplace(program, interpretation, nullptr, expressions_);
  }

  SystemFormula asked() {
    return {.formulas = formulas_, .formula = formula_, .system = *system_, .number = [this](const std::string& name) {
              return static_cast<unsigned>(std::find(names_.begin(), names_.end(), name) - names_.begin());
            }};
  }

  // The system of the program, with successors from compiled code.
  system::System& compiled(model::Engine* engine, const Limits& limits) {
    compiled_.emplace(program_, system_->interpreter().options(), engine, expressions_);
    compiled_->interpreter().obey(limits);
    return *compiled_;
  }

 private:
  const model::Program& program_;
  ltl::FormulaStore& formulas_;
  ltl::Formula formula_;
  std::vector<std::string> names_;          // of the formula's atoms
  std::vector<model::ExprId> expressions_;  // what they stand for
  std::optional<system::ProgramSystem> system_;
  std::optional<system::ProgramSystem> compiled_;
};

// Like the public functions; `searched` gives the system in which a shorter run is looked for.
bool end_at_bad_state(const SystemFormula& asked, const std::function<system::System&(const Limits&)>& searched,
                      const ModelCheckOptions& options, Finding& result) {
  const Limits limits = options.minimize ? options.limits : shortening_limits(options);
  const run::Run& found = *result.run;
  if (!found.cycle) return false;
  try {
    const auto monitor = make_monitor(asked, limits);
    if (!monitor) return false;
    auto steps = steps_to_bad_state(asked.system, found, *monitor);
    if (!steps) return false;
    run::Run run{.initial = found.initial, .automaton_initial = found.automaton_initial, .steps = *std::move(steps)};
    const std::size_t first = run.steps.size();
    bool shortest = false;
    // Where runs that end do not count, a shorter run to a bad state might have no infinite continuation.
    if ((options.shorten || options.minimize) && !options.approximate &&
        options.product.deadlock_runs == product::DeadlockRuns::stutter) {
      try {
        product::ProductOptions product_options{
            .max_states = options.minimize ? options.product.max_states : options.shorten->max_states,
            .store = options.product.store};
        if (auto shorter = shorter_run(searched(limits), *monitor, run.steps.size(), product_options, limits)) {
          run = *std::move(shorter);
          run.automaton_initial = model::none;  // these are states of the monitor
          for (run::RunStep& step : run.steps) step.automaton_state = model::none;
        }
        shortest = true;
      } catch (const Stopped&) {
        result.notes.emplace_back("there may be a shorter run: --minimize min-bfs takes the time to look for it");
      }
    }
    const Proof proof = prove_bad(asked, run, limits);
    if (proof == Proof::unknown) return false;
    if (proof == Proof::not_bad) throw search::InternalError("a bad prefix that a continuation saves");
    verify(asked.system, run);
    if (!options.minimize && run.steps.size() < first) result.first_found = {first, 0};
    result.run = std::move(run);
    result.is_bad_prefix = true;
    result.shortest = shortest;
    return true;
  } catch (const Stopped&) {
    return false;
  }
}

}  // namespace

bool is_bad_prefix(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                   const ModelCheckOptions& options, const Finding& finding) {
  FormulaOnProgram formula(program, finding.interpretation, formulas, requirement);
  return prove_bad(formula.asked(), *finding.run, options.limits) == Proof::bad;
}

bool end_at_bad_state(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                      const ModelCheckOptions& options, Finding& result) {
  FormulaOnProgram formula(program, result.interpretation, formulas, requirement);
  return end_at_bad_state(
      formula.asked(), [&](const Limits& limits) -> system::System& { return formula.compiled(options.engine, limits); },
      options, result);
}

bool end_at_bad_state(const SystemFormula& asked, const ModelCheckOptions& options, Finding& result) {
  return end_at_bad_state(
      asked, [&](const Limits&) -> system::System& { return asked.system; }, options, result);
}

}  // namespace lariat::check
