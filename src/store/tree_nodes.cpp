// SPDX-License-Identifier: Apache-2.0
#include "store/tree_nodes.hpp"

namespace lariat::store {
namespace {

constexpr unsigned shard_bits = 4;
constexpr unsigned growth = 2;              // fourths
constexpr double table_share = 1.0 / 1024;  // of the addresses, where they are limited; tables grow as they need to

// The two halves of the product of two numbers, added without carry.
std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t odd_a = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t odd_b = 0xBF58476D1CE4E5B9U;
constexpr std::uint64_t odd_c = 0x94D049BB133111EBU;

std::uint64_t hash_pair(std::uint32_t left, std::uint32_t right, std::uint64_t more) {
  const std::uint64_t both = left | (std::uint64_t{right} << 32);
  return mix(mix(both ^ odd_a, odd_b + more), odd_c);
}

template <class T>
std::array<InternTable<T>, TreeShape::tables> make_tables(unsigned threads, std::atomic<bool>& growth_wanted,
                                                          std::size_t bytes) {
  static_assert(TreeShape::tables == 4);
  return {{{threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes}}};
}

void write_leaf(std::uint8_t* at, std::uint32_t size, const TreeLeaf& leaf) {
  if (size >= 8) {
    store_as(at, leaf.low);
    store_as(at + size - 8, leaf.high);
  } else if (size >= 4) {
    store_as(at, static_cast<std::uint32_t>(leaf.low));
    store_as(at + size - 4, static_cast<std::uint32_t>(leaf.high));
  } else {
    for (std::uint32_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(leaf.low >> (8 * i));
  }
}

}  // namespace

std::uint64_t TreeLeaf::hash() const { return mix(mix(low ^ odd_a, high ^ odd_b), odd_c); }
std::uint64_t WideLeaf::hash() const { return mix(first.hash(), last.hash() ^ odd_a); }
std::uint64_t TreePair::hash() const { return hash_pair(left, right, 0); }
std::uint64_t Root::hash() const { return hash_pair(left, right, shape | (std::uint64_t{middle} << 32)); }

void add_alone(RootSet& roots, const Root& root) {
  while (roots.insert(roots.scramble(root), [] { return true; }) == RootSet::Outcome::full) {
    std::vector<RebuildBarrier::Job> jobs;
    roots.add_jobs(jobs, 1);
    for (const RebuildBarrier::Job& job : jobs) job();
  }
}

TreeLeaf leaf_at(const std::uint8_t* at, std::uint32_t size) {
  if (size >= 8) return {.low = load_as<std::uint64_t>(at), .high = load_as<std::uint64_t>(at + size - 8)};
  if (size >= 4) return {.low = load_as<std::uint32_t>(at), .high = load_as<std::uint32_t>(at + size - 4)};
  TreeLeaf leaf;
  for (std::uint32_t i = 0; i < size; ++i) leaf.low |= std::uint64_t{at[i]} << (8 * i);
  return leaf;
}

WideLeaf wide_leaf_at(const std::uint8_t* at, std::uint32_t size) {
  return {.first = leaf_at(at, 16), .last = leaf_at(at + size - 16, 16)};
}

TreeStore::Tables::Tables(unsigned threads, std::atomic<bool>& growth_wanted)
    : Tables(threads, growth_wanted, AddressBudget().share(table_share)) {}

TreeStore::Tables::Tables(unsigned threads, std::atomic<bool>& growth_wanted, std::size_t bytes)
    : leaves(make_tables<TreeLeaf>(threads, growth_wanted, bytes)),
      wide_leaves(make_tables<WideLeaf>(threads, growth_wanted, bytes)),
      pairs(make_tables<TreePair>(threads, growth_wanted, bytes)),
      index(shard_bits, growth, threads == 1, growth_wanted) {}

void TreeStore::Tables::read_leaf(const TreeShape::Leaf& part, StateId number, std::uint8_t* at) const {
  if (part.size <= TreeShape::narrow_bytes) {
    write_leaf(at, part.size, leaves[part.table][number]);
    return;
  }
  const WideLeaf& leaf = wide_leaves[part.table][number];
  write_leaf(at, 16, leaf.first);
  write_leaf(at + part.size - 16, 16, leaf.last);
}

void TreeStore::Tables::read(const TreeShape& shape, const Root& root, std::uint8_t* bytes, std::vector<StateId>& nodes) const {
  const std::size_t leaf_count = shape.leaves.size();
  nodes.resize(shape.nodes());
  nodes[shape.left] = root.left;
  nodes[shape.right] = root.right;
  if (shape.cut.has_middle()) nodes[shape.middle] = root.middle;
  for (std::size_t i = shape.pairs.size(); i > 0; --i) {
    const TreeShape::Pair& pair = shape.pairs[i - 1];
    const TreePair& children = pairs[pair.table][nodes[leaf_count + i - 1]];
    nodes[pair.left] = children.left;
    nodes[pair.right] = children.right;
  }
  for (std::size_t i = 0; i < leaf_count; ++i) read_leaf(shape.leaves[i], nodes[i], bytes + shape.leaves[i].begin);
}

void TreeStore::Tables::add_jobs(std::vector<RebuildBarrier::Job>& jobs) {
  for (InternTable<TreeLeaf>& table : leaves) table.add_jobs(jobs);
  for (InternTable<WideLeaf>& table : wide_leaves) table.add_jobs(jobs);
  for (InternTable<TreePair>& table : pairs) table.add_jobs(jobs);
}

std::size_t TreeStore::Tables::node_bytes() const {
  std::size_t bytes = 0;
  for (const InternTable<TreeLeaf>& table : leaves) bytes += table.bytes();
  for (const InternTable<WideLeaf>& table : wide_leaves) bytes += table.bytes();
  for (const InternTable<TreePair>& table : pairs) bytes += table.bytes();
  return bytes;
}

}  // namespace lariat::store
