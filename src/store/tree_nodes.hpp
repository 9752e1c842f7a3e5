// SPDX-License-Identifier: Apache-2.0
// The nodes of a tree store, and its index: what is made anew when states are cut elsewhere.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "lariat/store/tree_store.hpp"

namespace lariat::store {

// A number that stands somewhere among bytes.
template <class T>
T load_as(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void store_as(std::uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

struct TreeStore::Tables {
  Tables(unsigned threads, std::atomic<bool>& alarm);

  std::array<InternTable<TreeLeaf>, 3> leaves;  // by TreeShape::Place
  std::array<InternTable<WideLeaf>, 3> wide_leaves;
  std::array<InternTable<TreePair>, 3> pairs;
  Index index;

  // The bytes of a leaf.
  void read_leaf(const TreeShape::Leaf& place, StateId number, std::uint8_t* at) const;
  // The bytes of a tree, and the numbers of its nodes.
  void read(const TreeShape& shape, const Root& root, std::uint8_t* bytes, std::vector<StateId>& nodes) const;

  // Halves at that place have numbers below.
  std::uint64_t end(TreeShape::Place place) const {
    return std::max({leaves[place].end(), wide_leaves[place].end(), pairs[place].end()});
  }
  // What nodes need to grow.
  void add_jobs(std::vector<Gate::Job>& jobs);
  std::size_t node_bytes() const;
};

// A leaf as it is stored. Of sizes above 7, and of 4 to 7, the two parts overlap; the size says how.
TreeLeaf leaf_at(const std::uint8_t* at, std::uint32_t size);
WideLeaf wide_leaf_at(const std::uint8_t* at, std::uint32_t size);

// Finds the nodes of a tree, or makes them: leaf(place, i) and pair(place, i, pair) return the numbers of the i-th ones.
template <class LeafOf, class PairOf>
TreeStore::Root fold(const TreeShape& shape, std::vector<StateId>& nodes, const LeafOf& leaf, const PairOf& pair) {
  if (nodes.size() < shape.nodes()) nodes.resize(shape.nodes());
  for (std::size_t i = 0; i < shape.leaves.size(); ++i) nodes[i] = leaf(shape.leaves[i], i);
  for (std::size_t i = 0, node = shape.leaves.size(); i < shape.pairs.size(); ++i, ++node) {
    const TreeShape::Pair& place = shape.pairs[i];
    nodes[node] = pair(place, node, TreePair{.left = nodes[place.left], .right = nodes[place.right]});
  }
  return {.left = nodes[shape.left], .right = nodes[shape.right], .shape = shape.number};
}

}  // namespace lariat::store
