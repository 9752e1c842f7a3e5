// SPDX-License-Identifier: Apache-2.0
#include "store/tree_nodes.hpp"

#include <algorithm>

namespace lariat::store {
namespace {

constexpr unsigned shard_bits = 4;
constexpr unsigned growth = 2;              // fourths
constexpr double table_share = 1.0 / 1024;  // of the addresses, where they are limited; tables grow as they need to

template <class T>
std::array<InternTable<T>, TreeShape::tables> make_tables(unsigned threads, std::atomic<bool>& growth_wanted,
                                                          std::size_t bytes) {
  static_assert(TreeShape::tables == 4);
  return {{{threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes},
           {threads, growth_wanted, bytes}}};
}

}  // namespace

TreeTables::TreeTables(unsigned threads, std::atomic<bool>& growth_wanted)
    : TreeTables(threads, growth_wanted, AddressBudget().share(table_share)) {}

TreeTables::TreeTables(unsigned threads, std::atomic<bool>& growth_wanted, std::size_t bytes)
    : leaves(make_tables<NarrowLeaf>(threads, growth_wanted, bytes)),
      wide_leaves(make_tables<WideLeaf>(threads, growth_wanted, bytes)),
      pairs(make_tables<TreePair>(threads, growth_wanted, bytes)),
      index(shard_bits, growth, threads == 1, growth_wanted) {}

void TreeTables::add_jobs(std::vector<RebuildBarrier::Job>& jobs) {
  for (InternTable<NarrowLeaf>& table : leaves) table.add_jobs(jobs);
  for (InternTable<WideLeaf>& table : wide_leaves) table.add_jobs(jobs);
  for (InternTable<TreePair>& table : pairs) table.add_jobs(jobs);
}

std::size_t TreeTables::node_bytes() const {
  std::size_t bytes = 0;
  for (const InternTable<NarrowLeaf>& table : leaves) bytes += table.bytes();
  for (const InternTable<WideLeaf>& table : wide_leaves) bytes += table.bytes();
  for (const InternTable<TreePair>& table : pairs) bytes += table.bytes();
  return bytes;
}

}  // namespace lariat::store
