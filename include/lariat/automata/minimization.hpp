// SPDX-License-Identifier: Apache-2.0
// The searches for short counterexamples by name. A new one is a file of search/, a value here with its row, and its call in
// `minimize` (automata/emptiness.cpp), where the compiler notices if it is missing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "lariat/base/named.hpp"

namespace lariat::automata {

enum class Minimization : std::uint8_t { min_bfs, min_dfs, spin_i };

struct MinimizationInfo {
  Minimization value;
  std::string_view name;     // on the command line, of its file, and in the documentation
  bool generalised;          // takes several acceptance sets, and sets on transitions, as they are
  bool shortest;             // finds a shortest lasso of the graph that it gets; otherwise it may miss it
  std::string_view summary;  // one line
};

inline constexpr std::array minimizations = {
    MinimizationInfo{Minimization::min_bfs, "min-bfs", true, true, "a shortest lasso, by breadth-first searches"},
    MinimizationInfo{Minimization::min_dfs, "min-dfs", false, true,
                     "a shortest lasso, by depth-first search; exponential time in the worst case"},
    MinimizationInfo{Minimization::spin_i, "spin-i", false, false,
                     "a shorter lasso, by Spin's heuristic; may miss the shortest"},
};
static_assert(lists_all(minimizations, Minimization::spin_i));

constexpr const MinimizationInfo& info(Minimization minimization) {
  return minimizations[static_cast<std::size_t>(minimization)];
}
constexpr std::string_view to_string(Minimization minimization) { return info(minimization).name; }

}  // namespace lariat::automata
