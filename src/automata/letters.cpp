// SPDX-License-Identifier: Apache-2.0
#include "automata/letters.hpp"

#include <algorithm>

namespace lariat::automata {

std::vector<Rest> split_by_letters(Labels& labels, LabelId function, std::uint32_t atoms) {
  if (function == Labels::never) return {};
  if (labels.top_atom(function) >= atoms) return {{Labels::always, function}};
  // The nodes of the upper part and those directly below it. A parent has a greater id than its children, hence descending ids
  // are an order in which all ways to a node have been collected before it is left.
  std::vector<LabelId> nodes = {function};
  std::unordered_map<LabelId, LabelId> letters = {{function, Labels::always}};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const LabelId a = nodes[i];
    if (labels.top_atom(a) >= atoms) continue;
    for (const LabelId child : {labels.low(a), labels.high(a)})
      if (child != Labels::never && letters.emplace(child, Labels::never).second) nodes.push_back(child);
  }
  std::ranges::sort(nodes, std::ranges::greater{});
  std::vector<Rest> rests;
  for (const LabelId a : nodes) {
    const LabelId way = letters[a];
    if (labels.top_atom(a) >= atoms) {
      rests.push_back({way, a});
      continue;
    }
    const LabelId atom = labels.atom(labels.top_atom(a));
    if (const LabelId low = labels.low(a); low != Labels::never) {
      LabelId& to = letters[low];
      to = labels.disjoin(to, labels.subtract(way, atom));
    }
    if (const LabelId high = labels.high(a); high != Labels::never) {
      LabelId& to = letters[high];
      to = labels.disjoin(to, labels.conjoin(way, atom));
    }
  }
  return rests;
}

bool MonotonePrimes::holds(LabelId function, const Prime& variables) const {
  auto next = variables.begin();
  while (function > Labels::always) {
    const std::uint32_t variable = labels_.top_atom(function);
    while (next != variables.end() && *next < variable) ++next;
    function = next != variables.end() && *next == variable ? labels_.high(function) : labels_.low(function);
  }
  return function == Labels::always;
}

// With variable x on top, the primes are those of the low part, and those of the high part that the low part does not cover.
const std::vector<MonotonePrimes::Prime>& MonotonePrimes::of(LabelId function) {
  known_.try_emplace(Labels::never);
  known_.try_emplace(Labels::always, 1);
  std::vector<LabelId> open = {function};
  while (!open.empty()) {
    const LabelId a = open.back();
    if (known_.contains(a)) {
      open.pop_back();
      continue;
    }
    const auto low = known_.find(labels_.low(a));
    const auto high = known_.find(labels_.high(a));
    if (low == known_.end() || high == known_.end()) {
      if (low == known_.end()) open.push_back(labels_.low(a));
      if (high == known_.end()) open.push_back(labels_.high(a));
      continue;
    }
    std::vector<Prime> primes = low->second;
    for (const Prime& prime : high->second) {
      if (holds(labels_.low(a), prime)) continue;
      Prime longer = {labels_.top_atom(a)};
      longer.insert(longer.end(), prime.begin(), prime.end());
      primes.push_back(std::move(longer));
    }
    if (primes.size() > max_primes) throw Labels::TooLarge{};
    known_.emplace(a, std::move(primes));
    open.pop_back();
  }
  return known_.at(function);
}

}  // namespace lariat::automata
