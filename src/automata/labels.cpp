// SPDX-License-Identifier: Apache-2.0
#include "lariat/automata/labels.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace lariat::automata {
namespace {

constexpr std::size_t smallest_table = 64;
constexpr std::size_t largest_cache = std::size_t{1} << 20;

std::size_t mix(std::uint64_t x, std::uint64_t y) {
  std::uint64_t h = (x + 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
  h ^= h >> 29;
  h = (h + y) * 0x94d049bb133111ebU;
  return h ^ (h >> 32);
}

std::size_t hash_node(std::uint32_t atom, LabelId low, LabelId high) { return mix((std::uint64_t{low} << 32) | high, atom); }

}  // namespace

Labels::Labels(std::size_t node_limit)
    : node_limit_(std::min(node_limit, max_nodes)),
      nodes_{{no_atom, never, never}, {no_atom, always, always}},
      unique_(smallest_table, never),
      cache_(smallest_table) {}

// The one node with these children; children that agree need none.
LabelId Labels::node(std::uint32_t atom, LabelId low, LabelId high) {
  if (low == high) return low;
  const std::size_t mask = unique_.size() - 1;
  std::size_t slot = hash_node(atom, low, high) & mask;
  for (; unique_[slot] != never; slot = (slot + 1) & mask) {
    const Node& n = nodes_[unique_[slot]];
    if (n.atom == atom && n.low == low && n.high == high) return unique_[slot];
  }
  if (nodes_.size() >= node_limit_) throw TooLarge{};
  const auto id = static_cast<LabelId>(nodes_.size());
  nodes_.push_back({atom, low, high});
  unique_[slot] = id;
  if (nodes_.size() * 2 > unique_.size()) grow();
  return id;
}

void Labels::grow() {
  unique_.assign(unique_.size() * 2, never);
  const std::size_t mask = unique_.size() - 1;
  for (LabelId id = 2; id < nodes_.size(); ++id) {
    const Node& n = nodes_[id];
    std::size_t slot = hash_node(n.atom, n.low, n.high) & mask;
    while (unique_[slot] != never) slot = (slot + 1) & mask;
    unique_[slot] = id;
  }
  // The cache grows with the nodes, so that small automata stay small; up to a point, so that large ones do as well.
  if (cache_.size() >= largest_cache) return;
  const std::vector<CacheEntry> old = std::exchange(cache_, std::vector<CacheEntry>(unique_.size()));
  for (const CacheEntry& entry : old)
    if (entry.operation != Operation::none) cached(entry.operation, entry.a, entry.b) = entry;
}

const Labels::CacheEntry& Labels::cached(Operation operation, LabelId a, LabelId b) const {
  return cache_[mix((std::uint64_t{a} << 32) | b, static_cast<std::uint32_t>(operation)) & (cache_.size() - 1)];
}

Labels::CacheEntry& Labels::cached(Operation operation, LabelId a, LabelId b) {
  return const_cast<CacheEntry&>(std::as_const(*this).cached(operation, a, b));
}

LabelId Labels::atom(std::uint32_t index) {
  assert(index != no_atom);
  return node(index, never, always);
}

LabelId Labels::negate(LabelId a) { return apply(Operation::subtract, always, a); }
LabelId Labels::conjoin(LabelId a, LabelId b) { return apply(Operation::conjoin, a, b); }
LabelId Labels::disjoin(LabelId a, LabelId b) { return apply(Operation::disjoin, a, b); }
LabelId Labels::subtract(LabelId a, LabelId b) { return apply(Operation::subtract, a, b); }

// The result, where no look at the nodes is needed or the cache has it. Orders the operands where they may be swapped.
std::optional<LabelId> Labels::known(Operation operation, LabelId& a, LabelId& b) const {
  switch (operation) {
    case Operation::conjoin:
      if (a > b) std::swap(a, b);
      if (a == b || a == never) return a;
      if (a == always) return b;
      break;
    case Operation::disjoin:
      if (a > b) std::swap(a, b);
      if (a == b || a == always) return a;
      if (a == never) return b;
      break;
    case Operation::subtract:
      if (a == b || a == never || b == always) return never;
      if (b == never) return a;
      break;
    case Operation::none:
      break;
  }
  const CacheEntry& entry = cached(operation, a, b);
  if (entry.operation == operation && entry.a == a && entry.b == b) return entry.result;
  return std::nullopt;
}

// Bryant's apply with an explicit stack. A frame waits first for the result on the low children, then on the high ones.
LabelId Labels::apply(Operation operation, LabelId a, LabelId b) {
  if (const auto result = known(operation, a, b)) return *result;
  std::vector<Frame>& stack = stack_;
  stack.clear();  // an operation before may have thrown
  const auto enter = [&](LabelId x, LabelId y) { stack.push_back({x, y, std::min(top_atom(x), top_atom(y)), never, false}); };
  const auto child = [&](LabelId x, std::uint32_t atom, bool high) {
    const Node& n = nodes_[x];
    return n.atom != atom ? x : high ? n.high : n.low;
  };
  enter(a, b);
  const std::uint64_t limit = std::min(steps_ + max_steps, step_limit_);
  while (true) {
    if (++steps_ > limit) throw TooLarge{};
    const Frame& top = stack.back();
    LabelId x = child(top.a, top.atom, top.second_half);
    LabelId y = child(top.b, top.atom, top.second_half);
    auto result = known(operation, x, y);
    if (!result) {
      enter(x, y);
      continue;
    }
    while (stack.back().second_half) {
      const Frame done = stack.back();
      stack.pop_back();
      result = node(done.atom, done.low, *result);
      cached(operation, done.a, done.b) = {operation, done.a, done.b, *result};
      if (stack.empty()) return *result;
    }
    stack.back().low = *result;
    stack.back().second_half = true;
  }
}

bool Labels::is_literal(LabelId a) const {
  const Node& n = nodes_[a];
  return n.atom != no_atom && n.low <= always && n.high <= always;
}

// Literals are joined from the last atom up, which adds one node each; the rest pairwise, so that no intermediate result
// is walked more often than log(n) times. Joining n literals left to right would build n^2/2 nodes.
LabelId Labels::apply_all(Operation operation, std::span<const LabelId> labels) {
  const LabelId neutral = operation == Operation::conjoin ? always : never;
  if (labels.empty()) return neutral;
  if (labels.size() == 1) return labels[0];
  if (labels.size() == 2) return apply(operation, labels[0], labels[1]);
  std::vector<LabelId> literals;
  std::vector<LabelId> others;
  for (const LabelId label : labels) (is_literal(label) ? literals : others).push_back(label);
  std::ranges::stable_sort(literals, std::ranges::greater{}, [&](LabelId label) { return top_atom(label); });
  LabelId joined = neutral;
  for (const LabelId literal : literals) joined = apply(operation, joined, literal);
  return apply(operation, join_balanced(operation, std::move(others)), joined);
}

LabelId Labels::join_balanced(Operation operation, std::vector<LabelId> labels) {
  if (labels.empty()) return operation == Operation::conjoin ? always : never;
  // Labels that begin with a late atom come first: neighbours then share most atoms.
  std::ranges::stable_sort(labels, std::ranges::greater{}, [&](LabelId label) { return top_atom(label); });
  while (labels.size() > 1) {
    std::size_t to = 0;
    for (std::size_t from = 0; from < labels.size(); from += 2)
      labels[to++] = from + 1 < labels.size() ? apply(operation, labels[from], labels[from + 1]) : labels[from];
    labels.resize(to);
  }
  return labels[0];
}

bool Labels::holds(LabelId a, const std::vector<bool>& valuation) const {
  while (a > always) {
    const Node& n = nodes_[a];
    a = n.atom < valuation.size() && valuation[n.atom] ? n.high : n.low;
  }
  return a == always;
}

std::optional<Conjunction> Labels::some_cube(LabelId a) const {
  if (a == never) return std::nullopt;
  Conjunction cube;
  while (a > always) {
    const Node& n = nodes_[a];
    const bool positive = n.low == never || n.high == always;
    cube.emplace_back(n.atom, positive);
    a = positive ? n.high : n.low;
  }
  return cube;
}

// Copies a function from another Labels. Children come before parents in both, so ascending ids are an order to copy in.
LabelId Labels::copy_from(const Labels& other, LabelId a) {
  std::unordered_map<LabelId, LabelId> copies = {{never, never}, {always, always}};
  std::vector<LabelId> reachable;
  std::vector<LabelId> open = {a};
  while (!open.empty()) {
    const LabelId next = open.back();
    open.pop_back();
    if (!copies.emplace(next, never).second) continue;
    reachable.push_back(next);
    open.push_back(other.low(next));
    open.push_back(other.high(next));
  }
  std::ranges::sort(reachable);
  for (const LabelId id : reachable) copies[id] = node(other.top_atom(id), copies[other.low(id)], copies[other.high(id)]);
  return copies[a];
}

}  // namespace lariat::automata
