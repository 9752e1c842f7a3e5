// SPDX-License-Identifier: Apache-2.0
// How a state of a certain length becomes a tree: it is cut in two or three parts, and these in halves, until a half is a leaf
// of at most 32 bytes.
//
// The two halves of a state need not be contiguous, since bytes that change together may lie apart: the variables of a process
// and its element of an array. Each of the two may consist of two pieces:
//
//   bytes   | left: to a | right: to b | left: to c | right |        in the tree   | to a | b to c | a to b | from c on |
//
// Three parts are contiguous: left to a, middle to b, right.
#pragma once

#include <cstdint>
#include <vector>

namespace lariat::store {

// Where a state is cut. No `a`: in two, in the middle. No `c`: at `a`, and at `b` if there is one.
struct TreeCut {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;

  // This cut for a state of that length, which may be too short for some of its pieces.
  TreeCut within(std::uint32_t length) const;
  bool has_middle() const { return b != 0 && c == 0; }
  std::uint32_t left_size() const { return c == 0 ? a : a + c - b; }
  std::uint32_t middle_size() const { return has_middle() ? b - a : 0; }
  friend bool operator==(const TreeCut&, const TreeCut&) = default;
};

// Nodes are numbered: leaves first, then pairs, children before parents. The root is not among them.
struct TreeShape {
  static constexpr std::uint32_t leaf_bytes = 32;
  static constexpr std::uint32_t narrow_bytes = 16;  // leaves of up to so many are kept apart

  // The table that a node is stored in: the root's children have tables of their own, and therefore small numbers.
  enum Table : std::uint8_t { left_of_root, right_of_root, middle_of_root, deeper };
  static constexpr std::size_t tables = deeper + 1;

  struct Leaf {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    Table table = deeper;
  };
  struct Pair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    Table table = deeper;
  };

  TreeShape(std::uint32_t number, std::uint32_t length, const TreeCut& cut = {});

  // True if bytes have another order in the tree than in the state; to_tree and from_tree convert.
  bool reorders() const { return cut.c != 0; }
  void to_tree(const std::uint8_t* bytes, std::uint8_t* out) const;
  void from_tree(const std::uint8_t* bytes, std::uint8_t* out) const;

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(leaves.size() + pairs.size()); }

  std::uint32_t number;
  std::uint32_t length;
  TreeCut cut;  // of this length
  std::vector<Leaf> leaves;
  std::vector<Pair> pairs;
  std::uint32_t left = 0;  // the root's children
  std::uint32_t right = 0;
  std::uint32_t middle = 0;  // if the cut has one
};

}  // namespace lariat::store
