// SPDX-License-Identifier: Apache-2.0
// The stack of roots that c99, ascc and scc share: the partial components on the search path, with the acceptance sets met in
// each.
//   J.-M. Couvreur. On-the-fly verification of linear temporal logic. FM 1999; S. Schwoon, J. Esparza, TACAS 2005, §5.2:
//   the elements of Roots are tuples (state, set), merged during pop sequences.
//
// An entry also holds the marks of the transition that leads into its root, because that transition becomes part of the
// component when the entry is merged into the one below.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lariat/search/statistics.hpp"
#include "lariat/space/space.hpp"

namespace lariat::search {

class Roots {
 public:
  struct Entry {
    Marks inner;           // met inside the component
    Marks arrival;         // of the transition that leads to the root
    std::uint32_t dfsnum;  // of the root
    bool cyclic;           // a transition inside the component was seen
  };

  explicit Roots(Statistics& statistics) : statistics_(&statistics) {}
  Roots(const Roots&) = delete;
  Roots& operator=(const Roots&) = delete;
  ~Roots() { statistics_->stack_bytes += entries_.capacity() * sizeof(Entry); }

  // A new component of one state, numbered `dfsnum`, of marks `inner`, entered by a transition of marks `arrival`.
  void push(std::uint32_t dfsnum, Marks inner, Marks arrival) {
    entries_.push_back({inner, arrival, dfsnum, false});
    statistics_->roots = std::max<std::uint64_t>(statistics_->roots, entries_.size());
  }
  // Removes the entry on top.
  Entry pop() {
    const Entry entry = entries_.back();
    entries_.pop_back();
    return entry;
  }

  // The number of the root on top.
  std::uint32_t top() const { return entries_.back().dfsnum; }

  // A transition of marks `closing` leads to the state numbered `dfsnum`: merges all components above that state's into it.
  // Returns the marks of the result.
  Marks merge(std::uint32_t dfsnum, Marks closing) {
    Marks met = closing;
    while (entries_.back().dfsnum > dfsnum) {
      met |= entries_.back().inner | entries_.back().arrival;
      entries_.pop_back();
    }
    entries_.back().cyclic = true;
    return entries_.back().inner |= met;
  }

 private:
  std::vector<Entry> entries_;
  Statistics* statistics_;
};

}  // namespace lariat::search
