// SPDX-License-Identifier: Apache-2.0
#include "walk/walker.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

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
  if (Gauge* const gauge = options_.limits.gauge; gauge != nullptr) {
    gauge->post_calls.store(expanded, std::memory_order_relaxed);
    gauge->transitions.store(transitions, std::memory_order_relaxed);
    gauge->depth.store(depth, std::memory_order_relaxed);
  }
  try {
    stop_at_limit(options_.limits);
  } catch (const Stopped& stopped) {
    stop(stopped.reason);
  }
}

Walker::Walker(product::Product& product, WalkState& walk) : product_(product), walk_(walk), witnesses_(walk.goals().size()) {
  leaves_out_ = walk.options().reduction.proviso.expands == reduce::Proviso::Expands::nothing;
  for (const Goal& goal : walk.goals()) watches_states_ |= goal.kind != Goal::Kind::deadlock;
}

void Walker::begin() {
  model::Fault fault;
  product_.interpreter().initial(&fault);
  const std::vector<StateId>& initial = product_.initial();
  if (fault) found(Goal::Kind::fault, {.state = initial.front(), .fault = fault});
  for (const StateId s : initial) look_at(product_.system(s), s, no_state);
}

// Whether it went well.
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
  take_in(s, [&] { is_part = product_.post_reduced(s); });
  partial_ += is_part ? 1 : 0;
  return is_part;
}

void Walker::expand_rest(StateId s) {
  ++fully_expanded_;
  take_in(s, [&] { product_.post_rest(s); });
}

template <class Post>
void Walker::take_in(StateId s, const Post& post) {
  try {
    if (attempt(post)) take_in(s);
  } catch (const Stopped& stopped) {
    look_at_new(s);
    walk_.stop(stopped.reason);
  }
}

void Walker::expand_group(store::IdRange states) {
  try {
    if (!attempt([&] { product_.post_group(states); })) return;
  } catch (const Stopped& stopped) {
    walk_.stop(stopped.reason);
    return;
  }
  add(expanded_, states.size());
  for (std::size_t i = 0; i < states.size() && !walk_.stopped(); ++i) {
    product_.select(i);
    take_in(states.begin + static_cast<StateId>(i));
  }
}

// What the last call of post led to.
void Walker::take_in(StateId s) {
  const std::size_t first = product_.first_numbered();
  const std::size_t count = product_.numbered();
  add(transitions_, count - first);
  max_out_degree_ = std::max<std::uint64_t>(max_out_degree_, count);
  met_new_ = false;
  for (auto choice = static_cast<std::uint32_t>(first); choice < count; ++choice) {
    met_new_ |= product_.is_new(choice);
    if (const model::Fault& fault = product_.fault(choice)) {
      ++faults_;
      found(Goal::Kind::fault, {.state = s, .choice = choice, .fault = fault});
    }
  }
  if (count == 0) {
    ++deadlocks_;
    const model::StateView state = product_.system(s);
    // An error state is an error, not a deadlock.
    if (!product_.interpreter().is_error(state) && !product_.interpreter().is_valid_end(state)) {
      ++stuck_;
      found(Goal::Kind::deadlock, {.state = s});
    }
  }
  look_at_new(s);
}

void Walker::look_at_new(StateId parent) {
  if (!watches_states_) return;
  for (std::size_t choice = product_.first_numbered(); choice < product_.numbered(); ++choice)
    if (product_.is_new(choice)) look_at(product_.system(product_.successor(choice)), product_.number(choice), parent);
}

void Walker::look_at(model::StateView state, StateId s, StateId parent) {
  model::Interpreter& interpreter = product_.interpreter();
  const auto meet = [&](std::size_t i, const model::Fault& fault) {
    witnesses_[i] = Witness{.state = s, .fault = fault, .parent = parent};
    walk_.note_found(i);
  };
  for (std::size_t i = 0; i < walk_.goals().size(); ++i) {
    if (walk_.is_found(i)) continue;
    const Goal& goal = walk_.goals()[i];
    if (goal.kind == Goal::Kind::fault) {
      if (const auto fault = interpreter.failed_assertion(state)) meet(i, *fault);
    } else if (goal.kind == Goal::Kind::state) {
      const std::size_t hidden = interpreter.layout().hidden_bytes();
      if (std::equal(state.begin() + hidden, state.end(), goal.state.begin() + hidden, goal.state.end())) meet(i, {});
    } else if (goal.kind != Goal::Kind::deadlock) {
      const model::Evaluation evaluation = interpreter.evaluate(goal.expression, state);
      if (evaluation.fault || (evaluation.value != 0) == (goal.kind == Goal::Kind::condition)) meet(i, evaluation.fault);
    }
  }
}

void Walker::found(Goal::Kind kind, const Witness& witness) {
  for (std::size_t i = 0; i < walk_.goals().size(); ++i)
    if (walk_.goals()[i].kind == kind && !walk_.is_found(i)) {
      witnesses_[i] = witness;
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
