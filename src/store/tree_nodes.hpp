// SPDX-License-Identifier: Apache-2.0
// The nodes of a tree store, and its index: what is rebuilt when states are cut elsewhere.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "store/tree_store.hpp"

namespace lariat::store {

struct TreeStore::Tables {
  Tables(unsigned threads, std::atomic<bool>& growth_wanted);
  Tables(unsigned threads, std::atomic<bool>& growth_wanted, std::size_t bytes);  // reserved for each table of nodes

  std::array<InternTable<TreeLeaf>, TreeShape::tables> leaves;  // by TreeShape::Table
  std::array<InternTable<WideLeaf>, TreeShape::tables> wide_leaves;
  std::array<InternTable<TreePair>, TreeShape::tables> pairs;
  Index index;

  // The bytes of a leaf.
  void read_leaf(const TreeShape::Leaf& part, StateId number, std::uint8_t* at) const;
  // The bytes of a tree, and the numbers of its nodes.
  void read(const TreeShape& shape, const Root& root, std::uint8_t* bytes, std::vector<StateId>& nodes) const;

  // The numbers of the nodes in that table are smaller.
  std::uint64_t end(TreeShape::Table table) const {
    return std::max({leaves[table].end(), wide_leaves[table].end(), pairs[table].end()});
  }
  // Adds the jobs that grow the tables of nodes.
  void add_jobs(std::vector<RebuildBarrier::Job>& jobs);
  std::size_t node_bytes() const;
};

// Adds a root to a set that nobody else uses. The layout of the set must fit it.
void add_alone(RootSet& roots, const Root& root);

// A leaf as it is stored: its first and its last bytes, which overlap if it has less than 16 (8 if it has 4 to 7).
TreeLeaf leaf_at(const std::uint8_t* at, std::uint32_t size);
WideLeaf wide_leaf_at(const std::uint8_t* at, std::uint32_t size);

// Finds the nodes of a tree, or makes them: leaf(part, i) and pair(part, i, pair) return the numbers of the i-th ones.
template <class LeafOf, class PairOf>
Root fold(const TreeShape& shape, std::vector<StateId>& nodes, const LeafOf& leaf, const PairOf& pair) {
  if (nodes.size() < shape.nodes()) nodes.resize(shape.nodes());
  for (std::size_t i = 0; i < shape.leaves.size(); ++i) nodes[i] = leaf(shape.leaves[i], i);
  for (std::size_t i = 0, node = shape.leaves.size(); i < shape.pairs.size(); ++i, ++node) {
    const TreeShape::Pair& part = shape.pairs[i];
    nodes[node] = pair(part, node, TreePair{.left = nodes[part.left], .right = nodes[part.right]});
  }
  return {.left = nodes[shape.left],
          .right = nodes[shape.right],
          .middle = shape.cut.has_middle() ? nodes[shape.middle] : 0,
          .shape = shape.number};
}

}  // namespace lariat::store
