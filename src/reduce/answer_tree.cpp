// SPDX-License-Identifier: Apache-2.0
#include "reduce/answer_tree.hpp"

#include <functional>

namespace lariat::reduce {
namespace {

constexpr std::size_t first_slots = 64;

std::uint32_t hash_of(std::string_view key) {
  const std::size_t hash = std::hash<std::string_view>{}(key);
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

// The slot of the key, or the free one where it belongs.
std::size_t AnswerTree::slot_of(std::string_view key, std::uint32_t hash) const {
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].length != 0 &&
         (slots_[at].hash != hash || std::string_view(keys_).substr(slots_[at].key, slots_[at].length) != key))
    at = (at + 1) & (slots_.size() - 1);
  return at;
}

const std::uint32_t* AnswerTree::find_root(std::string_view key) const {
  const Slot& slot = slots_[slot_of(key, hash_of(key))];
  return slot.length == 0 ? nullptr : &slot.root;
}

void AnswerTree::add(std::string_view key, std::span<const Value> values, const Answer& answer) {
  if (2 * (roots_ + 1) > slots_.size()) grow();
  const std::uint32_t hash = hash_of(key);
  Slot& slot = slots_[slot_of(key, hash)];
  if (slot.length == 0) {
    slot = {.hash = hash, .length = static_cast<std::uint32_t>(key.size()), .key = keys_.size()};
    keys_ += key;
    ++roots_;
  }
  // Nodes move when one is added: a link is named by its node and side.
  std::uint32_t parent = no_node;
  int side = 0;
  const auto link = [&]() -> std::uint32_t& { return parent == no_node ? slot.root : nodes_[parent].next[side]; };
  for (const Value& value : values) {
    if (link() == no_node) {
      link() = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({.condition = value.condition, .next = {no_node, no_node}});
    }
    parent = link();
    side = value.is_false ? 1 : 0;
  }
  const auto [known, is_new] = numbers_.try_emplace(answer, static_cast<std::uint32_t>(answers_.size()));
  if (is_new) answers_.emplace_back(known);
  link() = leaf | known->second;
}

void AnswerTree::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.length != 0) slots_[slot_of(std::string_view(keys_).substr(slot.key, slot.length), slot.hash)] = slot;
}

void AnswerTree::clear() {
  keys_.clear();
  slots_.assign(first_slots, {});
  roots_ = 0;
  nodes_.clear();
  numbers_.clear();
  answers_.clear();
}

}  // namespace lariat::reduce
