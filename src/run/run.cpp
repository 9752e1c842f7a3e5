// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lariat::run {
namespace {

using model::Fault;
using model::Interpreter;
using model::none;
using model::State;
using model::StateView;

bool same(const model::Source& a, const model::Source& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool same(const Fault& a, const Fault& b) {
  return a.kind == b.kind && same(a.source, b.source) && a.value == b.value && a.place == b.place;
}

// Equal but for what is hidden.
bool same(const Interpreter& interpreter, StateView a, StateView b) {
  const std::size_t hidden = interpreter.layout().hidden_bytes();
  if (a.size() != b.size() || a.size() < hidden) return false;
  return std::equal(a.begin() + static_cast<std::ptrdiff_t>(hidden), a.end(), b.begin() + static_cast<std::ptrdiff_t>(hidden));
}

std::vector<RunStep> steps_of(const model::Successors& successors) {
  std::vector<RunStep> steps;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const auto actions = successors.actions(i);
    const StateView state = successors.state(i);
    steps.push_back({.actions = {actions.begin(), actions.end()},
                     .state = State(state.begin(), state.end()),
                     .fault = successors.fault(i)});
  }
  return steps;
}

// The step together with the observer's transition.
RunStep observed_step(Interpreter& interpreter, const RunStep& step, model::TransitionId move) {
  RunStep both = step;
  both.actions.push_back({.process = model::observer_number, .type = interpreter.program().observer->type, .transition = move});
  const Fault fault = interpreter.move_observer(move, step.state, both.state);
  if (!both.fault) both.fault = fault;
  return both;
}

// The steps of the system, each with every move of the observer that allows it, and those in which it takes part.
std::vector<RunStep> observed_steps(Interpreter& interpreter, StateView s, std::vector<RunStep> steps) {
  std::vector<model::TransitionId> moves;
  interpreter.observer_moves(s, moves);
  std::vector<RunStep> meetings;
  for (const model::TransitionId move : moves) {
    model::Successors met;
    interpreter.observer_meetings(move, s, met);
    for (const RunStep& step : steps_of(met)) meetings.push_back(observed_step(interpreter, step, move));
  }
  if (steps.empty() && meetings.empty()) steps.push_back({.state = State(s.begin(), s.end())});
  std::vector<RunStep> combined;
  for (const RunStep& step : steps)
    for (const model::TransitionId move : moves)
      if (interpreter.observer_allows(move, s, step.actions)) combined.push_back(observed_step(interpreter, step, move));
  combined.insert(combined.end(), meetings.begin(), meetings.end());
  // Reaching its end, the observer has seen enough: the system need not move.
  const model::Program::Observer& observer = *interpreter.program().observer;
  const RunStep nobody{.state = State(s.begin(), s.end())};
  for (const model::TransitionId move : moves)
    if (interpreter.program().process_types[observer.type].transitions[move].target == observer.end)
      combined.push_back(observed_step(interpreter, nobody, move));
  return combined;
}

// The step among the possible ones, or what is wrong with it.
std::optional<std::string> take(const Interpreter& interpreter, std::vector<RunStep>& possible, const RunStep& step,
                                State& at) {
  bool has_actions = false;
  bool has_state = false;
  for (RunStep& candidate : possible) {
    if (candidate.actions != step.actions) continue;
    has_actions = true;
    if (!same(interpreter, candidate.state, step.state)) continue;
    has_state = true;
    if (!same(candidate.fault, step.fault)) continue;
    at = std::move(candidate.state);
    return std::nullopt;
  }
  if (has_state) return "what goes wrong is not what the step says";
  if (has_actions) return "the transitions lead to another state";
  if (step.actions.empty()) return "the system is not stuck";
  return "these transitions cannot be taken here";
}

}  // namespace

bool is_observed(const Run& run) {
  return std::any_of(run.steps.begin(), run.steps.end(), [](const RunStep& step) {
    return !step.actions.empty() && step.actions.back().process == model::observer_number;
  });
}

std::vector<RunStep> possible_steps(Interpreter& interpreter, StateView s, bool observed) {
  model::Successors successors;
  interpreter.successors(s, successors);
  std::vector<RunStep> steps = steps_of(successors);
  if (observed && !interpreter.program().observer) return {};
  if (observed) return observed_steps(interpreter, s, std::move(steps));
  if (steps.empty()) steps.push_back({.state = State(s.begin(), s.end())});
  return steps;
}

Fault fault_of(Interpreter& interpreter, StateView s, const RunStep& step) {
  if (step.fault) return step.fault;
  const auto failed = interpreter.failed_assertion(step.state);
  if (!failed) return {};
  const auto before = interpreter.failed_assertion(s);
  return before && same(*before, *failed) ? Fault{} : *failed;
}

std::optional<std::string> find_flaw(Interpreter& interpreter, const Run& run) {
  const bool observed = is_observed(run);
  if (observed && !interpreter.program().observer) return "the program has no observer";
  if (run.cycle && *run.cycle >= run.steps.size()) return "the cycle begins behind the last step";

  State at = interpreter.initial();  // what the interpreter says, never what the run says
  if (!same(interpreter, at, run.initial)) return "the run does not begin in the initial state";
  State closing;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.cycle == i) closing = at;
    const RunStep& step = run.steps[i];
    if ((step.automaton_state == none) != (run.automaton_initial == none))
      return fmt::format("step {}: the automaton is not in all steps", i + 1);
    std::vector<RunStep> possible = possible_steps(interpreter, at, observed);
    if (const auto flaw = take(interpreter, possible, step, at)) return fmt::format("step {}: {}", i + 1, *flaw);
  }
  if (!run.cycle) return std::nullopt;
  if (!same(interpreter, at, closing)) return "the cycle does not close: it ends in another state";
  if (run.automaton_before(*run.cycle) != run.steps.back().automaton_state)
    return "the cycle does not close: it ends in another state of the automaton";
  return std::nullopt;
}

std::optional<std::string> find_unfairness(Interpreter& interpreter, const Run& run) {
  if (!run.cycle) return std::nullopt;
  std::set<std::uint32_t> waiting;  // have had a step in every state so far
  model::Successors successors;
  for (std::size_t i = *run.cycle; i < run.steps.size(); ++i) {
    interpreter.successors(run.before(i), successors);
    std::set<std::uint32_t> enabled;
    for (std::size_t k = 0; k < successors.size(); ++k)
      for (const model::Action& action : successors.actions(k)) {
        enabled.insert(action.process);
        if (interpreter.program().receiver_takes_over) break;
      }
    if (i == *run.cycle) waiting = enabled;
    std::erase_if(waiting, [&](std::uint32_t process) { return !enabled.contains(process); });
  }
  for (std::size_t i = *run.cycle; i < run.steps.size(); ++i)
    for (const model::Action& action : run.steps[i].actions) waiting.erase(action.process);
  if (waiting.empty()) return std::nullopt;
  return fmt::format("process {} can always make a step and makes none", *waiting.begin());
}

}  // namespace lariat::run
