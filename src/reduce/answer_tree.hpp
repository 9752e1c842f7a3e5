// SPDX-License-Identifier: Apache-2.0
// Reduced sets that were found before. The reduced set of a state is a function of a key, which names the locations of its
// processes and its steps, and of the conditions that were evaluated while it was computed. Which condition is evaluated next
// depends only on the key and on the values of the conditions before. So for each key there is a binary tree: its inner nodes
// are conditions, its leaves are sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/condition_table.hpp"

namespace lariat::reduce {

class AnswerTree {
 public:
  // By successor: does it belong to the set? Empty: all do.
  using Answer = std::vector<bool>;

  AnswerTree() { clear(); }

  // The answer for that key and the values that is_false(condition) gives; null if there is none yet.
  template <class IsFalse>
  const Answer* find(std::string_view key, const IsFalse& is_false) const {
    const std::uint32_t* link = find_root(key);
    while (link != nullptr && *link != no_node && (*link & leaf) == 0)
      link = &nodes_[*link].next[is_false(nodes_[*link].condition) ? 1 : 0];
    return link == nullptr || *link == no_node ? nullptr : &answers_[*link & ~leaf]->first;
  }

  struct Value {
    ConditionTable::Id condition;
    bool is_false;
  };
  // Adds an answer that find does not know. The values are in the order of their evaluation.
  void add(std::string_view key, std::span<const Value> values, const Answer& answer);

  std::size_t size() const { return nodes_.size() + roots_; }
  void clear();

 private:
  static constexpr std::uint32_t no_node = 0xffff'ffff;
  static constexpr std::uint32_t leaf = 0x8000'0000;

  struct Node {
    ConditionTable::Id condition;
    std::uint32_t next[2];  // if it is true, if it is false
  };
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t length = 0;  // of the key; 0: the slot is free
    std::size_t key = 0;       // where it begins
    std::uint32_t root = no_node;
  };

  const std::uint32_t* find_root(std::string_view key) const;
  std::size_t slot_of(std::string_view key, std::uint32_t hash) const;
  void grow();

  std::string keys_;
  std::vector<Slot> slots_;  // a hash table with linear probing; their number is a power of two
  std::size_t roots_ = 0;
  std::vector<Node> nodes_;
  std::map<Answer, std::uint32_t> numbers_;
  std::vector<std::map<Answer, std::uint32_t>::const_iterator> answers_;
};

}  // namespace lariat::reduce
