// SPDX-License-Identifier: Apache-2.0
#include "walk/walker.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "walk/progress.hpp"

namespace lariat::walk {

WalkState::WalkState(const std::vector<Goal>& goals, const ExploreOptions& options)
    : goals_(goals), options_(options), found_(std::make_unique<std::atomic<bool>[]>(goals.size())), missing_(goals.size()) {}

void WalkState::note_found(std::size_t goal) {
  if (found_[goal].exchange(true)) return;
  if (missing_.fetch_sub(1) == 1 && options_.stop_when_found) stop("what was looked for has been found");
}

void WalkState::stop(const std::string& reason) {
  const std::scoped_lock lock(mutex_);
  if (stopped_.exchange(true)) return;
  reason_ = reason;
}

void WalkState::look_up(std::uint64_t expanded, std::uint64_t transitions, std::uint64_t depth) {
  try {
    show_progress(options_.limits, expanded, transitions, depth);
  } catch (const Stopped& stopped) {
    stop(stopped.reason);
  }
}

Walker::Walker(product::Product& product, WalkState& walk)
    : space_(product), walk_(walk), evaluator_(product.system(), walk.goals()), witnesses_(walk.goals().size()) {
  const reduce::Proviso::Expands expands = walk.options().reduction.proviso.expands;
  const bool by_rank = expands == reduce::Proviso::Expands::rank;
  if (by_rank) space_.expand_by_rank();
  leaves_out_ = by_rank || expands == reduce::Proviso::Expands::nothing;
}

void Walker::begin() {
  const model::Fault fault = evaluator_.initial_fault();
  const std::vector<StateId>& initial = space_.initial();
  if (fault) found(Goal::Kind::fault, {.state = initial.front(), .fault = fault});
  for (const StateId s : initial) look_at(product().system_state(s), s, no_state);
}

// True if `post` went well; otherwise the walk is stopped.
template <class Post>
bool Walker::attempt(const Post& post) {
  try {
    post();
    return true;
  } catch (const std::bad_alloc&) {
    walk_.stop("out of memory");
  } catch (const std::length_error& error) {
    walk_.stop(error.what());
  }
  return false;
}

void Walker::expand(StateId s) {
  // Where nothing is new, what was left out would be left out for ever if the ways from here lead round and round. Where each
  // state that was not expanded has a successor that it was the first to meet, a way over such ones ends, at a state that was.
  if (expand_reduced(s) && !leaves_out_ && !met_new_ && !walk_.stopped()) expand_rest(s);
}

bool Walker::expand_reduced(StateId s) {
  add(expanded_, 1);
  bool is_part = false;
  take_in(s, [&] { is_part = space_.post_reduced(s, expansion_); });
  partial_ += is_part ? 1 : 0;
  return is_part;
}

void Walker::expand_rest(StateId s) {
  ++fully_expanded_;
  take_in(s, [&] { space_.post_rest(s, expansion_); });
}

// Counts what follows s by `post`, and looks at the new states.
template <class Post>
void Walker::take_in(StateId s, const Post& post) {
  try {
    if (!attempt(post)) return;
    count(s, expansion_);
    look_at_new(s, expansion_);
  } catch (const Stopped& stopped) {
    look_at_new(s, expansion_);
    walk_.stop(stopped.reason);
  }
}

void Walker::expand_group(store::IdRange states) {
  try {
    if (!attempt([&] { product().post_group(states, group_); })) return;
  } catch (const Stopped& stopped) {
    walk_.stop(stopped.reason);
    return;
  }
  add(expanded_, states.size());
  // Most groups need no look at their transitions.
  const bool looks = group_.has_faults() || evaluator_.looks_at_states();
  if (!looks) add(transitions_, group_.size());
  for (std::size_t i = 0; i < states.size() && !walk_.stopped(); ++i) {
    const StateId s = states.begin + static_cast<StateId>(i);
    const product::Group::Part transitions = group_[i];
    if (looks || transitions.size() == 0) {
      count(s, transitions);
      look_at_new(s, transitions);
    } else {
      max_out_degree_ = std::max<std::uint64_t>(max_out_degree_, transitions.size());
    }
  }
}

template <class Transitions>
void Walker::count(StateId s, const Transitions& transitions) {
  const std::size_t first = transitions.numbered_begin();
  const std::size_t end = transitions.numbered_end();
  add(transitions_, end - first);
  max_out_degree_ = std::max<std::uint64_t>(max_out_degree_, end);
  met_new_ = false;
  for (std::size_t i = first; i < end; ++i) met_new_ |= transitions.is_new(i);
  if (transitions.has_faults())
    for (auto i = static_cast<std::uint32_t>(first); i < end; ++i)
      if (const model::Fault& fault = transitions.fault(i)) {
        ++faults_;
        found(Goal::Kind::fault, {.state = s, .choice = i, .fault = fault});
      }
  if (end != 0) return;
  ++deadlocks_;
  if (!evaluator_.is_deadlock(product().system_state(s))) return;
  ++stuck_;
  found(Goal::Kind::deadlock, {.state = s});
}

template <class Transitions>
void Walker::look_at_new(StateId parent, const Transitions& transitions) {
  if (!evaluator_.looks_at_states()) return;
  for (std::size_t i = transitions.numbered_begin(); i < transitions.numbered_end(); ++i)
    if (transitions.is_new(i)) look_at(product().expander().system_state(transitions.state(i)), transitions.id(i), parent);
}

void Walker::look_at(system::Bytes state, StateId s, StateId parent) {
  evaluator_.look_at(
      state, [&](std::size_t i) { return !walk_.is_found(i); },
      [&](std::size_t i, const model::Fault& fault) {
        witnesses_[i] = Witness{.state = s, .fault = fault, .parent = parent, .level = walk_.level()};
        walk_.note_found(i);
      });
}

void Walker::found(Goal::Kind kind, const Witness& witness) {
  for (std::size_t i = 0; i < walk_.goals().size(); ++i)
    if (walk_.goals()[i].kind == kind && !walk_.is_found(i)) {
      witnesses_[i] = witness;
      witnesses_[i]->level = walk_.level();
      walk_.note_found(i);
    }
}

void Walker::report(Exploration& result) const {
  result.expanded += expanded();
  result.transitions += transitions();
  result.deadlocks += deadlocks_;
  result.stuck += stuck_;
  result.max_out_degree = std::max(result.max_out_degree, max_out_degree_);
  result.faults += faults_;
  result.partial += partial_;
  result.fully_expanded += fully_expanded_;
  for (std::size_t i = 0; i < witnesses_.size(); ++i)
    if (!result.witnesses[i]) result.witnesses[i] = witnesses_[i];
}

}  // namespace lariat::walk
