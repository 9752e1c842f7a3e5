// SPDX-License-Identifier: Apache-2.0
#include "run/trail_follower.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/model/access.hpp"
#include "lariat/run/state_text.hpp"

namespace lariat::run {
namespace {

using model::Action;
using model::State;
using model::StateView;
using model::Transition;

constexpr std::size_t max_failures = 100'000;  // after which the search gives up

const Transition& transition_of(const model::Program& program, const Action& action) {
  return program.process_types[action.type].transitions[action.transition];
}

}  // namespace

std::optional<Follower::Path> Follower::follow(const State& s, std::size_t first, std::uint32_t mover) {
  Path path;
  std::vector<Node> nodes = {{.line = first, .mover = mover}};
  look(nodes.back(), s);
  if (furthest_state_.empty()) furthest_state_ = s;
  while (true) {
    Node& here = nodes.back();
    if (here.chosen == here.candidates.size()) {
      const bool arrived = here.line == lines_.moves.size() && here.candidates.empty();
      if (arrived) return path;
      const StateView state = path.steps.empty() ? StateView(s) : StateView(path.steps.back().state);
      failed_.insert(key(state, here));
      nodes.pop_back();
      if (nodes.empty() || failed_.size() > max_failures) return std::nullopt;
      path.steps.pop_back();
      path.at.pop_back();
      continue;
    }
    const Candidate& candidate = here.candidates[here.chosen++];
    Node next{.line = candidate.next, .mover = here.mover};
    if (candidate.next == here.line)
      next.done = here.done;
    else
      next.mover = lines_.moves[candidate.next - 1].process;
    for (const Move& move : moves_of(program_, candidate.step.actions))
      if (move.process == next.mover) next.done.push_back(move.element);
    for (const Action& action : candidate.step.actions)
      if (action.process == next.mover) next.open = may_be_followed(action);
    if (failed_.contains(key(candidate.step.state, next))) continue;
    look(next, candidate.step.state);
    if (candidate.next > furthest_) {
      furthest_ = candidate.next;
      furthest_state_ = candidate.step.state;
    }
    path.steps.push_back(candidate.step);
    path.at.push_back(here.line);
    if (candidate.next == lines_.moves.size() && candidate.step.fault) return path;
    nodes.push_back(std::move(next));
  }
}

void Follower::look(Node& node, StateView s) {
  const bool at_end = node.line == lines_.moves.size();
  if (at_end && !lines_.merges) return;
  const bool after_line = lines_.merges && node.mover != model::none;
  for (RunStep& step : possible_steps(interpreter_, s, observed_)) {
    if (step.actions.empty()) continue;
    if (after_line && is_silent(step, node)) {
      const bool likely = node.open && std::all_of(step.actions.begin(), step.actions.end(),
                                                   [&](const Action& action) { return is_merged(action); });
      // At the end only what is surely part of the last line is taken, and nothing behind an error.
      if (likely || !at_end) node.candidates.push_back({.step = step, .next = node.line, .rank = likely ? 0 : 3});
    }
    if (!at_end) match(step, node.line, node.candidates);
  }
  std::stable_sort(node.candidates.begin(), node.candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
}

// Adds the step for each line that can be the one behind it.
void Follower::match(const RunStep& step, std::size_t line, std::vector<Candidate>& out) const {
  const std::vector<Move> moves = moves_of(program_, step.actions);
  // Where a statement may be merged with the one before it, it may have a line of its own or none.
  std::vector<std::size_t> reached = {line};
  const std::size_t end = lines_.moves.size();
  bool ends_inside = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::vector<std::size_t> next;
    const bool may_go_with = lines_.merges && i > 0 && moves[i].process == moves[i - 1].process;
    for (const std::size_t at : reached) {
      if (at == end)
        ends_inside = true;
      else if (lines_.moves[at].is(moves[i]))
        next.push_back(at + 1);
      if (may_go_with) next.push_back(at);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    reached = std::move(next);
  }
  // A trail may end in the middle of an atomic sequence, where something goes wrong.
  if (ends_inside && std::find(reached.begin(), reached.end(), end) == reached.end())
    out.push_back({.step = step, .next = end, .rank = step.fault ? 1 : 2});
  for (auto at = reached.rbegin(); at != reached.rend(); ++at)
    if (*at > line) out.push_back({.step = step, .next = *at, .rank = 1});
}

// Whether the step can be one of the process that has no line: it does not wait, and meets nobody.
bool Follower::is_silent(const RunStep& step, const Node& node) const {
  const model::Program& program = interpreter_.program();
  return std::all_of(step.actions.begin(), step.actions.end(), [&](const Action& action) {
    const Transition& transition = transition_of(program, action);
    const std::uint32_t element = program_.elements()[action.type][action.transition];
    return action.process == node.mover && std::find(node.done.begin(), node.done.end(), element) == node.done.end() &&
           transition.communication == model::none && !transition.is_else && transition.guard == model::none &&
           transition.unless.empty() &&
           std::none_of(transition.effects.begin(), transition.effects.end(),
                        [](const model::Effect& effect) { return effect.kind == model::Effect::Kind::end; });
  });
}

bool Follower::sees_others(const Action& action) const {
  const model::AccessSets sets = model::accesses(interpreter_.program(), action.type, action.transition);
  const auto is_own = [](const model::Access& access) {
    return (access.kind == model::Access::Kind::local || access.kind == model::Access::Kind::location) &&
           access.process == model::own_process;
  };
  return !std::all_of(sets.guard_reads.begin(), sets.guard_reads.end(), is_own) ||
         !std::all_of(sets.reads.begin(), sets.reads.end(), is_own) ||
         !std::all_of(sets.writes.begin(), sets.writes.end(), is_own);
}

// Whether Spin merges a step that does not wait with the one before it, as far as one can tell: nobody else sees it, and nobody
// can come to the place between the two otherwise.
bool Follower::is_merged(const Action& action) const {
  const Transition& transition = transition_of(interpreter_.program(), action);
  const model::Location& location = interpreter_.program().process_types[action.type].locations[transition.source];
  return !transition.effects.empty() && location.out.size() == 1 && location.labels.empty() && !sees_others(action);
}

// Whether others are merged with a step: of several from one place, Spin does so with the last.
bool Follower::may_be_followed(const Action& action) const {
  const Transition& transition = transition_of(interpreter_.program(), action);
  const model::Location& location = interpreter_.program().process_types[action.type].locations[transition.source];
  const bool waits = transition.guard != model::none || transition.communication != model::none || transition.effects.empty();
  if (location.out.back() != action.transition || !transition.unless.empty() || transition.is_else) return false;
  if (transition.then == Transition::Then::at_once || (!waits && !location.labels.empty())) return false;
  return transition.then == Transition::Then::atomic || !sees_others(action);
}

std::string Follower::key(StateView s, const Node& node) const {
  return fmt::format("{} {} {} ", node.line, node.mover, node.done.size()) + std::string(s.begin(), s.end());
}

std::string Follower::complaint() {
  const model::Program& program = interpreter_.program();
  constexpr const char* changed = "the model may have changed since the trail was written";
  const Move& move = lines_.moves[std::min(furthest_, lines_.moves.size() - 1)];
  const bool is_claim = move.process == model::observer_number;
  if (!is_claim && move.process >= interpreter_.process_count(furthest_state_))
    return fmt::format("there is no process {} here, but only {}; {}", move.process,
                       interpreter_.process_count(furthest_state_), changed);
  const model::ProcessTypeId type =
      is_claim ? program.observer->type : interpreter_.process_type(furthest_state_, move.process);
  const std::string name = process_name(program, move.process, type);
  for (model::ProcessTypeId owner = 0; owner < program.process_types.size(); ++owner) {
    const auto& elements = program_.elements()[owner];
    const auto found = std::find(elements.begin(), elements.end(), move.element);
    if (found == elements.end()) continue;
    const Transition& transition = program.process_types[owner].transitions[static_cast<std::size_t>(found - elements.begin())];
    const std::string what = fmt::format("statement {} ({}, {})", move.element, printable(shorten(transition.text, 60)),
                                         source_text(program, transition.position));
    if (owner != type)
      return fmt::format("{} is one of {}, and this process is {}; {}", what, program.process_types[owner].name, name, changed);
    const bool sends = transition.communication != model::none &&
                       program.communications[transition.communication].kind == model::Communication::Kind::send;
    const char* const hint =
        sends && !interpreter_.options().lossy ? ", or it was written by a verifier of spin -m (--lossy)" : "";
    return fmt::format("{} cannot do {} here; {}{}", name, what, changed, hint);
  }
  return fmt::format("the model has no statement with the number {} that is a step; {}", move.element, changed);
}

}  // namespace lariat::run
