// SPDX-License-Identifier: Apache-2.0
// Chooses where to cut states in two, and rebuilds the trees when that changes.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <new>

#include "store/tree_nodes.hpp"

namespace lariat::store {
namespace {

constexpr std::array<std::uint64_t, 5> looks = {std::uint64_t{1} << 12, std::uint64_t{1} << 15, std::uint64_t{1} << 18,
                                                std::uint64_t{1} << 20, std::uint64_t{1} << 22};
constexpr std::uint64_t many = std::uint64_t{1} << 19;  // from there on, trees are made anew only if halves take much memory:
constexpr std::uint64_t much = 3;                       // bytes a state
constexpr std::size_t sample_size = std::size_t{1} << 14;
constexpr std::uint32_t single_cuts = 24;
constexpr std::uint32_t triple_cuts = 10;
constexpr double worthwhile = 0.8;  // of what is kept now

// Estimates how many different hashes were seen, by the bits that they left unset: linear counting.
class DistinctCount {
 public:
  void add(std::uint64_t hash) { bits_[(hash >> 6) % words] |= std::uint64_t{1} << (hash & 63); }
  double estimate() const {
    std::size_t free = 0;
    for (const std::uint64_t word : bits_) free += static_cast<std::size_t>(64 - std::popcount(word));
    constexpr double size = words * 64;
    return size * std::log(size / std::max<double>(1, static_cast<double>(free)));
  }

 private:
  static constexpr std::size_t words = 4 * sample_size / 64;
  std::vector<std::uint64_t> bits_ = std::vector<std::uint64_t>(words);
};

std::uint64_t scramble(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 29)) * 0x94D049BB133111EBU;
  return x ^ (x >> 32);
}

std::uint64_t hash_of_byte(std::uint32_t place, std::uint8_t byte) {
  return scramble((std::uint64_t{place} << 8 | byte) * 0x9E3779B97F4A7C15U + 1);
}

std::vector<TreeCut> possible_cuts(std::uint32_t length) {
  std::vector<TreeCut> cuts;
  const auto places = [&](std::uint32_t parts) {
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 1; i < parts; ++i)
      if (const std::uint32_t place = length * i / parts; place > (result.empty() ? 0 : result.back())) result.push_back(place);
    return result;
  };
  for (const std::uint32_t a : places(single_cuts)) cuts.push_back({.a = a});
  const std::vector<std::uint32_t> coarse = places(triple_cuts);
  for (const std::uint32_t a : coarse)
    for (const std::uint32_t b : coarse)
      for (const std::uint32_t c : coarse)
        if (a < b && b < c) cuts.push_back({.a = a, .b = b, .c = c});
  return cuts;
}

// The memory that a half of so many bytes takes, its slot in the index included. For a pair, one new leaf is counted.
double half_bytes(std::size_t size) {
  constexpr double slot = 6;
  if (size <= TreeShape::narrow_bytes) return sizeof(TreeLeaf) + slot;
  return sizeof(WideLeaf) + slot + (size > TreeShape::leaf_bytes ? sizeof(TreePair) + slot : 0);
}

}  // namespace

void TreeStore::reshape() {
  barrier_.rebuild([this] {
    if (!should_reshape()) return std::vector<RebuildBarrier::Job>();
    const auto* const next = std::upper_bound(looks.begin(), looks.end(), numbers_.end());
    reshape_at_.store(next == looks.end() ? std::numeric_limits<std::uint64_t>::max() : *next, std::memory_order_relaxed);
    if (numbers_.end() > many && tables_->node_bytes() < much * numbers_.end()) return std::vector<RebuildBarrier::Job>();
    const std::vector<StateId> ids = tables_->index.ids();
    if (const TreeCut cut = best_cut(ids); cut != cut_) cut_at(cut, ids);
    return std::vector<RebuildBarrier::Job>();
  });
}

// The cut for which the halves of some of the states would take the least memory, if that is clearly less than now.
TreeCut TreeStore::best_cut(const std::vector<StateId>& ids) const {
  std::uint32_t longest = 0;
  for (const TreeShape& shape : shapes_) longest = std::max(longest, shape.length);
  if (longest < 3 || ids.empty()) return cut_;
  struct Candidate {
    TreeCut cut;
    DistinctCount left = {};
    DistinctCount right = {};
  };
  std::vector<Candidate> all;
  for (const TreeCut& cut : possible_cuts(longest)) all.push_back({.cut = cut});
  Candidate now{.cut = cut_};
  std::vector<std::uint8_t> stored(longest);
  std::vector<std::uint8_t> bytes(longest);
  std::vector<StateId> nodes;
  // The hash of a set of bytes is a sum, so that the one of any piece is a difference of two of these.
  std::vector<std::uint64_t> sums(longest + 1, 0);
  const std::size_t step = std::max<std::size_t>(1, ids.size() / sample_size);
  double length = 0;
  double count = 0;
  for (std::size_t i = 0; i < ids.size(); i += step) {
    const Root state = root(ids[i]);
    const TreeShape& shape = shapes_[state.shape];
    tables_->read(shape, state, stored.data(), nodes);
    if (shape.reorders())
      shape.from_tree(stored.data(), bytes.data());
    else
      bytes.swap(stored);
    for (std::uint32_t k = 0; k < shape.length; ++k) sums[k + 1] = sums[k] + hash_of_byte(k, bytes[k]);
    const auto add = [&](Candidate& candidate) {
      const TreeCut cut = candidate.cut.within(shape.length);
      const std::uint64_t left = sums[cut.a] + sums[cut.c] - sums[cut.b];
      candidate.left.add(scramble(left));
      candidate.right.add(scramble(sums[shape.length] - left));
    };
    add(now);
    for (Candidate& candidate : all) add(candidate);
    length += shape.length;
    count += 1;
  }
  const auto average = static_cast<std::uint32_t>(length / count);
  const auto cost = [&](const Candidate& candidate) {
    const std::uint32_t half = candidate.cut.within(average).left_size();
    return candidate.left.estimate() * half_bytes(half) + candidate.right.estimate() * half_bytes(average - half);
  };
  TreeCut best = cut_;
  double least = worthwhile * cost(now);
  for (const Candidate& candidate : all) {
    // Putting bytes into another order takes time, too.
    const double expected = cost(candidate) / (candidate.cut.c == 0 ? 1 : worthwhile);
    if (expected >= least) continue;
    least = expected;
    best = candidate.cut;
  }
  return best;
}

// Builds everything aside and then replaces the old trees, so that nothing has changed if memory runs out.
void TreeStore::cut_at(const TreeCut& cut, const std::vector<StateId>& ids) {
  std::deque<TreeShape> shapes;
  for (const TreeShape& shape : shapes_) shapes.emplace_back(shape.number, shape.length, cut);
  auto tables = std::make_unique<Tables>(threads_, growth_wanted_);
  std::vector<Root> roots;
  roots.reserve(ids.size());
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint8_t> spare;
  std::vector<StateId> nodes;
  for (const StateId id : ids) {
    const Root old = root(id);
    const TreeShape& from = shapes_[old.shape];
    const TreeShape& to = shapes[old.shape];
    bytes.resize(std::max<std::size_t>(bytes.size(), from.length));
    spare.resize(bytes.size());
    tables_->read(from, old, bytes.data(), nodes);
    if (from.reorders()) {
      from.from_tree(bytes.data(), spare.data());
      bytes.swap(spare);
    }
    if (to.reorders()) {
      to.to_tree(bytes.data(), spare.data());
      bytes.swap(spare);
    }
    roots.push_back(fold_alone(*tables, to, bytes.data(), nodes));
  }
  const Segment model = layout(*tables);
  const std::size_t count = (numbers_.end() + segment_size - 1) / segment_size;
  std::vector<std::unique_ptr<std::uint8_t[]>> entries(count);
  for (std::size_t i = 0; i < count; ++i)
    if (segments_[i].entries != nullptr) entries[i] = std::make_unique<std::uint8_t[]>(std::size_t{segment_size} * model.width);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Segment segment = model;
    segment.entries = entries[ids[i] / segment_size].get();
    write_root(segment, ids[i] % segment_size, roots[i]);
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto add = [&] {
      return tables->index.insert(
          roots[i].hash(), [](StateId) { return false; }, [&] { return ids[i]; });
    };
    while (add().outcome == Index::Outcome::full)
      for (const unsigned shard : tables->index.crowded())
        tables->index.grow(
            shard, numbers_.end(), [](StateId) {},
            [&](StateId id) {
              Segment segment = model;
              segment.entries = entries[id / segment_size].get();
              return read_root(segment, id % segment_size).hash();
            });
  }
  tables_ = std::move(tables);
  for (std::size_t i = 0; i < shapes_.size(); ++i) shapes_[i] = std::move(shapes[i]);
  segment_bytes_.store(0);
  for (std::size_t i = 0; i < count; ++i) {
    if (segments_[i].entries == nullptr) continue;
    delete[] segments_[i].entries;
    segments_[i] = model;
    segments_[i].entries = entries[i].release();
    segment_bytes_ += std::size_t{segment_size} * model.width + sizeof(Segment);
  }
  cut_ = cut;
  ++edition_;
}

TreeStore::Root TreeStore::fold_alone(Tables& tables, const TreeShape& shape, const std::uint8_t* bytes,
                                      std::vector<StateId>& nodes) const {
  const auto intern = [&](auto& table, const auto& thing) {
    for (;;) {
      if (const StateId id = table.intern(thing, 0); id != no_state) return id;
      std::vector<RebuildBarrier::Job> jobs;
      table.add_jobs(jobs);
      for (const RebuildBarrier::Job& job : jobs) job();
    }
  };
  return fold(
      shape, nodes,
      [&](const TreeShape::Leaf& part, std::size_t) {
        const std::uint8_t* const at = bytes + part.begin;
        return part.size <= TreeShape::narrow_bytes ? intern(tables.leaves[part.table], leaf_at(at, part.size))
                                                    : intern(tables.wide_leaves[part.table], wide_leaf_at(at, part.size));
      },
      [&](const TreeShape::Pair& part, std::size_t, const TreePair& pair) { return intern(tables.pairs[part.table], pair); });
}

}  // namespace lariat::store
