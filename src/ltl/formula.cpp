// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/formula.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

namespace lariat::ltl {
namespace {

std::uint32_t hash_of(Op op, std::span<const Formula> operands) {
  std::uint64_t h = static_cast<std::uint64_t>(op) + 1;
  for (const Formula f : operands) h = (h ^ f.id) * 0x9E3779B97F4A7C15U + (h >> 29);
  h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93U;
  return static_cast<std::uint32_t>(h >> 32);
}

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

}  // namespace

FormulaStore::FormulaStore() {
  Node node;
  node.op = Op::constant_false;
  node.properties = compute_properties(node);
  nodes_.push_back(node);
  node.op = Op::constant_true;
  node.properties = compute_properties(node);
  nodes_.push_back(node);
  table_.assign(64, {});
}

Formula FormulaStore::atom(std::string_view name) {
  if (const auto found = atoms_.find(name); found != atoms_.end()) return found->second;
  Node node;
  node.op = Op::atom;
  node.atom = static_cast<std::uint32_t>(names_.size());
  node.properties = compute_properties(node);
  const Formula f{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back(node);
  names_.emplace_back(name);
  atoms_.emplace(names_.back(), f);
  return f;
}

const Formula* FormulaStore::keep(std::span<const Formula> operands) {
  if (operands.size() > block_formulas / 8) {  // a block of its own, the current one stays in use
    blocks_.push_back(std::make_unique<Formula[]>(operands.size()));
    return std::copy(operands.begin(), operands.end(), blocks_.back().get()) - operands.size();
  }
  if (block_free_ < operands.size()) {
    blocks_.push_back(std::make_unique<Formula[]>(block_formulas));
    block_next_ = blocks_.back().get();
    block_free_ = block_formulas;
  }
  const Formula* const kept = block_next_;
  block_next_ = std::copy(operands.begin(), operands.end(), block_next_);
  block_free_ -= operands.size();
  return kept;
}

void FormulaStore::grow_table() {
  std::vector<Slot> old(table_.size() * 2);
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id == 0) continue;
    std::size_t at = slot.hash & mask;
    while (table_[at].id != 0) at = (at + 1) & mask;
    table_[at] = slot;
  }
}

Formula FormulaStore::intern(Op op, std::span<const Formula> operands) {
  if (table_used_ * 2 >= table_.size()) grow_table();
  const std::uint32_t hash = hash_of(op, operands);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash & mask;
  for (; table_[at].id != 0; at = (at + 1) & mask) {
    if (table_[at].hash != hash) continue;
    const Node& node = nodes_[table_[at].id];
    if (node.op == op && node.count == operands.size() && std::equal(operands.begin(), operands.end(), node.operands))
      return {table_[at].id};
  }
  if (nodes_.size() >= std::numeric_limits<std::uint32_t>::max()) throw std::length_error("too many formulas");
  Node node;
  node.op = op;
  node.operands = keep(operands);
  node.count = static_cast<std::uint32_t>(operands.size());
  node.size = std::max<std::size_t>(operands.size(), 2) - 1;  // n-ary operators as n-1 binary ones
  for (const Formula f : operands) node.size = saturating_add(node.size, nodes_[f.id].size);
  node.properties = compute_properties(node);
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  table_[at] = {id, hash};
  ++table_used_;
  return {id};
}

Formula FormulaStore::intern(Op op, Formula a, Formula b) {
  const Formula both[] = {a, b};
  return intern(op, both);
}

bool FormulaStore::is_literal(Formula f) const { return is(f, Op::atom) || (is(f, Op::negation) && is(left(f), Op::atom)); }

// A heap gives the largest number first, so that duplicates come together and the cost does not depend on the store's size.
std::vector<Formula> FormulaStore::subformulas(Formula f) const {
  std::vector<Formula> found;
  std::vector<Formula> heap = {f};
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Formula g = heap.back();
    heap.pop_back();
    if (!found.empty() && found.back() == g) continue;
    found.push_back(g);
    for (const Formula h : operands(g)) {
      heap.push_back(h);
      std::push_heap(heap.begin(), heap.end());
    }
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<Formula> FormulaStore::atoms(Formula f) const {
  std::vector<Formula> found = subformulas(f);
  std::erase_if(found, [this](Formula g) { return !is(g, Op::atom); });
  return found;
}

}  // namespace lariat::ltl
