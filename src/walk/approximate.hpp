// SPDX-License-Identifier: Apache-2.0
// What the approximate searches have in common.
#pragma once

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lariat/base/memory.hpp"
#include "lariat/store/bitstate.hpp"
#include "lariat/store/hash_compaction.hpp"
#include "lariat/walk/approximate.hpp"
#include "lariat/walk/goals.hpp"
#include "walk/progress.hpp"
#include "walk/state_sample.hpp"
#include "walk/state_stack.hpp"

namespace lariat::walk {

// Counts, and stops the search at its limits.
class Meter {
 public:
  Meter(const Limits& limits, const ApproximateOptions& options) : limits_(limits), options_(options) {}

  // A state is about to be expanded on a path of so many.
  void begin_expansion(std::uint64_t depth) {
    max_depth = std::max(max_depth, depth);
    if ((expanded++ & 0xff) == 0) look_up();
    if (limits_.max_depth != 0 && depth > limits_.max_depth) throw Stopped{"the depth limit was reached"};
  }
  void count_state() {
    ++states;
    if (options_.max_states != 0 && states > options_.max_states) throw Stopped{too_many_states};
  }
  // A state is met for the first time.
  void note(const store::StateHash& hash) const {
    if (options_.sample != nullptr) options_.sample->add(hash.high);
  }
  // True if a path of so many states is not followed any further.
  bool ends_path(std::uint64_t depth) const { return options_.max_path != 0 && depth > options_.max_path; }
  // What the search holds beside the store, from time to time.
  void note_stack(std::uint64_t bytes) { stack_bytes = std::max(stack_bytes, bytes); }

  // Sees to it that so many insertions find room.
  void make_room(store::Bitstate& /*store*/, std::size_t /*more*/) {}
  void make_room(store::HashCompaction& store, std::size_t more) {
    while (store.is_full(more)) {
      if (limits_.max_memory != 0 && resident_bytes() + 2 * store.bytes() > limits_.max_memory)
        throw Stopped{"the memory limit was reached"};
      store.grow();
    }
  }

  std::uint64_t states = 0;
  std::uint64_t expanded = 0;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t stack_bytes = 0;

 private:
  void look_up() {
    if (limits_.gauge != nullptr) limits_.gauge->states.store(states, std::memory_order_relaxed);
    show_progress(limits_, expanded, transitions, max_depth);
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Stopped{"others have found it"};
  }

  const Limits& limits_;
  const ApproximateOptions& options_;
};

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

// The figures of a swarm after one more of its members.
void add(const Approximation& one, Approximation& all);

// Runs `search(store)` with the store that the options ask for. What stopped it, or why there is no store; nothing if it went
// through. `states` is where the search counts them.
std::string run_with_store(const ApproximateOptions& options, const Limits& limits, Approximation& figures,
                           const std::uint64_t& states, const auto& search) {
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
    fill_in(store, states, figures);
  };
  figures.store = options.store;
  try {
    check_size(options, limits);
    if (options.store == ApproximateOptions::Store::bitstate) {
      store::Bitstate store(options.bits, options.hashes, options.hash_seed);
      run(store);
    } else {
      store::HashCompaction store;
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
