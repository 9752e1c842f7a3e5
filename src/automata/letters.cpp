// SPDX-License-Identifier: Apache-2.0
#include "automata/letters.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <unordered_set>

namespace lariat::automata {

namespace {

// For few rests: the letters of a rest are the diagram with this rest replaced by `always` and the others by `never`.
std::vector<Rest> from_below(Labels& labels, const std::vector<LabelId>& nodes, const std::vector<LabelId>& functions,
                             std::uint32_t atoms) {
  std::vector<Rest> rests;
  std::unordered_map<LabelId, LabelId> letters;
  for (const LabelId function : functions) {
    letters.clear();
    const auto part = [&](LabelId a) {
      if (labels.top_atom(a) >= atoms) return a == function ? Labels::always : Labels::never;
      return letters.at(a);
    };
    for (const LabelId a : nodes | std::views::reverse)  // children before parents
      if (labels.top_atom(a) < atoms) letters[a] = labels.choose(labels.top_atom(a), part(labels.low(a)), part(labels.high(a)));
    rests.push_back({letters.at(nodes[0]), function});
  }
  return rests;
}

// For many rests: collects the paths from the root to each node on the way down.
std::vector<Rest> from_above(Labels& labels, const std::vector<LabelId>& nodes, std::uint32_t atoms) {
  std::unordered_map<LabelId, LabelId> ways = {{nodes[0], Labels::always}};
  std::vector<Rest> rests;
  for (const LabelId a : nodes) {  // parents before children
    const LabelId way = ways.at(a);
    if (labels.top_atom(a) >= atoms) {
      rests.push_back({way, a});
      continue;
    }
    const LabelId atom = labels.atom(labels.top_atom(a));
    for (const bool high : {false, true}) {
      const LabelId child = high ? labels.high(a) : labels.low(a);
      if (child == Labels::never) continue;
      LabelId& to = ways.emplace(child, Labels::never).first->second;
      to = labels.disjoin(to, high ? labels.conjoin(way, atom) : labels.subtract(way, atom));
    }
  }
  return rests;
}

constexpr std::size_t few_rests = 8;

}  // namespace

std::vector<Rest> split_by_letters(Labels& labels, LabelId function, std::uint32_t atoms) {
  if (function == Labels::never) return {};
  if (labels.top_atom(function) >= atoms) return {{Labels::always, function}};
  // The nodes of the upper part and those directly below it. A parent has a greater id than its children.
  std::vector<LabelId> nodes = {function};
  std::vector<LabelId> functions;
  std::unordered_set<LabelId> seen = {function, Labels::never};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const LabelId a = nodes[i];
    if (labels.top_atom(a) >= atoms) {
      functions.push_back(a);
      continue;
    }
    for (const LabelId child : {labels.low(a), labels.high(a)})
      if (seen.insert(child).second) nodes.push_back(child);
  }
  std::ranges::sort(nodes, std::ranges::greater{});
  return functions.size() <= few_rests ? from_below(labels, nodes, functions, atoms) : from_above(labels, nodes, atoms);
}

}  // namespace lariat::automata
