// SPDX-License-Identifier: Apache-2.0
// The nodes of a tree store, and its index: what is rebuilt when states are cut elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "store/index.hpp"
#include "store/intern_table.hpp"
#include "store/tree_roots.hpp"
#include "store/tree_shape.hpp"

namespace lariat::store {

// The words of a leaf.
template <std::size_t Words>
struct TreeLeaf {
  std::array<std::uint64_t, Words> words;
  std::uint64_t hash() const;
  friend bool operator==(const TreeLeaf& a, const TreeLeaf& b) {
    std::uint64_t difference = 0;
    for (std::size_t k = 0; k < Words; ++k) difference |= a.words[k] ^ b.words[k];
    return difference == 0;
  }
};
using NarrowLeaf = TreeLeaf<TreeShape::narrow_words>;
using WideLeaf = TreeLeaf<TreeShape::wide_words>;

struct TreePair {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint64_t hash() const;
  friend bool operator==(const TreePair&, const TreePair&) = default;
};

struct TreeTables {
  TreeTables(unsigned threads, std::atomic<bool>& growth_wanted);
  TreeTables(unsigned threads, std::atomic<bool>& growth_wanted, std::size_t bytes);  // reserved for each table of nodes

  std::array<InternTable<NarrowLeaf>, TreeShape::tables> leaves;  // by TreeShape::Table
  std::array<InternTable<WideLeaf>, TreeShape::tables> wide_leaves;
  std::array<InternTable<TreePair>, TreeShape::tables> pairs;
  Index index;

  template <std::size_t Words>
  InternTable<TreeLeaf<Words>>& leaves_of(TreeShape::Table table) {
    if constexpr (Words == TreeShape::narrow_words)
      return leaves[table];
    else
      return wide_leaves[table];
  }

  // Fetches a node of that shape.
  void prefetch(const TreeShape& shape, std::uint32_t node, StateId number) const;
  // The numbers of the nodes of a tree, in room for shape.nodes() of them, and the words of its leaves, in room for
  // shape.words.size() of them.
  void read(const TreeShape& shape, const Root& root, StateId* nodes, std::uint64_t* words) const;
  // The words of a leaf.
  void read_leaf(const TreeShape::Leaf& leaf, StateId number, std::uint64_t* words) const;

  // The numbers of the nodes in that table are smaller.
  std::uint64_t end(TreeShape::Table table) const {
    return std::max({leaves[table].end(), wide_leaves[table].end(), pairs[table].end()});
  }
  // Adds the jobs that grow the tables of nodes.
  void add_jobs(std::vector<RebuildBarrier::Job>& jobs);
  std::size_t node_bytes() const;
};

inline void TreeTables::prefetch(const TreeShape& shape, std::uint32_t node, StateId number) const {
  if (node >= shape.leaves.size()) {
    __builtin_prefetch(&pairs[shape.pairs[node - shape.leaves.size()].table][number]);
    return;
  }
  const TreeShape::Leaf& leaf = shape.leaves[node];
  if (leaf.size == TreeShape::narrow_words)
    __builtin_prefetch(&leaves[leaf.table][number]);
  else
    __builtin_prefetch(&wide_leaves[leaf.table][number]);
}

inline void TreeTables::read_leaf(const TreeShape::Leaf& leaf, StateId number, std::uint64_t* words) const {
  if (leaf.size == TreeShape::narrow_words)
    std::copy_n(leaves[leaf.table][number].words.data(), TreeShape::narrow_words, words);
  else
    std::copy_n(wide_leaves[leaf.table][number].words.data(), TreeShape::wide_words, words);
}

inline void TreeTables::read(const TreeShape& shape, const Root& root, StateId* nodes, std::uint64_t* words) const {
  const std::size_t leaf_count = shape.leaves.size();
  nodes[shape.left] = root.left;
  nodes[shape.right] = root.right;
  if (shape.cut.has_middle()) nodes[shape.middle] = root.middle;
  for (std::size_t i = shape.pairs.size(); i > 0; --i) {
    const TreeShape::Pair& pair = shape.pairs[i - 1];
    const TreePair& children = pairs[pair.table][nodes[leaf_count + i - 1]];
    nodes[pair.left] = children.left;
    nodes[pair.right] = children.right;
  }
  for (std::size_t i = 0; i < leaf_count; ++i) read_leaf(shape.leaves[i], nodes[i], words + shape.leaves[i].begin);
}

// The two halves of the product of two numbers, added without carry.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline constexpr std::array<std::uint64_t, 5> mix_odds = {0x9E3779B97F4A7C15U, 0xBF58476D1CE4E5B9U, 0x94D049BB133111EBU,
                                                          0xD6E8FEB86659FD93U, 0xA0761D6478BD642FU};

template <std::size_t Words>
std::uint64_t TreeLeaf<Words>::hash() const {
  static_assert(Words == 2 || Words == 4);
  std::uint64_t sum = mix(words[0] ^ mix_odds[0], words[1] ^ mix_odds[1]);
  if constexpr (Words == 4) sum += mix(words[2] ^ mix_odds[3], words[3] ^ mix_odds[4]);
  return mix(sum, mix_odds[2]);
}

inline std::uint64_t hash_pair(std::uint32_t left, std::uint32_t right, std::uint64_t more) {
  const std::uint64_t both = left | (std::uint64_t{right} << 32);
  return mix(mix(both ^ mix_odds[0], mix_odds[1] + more), mix_odds[2]);
}

inline std::uint64_t TreePair::hash() const { return hash_pair(left, right, 0); }
inline std::uint64_t Root::hash() const { return hash_pair(left, right, shape | (std::uint64_t{middle} << 32)); }

// The root of a tree of which those are the nodes: node(i) is the number of the i-th one.
template <class NodeOf>
Root root_of(const TreeShape& shape, const NodeOf& node) {
  return {.left = node(shape.left),
          .right = node(shape.right),
          .middle = shape.cut.has_middle() ? node(shape.middle) : 0,
          .shape = shape.number};
}

}  // namespace lariat::store
