// SPDX-License-Identifier: Apache-2.0
// Counts the strongly connected components of a graph that can be reached.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "lariat/base/limits.hpp"
#include "lariat/search/scc.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/graph.hpp"

namespace lariat::search {

enum class ComponentClass : std::uint8_t {
  trivial,    // one state without a loop
  accepting,  // has a cycle that meets all acceptance sets
  rejecting   // has cycles, but none that meets all sets
};

std::string_view to_string(ComponentClass component_class);

struct Census {
  std::uint64_t components = 0;
  std::uint64_t trivial = 0;  // by class
  std::uint64_t accepting = 0;
  std::uint64_t rejecting = 0;
  std::uint64_t one_state = 0;  // components of one state, with or without a loop
  std::uint64_t terminal = 0;   // components that no transition leaves
  std::uint64_t largest = 0;    // states of the largest one
  Statistics statistics = {};
};

// Counts into `census`, which is valid up to that point if a limit throws Stopped. `visit` is called for each component, after
// those that it reaches.
void count_components(const Graph& graph, const Limits& limits, Census& census,
                      const std::function<void(const Component&, ComponentClass)>& visit = {});

}  // namespace lariat::search
