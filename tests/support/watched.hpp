// SPDX-License-Identifier: Apache-2.0
// A space that remembers how often post was called for each state by the search itself, not for its trace.
#pragma once

#include <cstddef>
#include <vector>

#include "lariat/space/space.hpp"

namespace lariat::testing {

template <Space S>
class Watched {
 public:
  explicit Watched(S& space) : space_(&space), calls_(state_bound(space)) {}

  decltype(auto) initial() const { return space_->initial(); }
  bool accepting(StateId s) const requires BuchiSpace<S> { return space_->accepting(s); }
  unsigned sets() const requires GeneralisedSpace<S> { return space_->sets(); }
  Marks marks(StateId s) const requires GeneralisedSpace<S> { return space_->marks(s); }
  std::size_t state_bound() const requires BoundedSpace<S> { return space_->state_bound(); }
  void post(StateId s, std::vector<successor_t<S>>& arena) {
    if (!tracing_) ++calls_[s];
    space_->post(s, arena);
  }
  void begin_trace() { tracing_ = true; }

  // Calls of post, by state.
  const std::vector<unsigned>& calls() const { return calls_; }
  std::vector<bool> visited() const {
    std::vector<bool> result;
    for (const unsigned calls : calls_) result.push_back(calls != 0);
    return result;
  }
  unsigned most_calls() const {
    unsigned most = 0;
    for (const unsigned calls : calls_) most = calls > most ? calls : most;
    return most;
  }

 private:
  static std::size_t state_bound(const S& space) { return lariat::state_bound(space); }
  S* space_;
  bool tracing_ = false;
  std::vector<unsigned> calls_;
};

}  // namespace lariat::testing
