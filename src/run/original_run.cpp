// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/original_run.hpp"

#include <algorithm>
#include <utility>

namespace lariat::run {
namespace {

using model::Action;
using model::Fault;

// A cycle closes when what it writes but nobody reads has come round; this takes a round for each variable through which a
// value passes, and reductions look through few (model/reductions.cpp).
constexpr std::size_t max_rounds = 32;

class OriginalFollower {
 public:
  OriginalFollower(model::Interpreter& original, const model::ReducedProgram& reduced, const Run& run, bool ends_at_fault)
      : original_(original), reduced_(reduced), run_(run), is_observed_(is_observed(run)), ends_at_fault_(ends_at_fault) {}

  std::optional<OriginalRun> follow() {
    result_.run.initial = original_.initial();
    result_.run.automaton_initial = run_.automaton_initial;
    const std::size_t cycle = run_.cycle.value_or(run_.steps.size());
    if (!follow(0, cycle)) return std::nullopt;
    if (run_.cycle && !close_cycle(cycle)) return std::nullopt;
    if (!result_.is_step_by_step) {
      result_.run.automaton_initial = model::none;
      for (RunStep& step : result_.run.steps) step.automaton_state = model::none;
    }
    return std::move(result_);
  }

 private:
  bool follow(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t first = result_.run.steps.size();
      if (!follow_step(run_.steps[i], i + 1 == run_.steps.size() && ends_at_fault_)) return false;
      result_.is_step_by_step &= result_.run.steps.size() == first + 1;
      for (std::size_t k = first; k < result_.run.steps.size(); ++k)
        result_.run.steps[k].automaton_state = run_.steps[i].automaton_state;
    }
    return true;
  }

  bool close_cycle(std::size_t cycle) {
    std::vector<std::size_t> rounds;  // where each begins
    while (rounds.size() < max_rounds) {
      const std::size_t here = result_.run.steps.size();
      for (const std::size_t earlier : rounds)
        if (same(result_.run.before(earlier), result_.run.before(here))) {
          result_.run.cycle = earlier;
          return true;
        }
      rounds.push_back(here);
      if (!follow(cycle, run_.steps.size())) return false;
    }
    return false;
  }

  bool same(model::StateView a, model::StateView b) const {
    const auto hidden = static_cast<std::ptrdiff_t>(original_.layout().hidden_bytes());
    return std::equal(a.begin() + hidden, a.end(), b.begin() + hidden, b.end());
  }

  bool follow_step(const RunStep& step, bool is_last) {
    std::vector<Action> remaining;
    for (const Action& action : step.actions) {
      const bool watches = action.process == model::observer_number;
      const auto& sequence = reduced_.sequences[action.type][action.transition];
      if (watches || sequence.empty()) remaining.push_back(action);
      if (watches) continue;
      for (const model::TransitionId transition : sequence)
        remaining.push_back({.process = action.process, .type = action.type, .transition = transition});
    }
    return take(step, is_last, std::move(remaining), true, false);
  }

  // Takes steps of the original until none of the actions remains; tries all ways.
  bool take(const RunStep& step, bool is_last, std::vector<Action> remaining, bool is_first, bool met_fault) {
    if (remaining.empty() && !is_first) return met_fault || !step.fault;
    auto& steps = result_.run.steps;
    std::vector<RunStep> possible = possible_steps(original_, result_.run.before(steps.size()), is_observed_);
    for (RunStep& candidate : possible) {
      if (candidate.actions.empty() != remaining.empty()) continue;
      // A sequence that goes wrong may do so earlier or later than the reduced one: one that never ends is noticed at some
      // point.
      if (candidate.fault && original_.is_error(candidate.state)) {
        if (candidate.fault.kind != step.fault.kind || candidate.actions.front() != remaining.front()) continue;
        steps.push_back(std::move(candidate));
        return true;
      }
      std::vector<Action> rest = remaining;
      if (!remove(candidate.actions, rest)) continue;
      const bool is_fault =
          step.fault && candidate.fault.kind == step.fault.kind && has_same_source(candidate.fault, step.fault);
      steps.push_back(std::move(candidate));
      if (is_fault && is_last) return true;
      if (take(step, is_last, std::move(rest), false, met_fault || is_fault)) return true;
      steps.pop_back();
    }
    return false;
  }

  static bool has_same_source(const Fault& a, const Fault& b) {
    return a.source.file == b.source.file && a.source.line == b.source.line && a.source.column == b.source.column;
  }

  // Takes the actions out of the rest. False if one is not the next of its process.
  static bool remove(const std::vector<Action>& actions, std::vector<Action>& rest) {
    for (const Action& action : actions) {
      const auto next =
          std::find_if(rest.begin(), rest.end(), [&](const Action& other) { return other.process == action.process; });
      if (next == rest.end() || !(*next == action)) return false;
      rest.erase(next);
    }
    return true;
  }

  model::Interpreter& original_;
  const model::ReducedProgram& reduced_;
  const Run& run_;
  bool is_observed_;
  bool ends_at_fault_;
  OriginalRun result_;
};

}  // namespace

std::optional<OriginalRun> original_run(model::Interpreter& original, const model::ReducedProgram& reduced, const Run& run,
                                        bool ends_at_fault) {
  return OriginalFollower(original, reduced, run, ends_at_fault).follow();
}

}  // namespace lariat::run
