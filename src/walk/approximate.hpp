// SPDX-License-Identifier: Apache-2.0
// What the approximate searches have in common.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/store/bitstate.hpp"
#include "lariat/store/hash_compaction.hpp"
#include "lariat/walk/approximate.hpp"
#include "lariat/walk/goals.hpp"
#include "walk/state_sample.hpp"
#include "walk/state_stack.hpp"

namespace lariat::walk {

// What the meters of several threads have in common.
struct alignas(64) SharedMeter {
  std::atomic<std::uint64_t> states = 0;  // counted if their number is limited
};

// Counts, and stops the search at its limits. Each thread has one.
class alignas(64) Meter {
 public:
  Meter(const Limits& limits, const ApproximateOptions& options, unsigned thread = 0, SharedMeter* shared = nullptr)
      : limits_(limits), options_(options), thread_(thread), shared_(shared) {}

  unsigned thread() const { return thread_; }

  // A state is about to be expanded on a path of so many.
  void begin_expansion(std::uint64_t depth) {
    max_depth = std::max(max_depth, depth);
    if ((expanded++ & 0xff) == 0) look_up();
    if (limits_.max_depth != 0 && depth > limits_.max_depth) throw Stopped{"the depth limit was reached"};
  }
  void count_state() {
    ++states;
    if (options_.max_states == 0) return;
    const std::uint64_t all = shared_ == nullptr ? states : shared_->states.fetch_add(1, std::memory_order_relaxed) + 1;
    if (all > options_.max_states) throw Stopped{too_many_states};
  }
  // A state is met for the first time.
  void note(const store::StateHash& hash) const {
    if (options_.sample != nullptr) options_.sample->add(hash.high);
  }
  // True if a path of so many states is not followed any further.
  bool ends_path(std::uint64_t depth) const { return options_.max_path != 0 && depth > options_.max_path; }
  // What the search holds beside the store, from time to time.
  void note_stack(std::uint64_t bytes) { stack_bytes = std::max(stack_bytes, bytes); }

  // Sees to it that so many insertions find room, and that the store does not grow until end_use.
  void begin_use(store::Bitstate& /*store*/, std::size_t /*more*/) {}
  void begin_use(store::HashCompaction& store, std::size_t more) {
    while (!store.begin_use(more, thread_)) {
      if (limits_.max_memory != 0 && resident_bytes() + 2 * store.bytes() > limits_.max_memory)
        throw Stopped{"the memory limit was reached"};
      store.grow(more);
    }
  }
  void end_use(store::Bitstate& /*store*/) {}
  void end_use(store::HashCompaction& store) { store.end_use(thread_); }

  // Shows how far the search has come, and throws Stopped if it has reached a limit.
  void look_up() {
    if (limits_.gauge != nullptr) show();
    stop_at_limit(limits_);
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Stopped{"others have found it"};
  }

  std::uint64_t states = 0;
  std::uint64_t expanded = 0;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t stack_bytes = 0;

 private:
  // The gauge shows the sum of what all threads count.
  void show() {
    Gauge& gauge = *limits_.gauge;
    if (shared_ == nullptr) {
      gauge.states.store(states, std::memory_order_relaxed);
      gauge.post_calls.store(expanded, std::memory_order_relaxed);
      gauge.transitions.store(transitions, std::memory_order_relaxed);
      gauge.depth.store(max_depth, std::memory_order_relaxed);
      return;
    }
    gauge.states.fetch_add(states - shown_states_, std::memory_order_relaxed);
    gauge.post_calls.fetch_add(expanded - shown_expanded_, std::memory_order_relaxed);
    gauge.transitions.fetch_add(transitions - shown_transitions_, std::memory_order_relaxed);
    gauge.depth.store(max_depth, std::memory_order_relaxed);
    shown_states_ = states;
    shown_expanded_ = expanded;
    shown_transitions_ = transitions;
  }

  const Limits& limits_;
  const ApproximateOptions& options_;
  unsigned thread_;
  SharedMeter* shared_;  // null: this thread is alone
  std::uint64_t shown_states_ = 0;
  std::uint64_t shown_expanded_ = 0;
  std::uint64_t shown_transitions_ = 0;
};

// Announces for as long as it lives that a thread uses the store, and adds at most so many states.
template <class Store>
class StoreUse {
 public:
  StoreUse(Meter& meter, Store& store, std::size_t more) : meter_(meter), store_(store) { meter_.begin_use(store_, more); }
  StoreUse(const StoreUse&) = delete;
  StoreUse& operator=(const StoreUse&) = delete;
  ~StoreUse() { meter_.end_use(store_); }

 private:
  Meter& meter_;
  Store& store_;
};

// Each thread of a search but the first has a product of its own. Fewer than were asked for if the product cannot be cloned.
std::vector<std::unique_ptr<product::Product>> clones_for_threads(product::Product& product, unsigned threads);

// The hashes of the successors of one state, computed and sent for before the first one is needed.
class Hashes {
 public:
  explicit Hashes(std::size_t ignored) : ignored_(ignored) {}

  store::StateHash of(system::Bytes state) const { return store::hash_state(state.subspan(ignored_)); }

  // `successors` has size() and state(i).
  template <class Successors, class Store>
  void compute(Successors& successors, const Store& store, store::Colour colour) {
    hashes_.clear();
    for (std::size_t i = 0; i < successors.size(); ++i) {
      hashes_.push_back(of(successors.state(i)));
      store.prefetch(hashes_.back(), colour);
    }
  }
  const store::StateHash& operator[](std::size_t i) const { return hashes_[i]; }

 private:
  std::size_t ignored_;
  std::vector<store::StateHash> hashes_;
};

// The steps of a run from one state of the product, taken one after the other.
class RunBuilder {
 public:
  explicit RunBuilder(product::Expander& expander) : expander_(expander) {}

  void begin(system::Bytes first);
  void step(system::Bytes source, std::size_t choice);
  // Like step, and returns where it leads.
  system::State follow(system::Bytes source, std::size_t choice);
  run::Run take() { return std::move(run_); }
  std::size_t length() const { return run_.steps.size(); }

 private:
  product::Expander& expander_;
  product::Expansion expansion_;
  run::Run run_;
};

// Throws Stopped if the bits cannot fit into the memory.
void check_size(const ApproximateOptions& options, const Limits& limits);
// How good a search with so many states was.
void fill_in(const store::Bitstate& store, std::uint64_t states, Approximation& figures);
void fill_in(const store::HashCompaction& store, std::uint64_t states, Approximation& figures);

// The figures of a swarm after one more of its members, or of a search after one more of its threads.
void add(const Approximation& one, Approximation& all);

// Runs `search(store)` with the store that the options ask for, for so many threads. What stopped it, or why there is no store;
// nothing if it went through. The meters, one for each thread, count the states.
std::string run_with_store(const ApproximateOptions& options, const Limits& limits, const std::vector<Meter>& meters,
                           Approximation& figures, const auto& search) {
  std::string reason;
  const auto run = [&](auto& store) {
    try {
      search(store);
    } catch (const Stopped& stopped) {
      reason = stopped.reason;
    } catch (const std::bad_alloc&) {
      reason = "out of memory";
    } catch (const std::length_error& error) {
      reason = error.what();
    }
    std::uint64_t states = 0;
    for (const Meter& meter : meters) states += meter.states;
    fill_in(store, states, figures);
  };
  const auto threads = static_cast<unsigned>(meters.size());
  figures.store = options.store;
  try {
    check_size(options, limits);
    if (options.store == ApproximateOptions::Store::bitstate) {
      store::Bitstate store(options.bits, options.hashes, options.hash_seed, threads);
      run(store);
    } else {
      store::HashCompaction store(threads);
      run(store);
    }
  } catch (const Stopped& stopped) {
    reason = stopped.reason;
  } catch (const std::bad_alloc&) {
    reason = "out of memory";
  }
  return reason;
}

}  // namespace lariat::walk
