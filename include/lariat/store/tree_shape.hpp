// SPDX-License-Identifier: Apache-2.0
// How a state of so many bytes becomes a tree: halves of halves, until 32 bytes or less are a leaf.
#pragma once

#include <cstdint>
#include <vector>

namespace lariat {

// Nodes are numbered: leaves first, then pairs, children before parents. The root is not among them.
struct TreeShape {
  static constexpr std::uint32_t leaf_bytes = 32;
  static constexpr std::uint32_t narrow_bytes = 16;  // leaves of up to so many are kept apart

  // Where in the tree: nodes of different places are kept in different tables, so that the root's children have small numbers.
  enum Place : std::uint8_t { left_of_root, right_of_root, deeper };

  struct Leaf {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    Place place = deeper;
  };
  struct Pair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    Place place = deeper;
  };

  // The first half has `split` bytes; as many as the other one if that is 0 or too much.
  TreeShape(std::uint32_t number, std::uint32_t length, std::uint32_t split = 0);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(leaves.size() + pairs.size()); }

  std::uint32_t number;
  std::uint32_t length;
  std::vector<Leaf> leaves;
  std::vector<Pair> pairs;
  std::uint32_t left = 0;  // the root's children
  std::uint32_t right = 0;
};

}  // namespace lariat
