// SPDX-License-Identifier: Apache-2.0
#include "store/tree_shape.hpp"

#include <algorithm>
#include <cstring>

namespace lariat::store {
namespace {

// A node before all are numbered: leaves count from 0, pairs from this.
constexpr std::uint32_t first_pair = std::uint32_t{1} << 31;

// Adds the tree of those bytes. As deep as the length has bits.
std::uint32_t add(TreeShape& shape, std::uint32_t begin, std::uint32_t size, TreeShape::Table table) {
  if (size <= TreeShape::leaf_bytes) {
    shape.leaves.push_back({.begin = begin, .size = size, .table = table});
    return static_cast<std::uint32_t>(shape.leaves.size() - 1);
  }
  const std::uint32_t half = size - size / 2;
  const std::uint32_t left = add(shape, begin, half, TreeShape::deeper);
  const std::uint32_t right = add(shape, begin + half, size / 2, TreeShape::deeper);
  shape.pairs.push_back({.left = left, .right = right, .table = table});
  return static_cast<std::uint32_t>(first_pair + shape.pairs.size() - 1);
}

}  // namespace

TreeCut TreeCut::within(std::uint32_t length) const {
  if (a == 0 || std::max({a, b, c}) >= length) return {.a = length - length / 2};
  return *this;
}

TreeShape::TreeShape(std::uint32_t shape_number, std::uint32_t bytes, const TreeCut& wanted)
    : number(shape_number), length(bytes), cut(wanted.within(bytes)) {
  const std::uint32_t left_end = cut.left_size();
  const std::uint32_t middle_end = left_end + cut.middle_size();
  left = add(*this, 0, left_end, left_of_root);
  if (cut.has_middle()) middle = add(*this, left_end, middle_end - left_end, middle_of_root);
  right = add(*this, middle_end, bytes - middle_end, right_of_root);
  const auto renumber = [this](std::uint32_t& node) {
    if (node >= first_pair) node = node - first_pair + static_cast<std::uint32_t>(leaves.size());
  };
  renumber(left);
  renumber(right);
  renumber(middle);
  for (Pair& pair : pairs) {
    renumber(pair.left);
    renumber(pair.right);
  }
}

void TreeShape::to_tree(const std::uint8_t* bytes, std::uint8_t* out) const {
  std::memcpy(out, bytes, cut.a);
  std::memcpy(out + cut.a, bytes + cut.b, cut.c - cut.b);
  std::memcpy(out + cut.left_size(), bytes + cut.a, cut.b - cut.a);
  std::memcpy(out + cut.c, bytes + cut.c, length - cut.c);
}

void TreeShape::from_tree(const std::uint8_t* bytes, std::uint8_t* out) const {
  std::memcpy(out, bytes, cut.a);
  std::memcpy(out + cut.b, bytes + cut.a, cut.c - cut.b);
  std::memcpy(out + cut.a, bytes + cut.left_size(), cut.b - cut.a);
  std::memcpy(out + cut.c, bytes + cut.c, length - cut.c);
}

}  // namespace lariat::store
