// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of states that several workers unite: the partial strongly connected components of ufscc.
//   V. Bloemen, A. Laarman, J. van de Pol. Multi-core on-the-fly SCC decomposition. PPoPP 2016.
//
// A node for each state, 32 bytes; all zeros is the state that nobody has claimed, a set of its own.
//   parent    on the way to the root of its set, plus 1; 0: it is the root. A parent has a smaller number than its child:
//   states
//             are numbered as they are met, so that the root of a growing set stays, and is near.
//   workers   of a root: the workers that have claimed a state of the set, a bit each. Bits are added, never removed.
//   marks     of a root: the acceptance sets met inside the set
//   status    of a root: live; locked, while it becomes the child of another; dead, when the set is a complete component
//   next      the set's states that may be unexplored are a cyclic list; plus 1, 0: the state itself
//   list      busy: not fully explored; locked, while lists are joined; done, forever
//
// Invariants
//   1  Bits of `workers` and `marks` that were added to a root reach the root of the united set: whoever adds looks
//      afterwards if the root has become a child, and adds again; who unites sets the parent first and reads the bits
//      afterwards.
//   2  From each state of a set, `next` leads to all its busy states. Joining exchanges the `next` of two busy states that are
//      locked; done states are left out by writing the `next` of a done state. No state is written to by both.
//   3  A list whose last state is done belongs to a set that is complete; nobody unites it with another one (see ufscc).
//   4  Who waits for the lock of a list holds at most the lock of a list and a root whose number is larger: no circle.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "lariat/parallel/joint_search.hpp"
#include "lariat/space/shared_array.hpp"
#include "lariat/space/space.hpp"

namespace lariat::parallel {

class SharedSets {
 public:
  static constexpr unsigned max_workers = 64;

  enum class Claim : std::uint8_t {
    dead,     // the state's component is complete
    found,    // the worker has a state of the set on its path already
    success,  // the worker has come to this set for the first time
    first     // and nobody has claimed the state before
  };

  // Adds the worker to the set of s.
  Claim claim(StateId s, unsigned worker) {
    const StateId root = find(s);
    Node& node = nodes_[root];
    const std::uint64_t bit = std::uint64_t{1} << worker;
    if (std::atomic_ref(node.status).load() == dead) return Claim::dead;
    const std::atomic_ref workers_there(node.workers);
    if ((workers_there.load() & bit) != 0) return Claim::found;
    const bool is_first = workers_there.fetch_or(bit) == 0;
    add_again_if_united(root, [&](StateId r) { workers(r).fetch_or(bit); });
    return is_first ? Claim::first : Claim::success;
  }

  bool same(StateId a, StateId b) {
    for (;;) {
      const StateId root_a = find(a);
      if (root_a == find(b)) return true;
      if (parent(root_a).load() == 0) return false;
    }
  }

  // Makes the next call of claim for this state faster.
  void prefetch(StateId s) { __builtin_prefetch(&nodes_[s], 1); }

  // True if a worker has claimed s, and its component is not known to be complete.
  bool is_live(StateId s) { return workers(s).load() != 0 && status(find(s)).load() != dead; }

  // Adds marks to the set of s, and returns all of the set.
  Marks add_marks(StateId s, Marks more) {
    const StateId root = find(s);
    Node& node = nodes_[root];
    const std::atomic_ref marks_there(node.marks);
    Marks all = marks_there.load();
    // Nothing to add, as nearly always: whoever added it, and whoever unites the set with another one, looks at all of it.
    if ((all & more) == more && std::atomic_ref(node.parent).load() == 0) return all;
    all = marks_there.fetch_or(more) | more;
    add_again_if_united(root, [&](StateId r) { all = marks(r).fetch_or(more) | more; });
    return all;
  }

  // Makes one set of those of a and b, neither of which may be complete.
  void unite(StateId a, StateId b) {
    Backoff wait;
    for (;;) {
      StateId child = find(a);
      StateId root = find(b);
      if (child == root) return;
      if (child < root) std::swap(child, root);
      std::uint8_t expected = live;
      if (!status(child).compare_exchange_strong(expected, locked)) {
        if (expected == dead) throw std::logic_error("ufscc: a complete component is united with another one");
        wait();
        continue;
      }
      if (parent(child).load() != 0) {  // has become a child in the meantime
        status(child).store(live, std::memory_order_release);
        continue;
      }
      if (!join_lists(child, root)) {
        status(child).store(live);
        throw std::logic_error("ufscc: a list without busy states is joined with another one");
      }
      parent(child).store(root + 1);
      const std::uint64_t more_workers = workers(child).load();
      const Marks more_marks = marks(child).load();
      add_again_if_united(child, [&](StateId r) {
        workers(r).fetch_or(more_workers);
        marks(r).fetch_or(more_marks);
      });
      status(child).store(live, std::memory_order_release);
      return;
    }
  }

  // A busy state of the set of s. no_state if there is none: then the set is a complete component, and from now on dead.
  StateId pick(StateId s) {
    const StateId picked = find_busy(s);
    if (picked == no_state) bury(s);
    return picked;
  }

  // The state is fully explored.
  void finish(StateId s) {
    for (Backoff wait;; wait()) {
      std::uint8_t expected = busy;
      if (list(s).compare_exchange_strong(expected, done) || expected == done) return;
    }
  }

  std::size_t bytes() const { return nodes_.bytes(); }

 private:
  enum Status : std::uint8_t { live, locked, dead };
  enum List : std::uint8_t { busy, taken, done };

  struct Node {
    std::uint64_t workers;
    std::uint64_t marks;
    std::uint32_t parent;
    std::uint32_t next;
    std::uint8_t status;
    std::uint8_t list;
  };

  std::atomic_ref<std::uint64_t> workers(StateId s) { return std::atomic_ref(nodes_[s].workers); }
  std::atomic_ref<std::uint64_t> marks(StateId s) { return std::atomic_ref(nodes_[s].marks); }
  std::atomic_ref<std::uint32_t> parent(StateId s) { return std::atomic_ref(nodes_[s].parent); }
  std::atomic_ref<std::uint32_t> next(StateId s) { return std::atomic_ref(nodes_[s].next); }
  std::atomic_ref<std::uint8_t> status(StateId s) { return std::atomic_ref(nodes_[s].status); }
  std::atomic_ref<std::uint8_t> list(StateId s) { return std::atomic_ref(nodes_[s].list); }

  // The root of the set of s, and makes the way there shorter.
  StateId find(StateId s) {
    for (;;) {
      std::uint32_t up = parent(s).load();
      if (up == 0) return s;
      const std::uint32_t above = parent(up - 1).load();
      if (above == 0) return up - 1;
      parent(s).compare_exchange_weak(up, above);
      s = above - 1;
    }
  }

  // Calls add(root) for as long as what was added to `from` before may have been missed by who united it.
  template <class Add>
  void add_again_if_united(StateId from, const Add& add) {
    for (StateId root = from; parent(root).load() != 0;) {
      root = find(root);
      add(root);
    }
  }

  StateId next_of(StateId s) {
    const std::uint32_t n = next(s).load();
    return n == 0 ? s : n - 1;
  }

  // The state of the list of s is busy, or done: waits while it is locked.
  bool is_busy(StateId s) {
    std::uint8_t state = list(s).load();
    for (Backoff wait; state == taken; state = list(s).load()) wait();
    return state == busy;
  }

  // A busy state of the list of s, or no_state. Leaves out done states that it meets.
  StateId find_busy(StateId a) {
    for (;;) {
      if (is_busy(a)) return a;
      const StateId b = next_of(a);
      if (a == b) return no_state;
      if (is_busy(b)) return b;
      const StateId c = next_of(b);
      next(a).store(c + 1, std::memory_order_release);
      a = c;
    }
  }

  // Marks the set of s dead.
  void bury(StateId s) {
    for (Backoff wait;;) {
      const StateId root = find(s);
      std::uint8_t expected = live;
      if (parent(root).load() == 0 && status(root).compare_exchange_strong(expected, dead)) {
        if (parent(root).load() == 0) return;
        status(root).store(live);  // has become a child in the meantime
        continue;
      }
      if (expected == dead) return;
      wait();
    }
  }

  // Locks a busy state of the list of s; no_state if there is none.
  StateId lock_list(StateId s) {
    for (;;) {
      const StateId at = find_busy(s);
      std::uint8_t expected = busy;
      if (at == no_state || list(at).compare_exchange_strong(expected, taken)) return at;
    }
  }

  // Makes one list of those of a and b, which are different ones. False if one has no busy state.
  bool join_lists(StateId a, StateId b) {
    const StateId first = lock_list(a);
    if (first == no_state) return false;
    const StateId second = lock_list(b);
    if (second == no_state) {
      list(first).store(busy);
      return false;
    }
    const StateId behind = next_of(first);
    next(first).store(next_of(second) + 1, std::memory_order_release);
    next(second).store(behind + 1, std::memory_order_release);
    list(first).store(busy, std::memory_order_release);
    list(second).store(busy, std::memory_order_release);
    return true;
  }

  SharedArray<Node> nodes_;
};

}  // namespace lariat::parallel
