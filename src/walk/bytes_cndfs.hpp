// SPDX-License-Identifier: Apache-2.0
// cndfs (search/cndfs.hpp) on states that are bytes, of which a store keeps a few bits or a hash: the nested search of several
// threads that share them.
//   S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol. Improved multi-core nested depth-first search. ATVA 2012, Fig. 2.
//
// `visited` is the colour blue: it is given to a state when a thread leaves it. What is on the blue stack of a thread, cyan,
// and what is in the set R of its red search, is known exactly: R keeps 24 bytes a state for as long as the red search lasts.
//
// The store may take a state for another one, so that a thread may wait for a state to become red that nobody is going to make
// red. If all threads wait, they go on: something may be missed then, as always where states are taken for others. With an
// exact store this never happens.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lariat/parallel/joint_search.hpp"
#include "lariat/parallel/worker_stack.hpp"
#include "walk/approximate.hpp"
#include "walk/buchi_bytes.hpp"
#include "walk/stack_lasso.hpp"
#include "walk/state_stack.hpp"
#include "walk/waiting_room.hpp"

namespace lariat::walk {

// Hashes of states, each once, in the order in which they came.
class HashSet {
 public:
  // False if the hash is in the set already.
  bool insert(const store::StateHash& hash) {
    if (2 * hashes_.size() >= slots_.size()) grow();
    std::size_t slot = hash.high & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      if (const store::StateHash& known = hashes_[slots_[slot] - 1]; known.high == hash.high && known.low == hash.low)
        return false;
    hashes_.push_back(hash);
    slots_[slot] = static_cast<std::uint32_t>(hashes_.size());
    return true;
  }
  void clear() {
    if (!hashes_.empty()) slots_.assign(std::size_t{1} << 6, 0);
    hashes_.clear();
  }
  const std::vector<store::StateHash>& hashes() const { return hashes_; }
  std::size_t bytes() const {
    return hashes_.capacity() * sizeof(store::StateHash) + slots_.capacity() * sizeof(std::uint32_t);
  }

 private:
  void grow() {
    if (hashes_.size() >= (std::size_t{1} << 31)) throw std::length_error("the set of a red search is too large");
    slots_.assign(std::max<std::size_t>(slots_.size() * 2, std::size_t{1} << 6), 0);
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      std::size_t slot = hashes_[i].high & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::vector<store::StateHash> hashes_;
  std::vector<std::uint32_t> slots_;  // number of the hash plus 1, or 0
};

// What the threads share beside the store.
struct CndfsTeam {
  parallel::JointSearch search = {};
  SharedMeter meter = {};
  WaitingRoom room = {};
};

template <class Store>
class BytesCndfs {
 public:
  BytesCndfs(BuchiBytes& space, Meter& meter, Store& store, CndfsTeam& team, ApproximateLasso& result)
      : space_(space),
        meter_(meter),
        store_(store),
        team_(team),
        index_(blue_, space.hidden_bytes()),
        hashes_(space.hidden_bytes()),
        result_(result) {}

  void run() {
    const WaitingRoom::Presence here(team_.room);
    for (const system::State& state : space_.initial()) {
      blue_.push(state, 0);
      while (!blue_.empty()) {
        if (team_.search.is_over()) return;
        const store::StateHash hash = hashes_.of(blue_.state(blue_.top()));
        if (blue_.entered(blue_.top())) {
          if (!leave(hash)) return;
        } else if (has(hash, store::Colour::visited)) {
          blue_.pop();
          note_successor(has(hash, store::Colour::red));
        } else {
          all_red_.push_back(true);
          blue_.enter_top();
          index_.add_top(hash);
          if (expand(blue_, store::Colour::visited)) return;
        }
      }
    }
  }

 private:
  bool has(const store::StateHash& hash, store::Colour colour) {
    const StoreUse use(meter_, store_, 0);
    return store_.contains(hash, colour);
  }
  // True if this thread was the first to give the state the colour.
  bool color(const store::StateHash& hash, store::Colour colour) {
    const StoreUse use(meter_, store_, 1);
    return store_.insert(hash, colour, meter_.thread());
  }

  // The state that is entered last has a successor that is red or not.
  void note_successor(bool is_red) {
    if (!all_red_.empty() && !is_red) all_red_.back() = false;
  }

  // The state on top of the blue stack, of which all successors have been seen. False if the search is over.
  bool leave(const store::StateHash& hash) {
    if (color(hash, store::Colour::visited)) meter_.count_state();
    bool is_red = has(hash, store::Colour::red);
    if (!is_red && all_red_.back()) {
      color(hash, store::Colour::red);
      is_red = true;
    } else if (!is_red && space_.accepting(blue_.state(blue_.top()))) {
      if (!search_red(hash)) return false;
      is_red = true;
    }
    index_.remove_top(hash);
    blue_.pop();
    all_red_.pop_back();
    note_successor(is_red);
    return true;
  }

  // From the accepting state on top of the blue stack to any state of that stack. False if the search is over.
  bool search_red(const store::StateHash& seed) {
    r_.clear();
    awaited_.clear();
    while (!red_.empty()) red_.pop();
    red_.push(blue_.state(blue_.top()), 0);
    red_.enter_top();
    r_.insert(seed);
    if (expand(red_, store::Colour::red)) return false;
    while (!red_.empty()) {
      if (team_.search.is_over()) return false;
      const system::Bytes state = red_.state(red_.top());
      const store::StateHash hash = hashes_.of(state);
      if (red_.entered(red_.top()) || has(hash, store::Colour::red) || !r_.insert(hash)) {
        red_.pop();
        continue;
      }
      if (space_.accepting(state)) awaited_.push_back(hash);
      red_.enter_top();
      if (expand(red_, store::Colour::red)) return false;
    }
    for (const store::StateHash& hash : awaited_)
      if (!await_red(hash)) return false;
    for (const store::StateHash& hash : r_.hashes()) color(hash, store::Colour::red);
    return true;
  }

  // False if the search is over before the state is red.
  bool await_red(const store::StateHash& hash) {
    if (!has(hash, store::Colour::red))
      team_.room.wait_until([&] {
        meter_.look_up();
        return team_.search.is_over() || has(hash, store::Colour::red);
      });
    return !team_.search.is_over();
  }

  // Puts the successors of the state on top above it that do not have the colour, in an order of this thread's own. True if one
  // closes an accepting cycle.
  bool expand(StateStack& stack, store::Colour colour) {
    const std::size_t source = stack.top();
    meter_.begin_expansion(blue_.depth() + red_.depth());
    space_.expand(stack.state(source));
    meter_.transitions += space_.size();
    result_.approximation.state_bytes = std::max<std::uint64_t>(result_.approximation.state_bytes, stack.state(source).size());
    const auto count = static_cast<std::uint32_t>(space_.size());
    const parallel::Order order(static_cast<StateId>(hashes_.of(stack.state(source)).low), meter_.thread());
    const StoreUse use(meter_, store_, 0);
    hashes_.compute(space_, store_, colour);
    for (std::uint32_t k = count; k-- > 0;) {
      const std::uint32_t i = order.choice(k, count);
      const system::Bytes target = space_.state(i);
      if (const std::size_t entry = index_.find(target, hashes_[i]); entry != StackIndex::nowhere) {
        if (colour == store::Colour::red || space_.accepting(stack.state(source)) || space_.accepting(target)) {
          close(entry, i);
          return true;
        }
        note_successor(false);
      } else if (!store_.contains(hashes_[i], colour)) {
        stack.push(target, i);
      } else if (colour == store::Colour::visited) {
        note_successor(store_.contains(hashes_[i], store::Colour::red));
      }
    }
    meter_.note_stack(blue_.bytes() + red_.bytes() + index_.bytes() + r_.bytes());
    return false;
  }

  void close(std::size_t entry, std::size_t choice) {
    result_.run = run_along_stacks(space_, blue_, red_, entry, choice);
    team_.search.report(meter_.thread());
  }

  BuchiBytes& space_;
  Meter& meter_;
  Store& store_;
  CndfsTeam& team_;
  StateStack blue_;
  std::vector<bool> all_red_;  // by entered state of the blue stack: no successor that is not red is known
  StackIndex index_;
  StateStack red_;  // its bottom is the top of the blue one
  HashSet r_;
  std::vector<store::StateHash> awaited_;  // accepting states of R but the seed
  Hashes hashes_;
  ApproximateLasso& result_;
};

}  // namespace lariat::walk
