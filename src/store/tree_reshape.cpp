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
constexpr std::uint64_t many = std::uint64_t{1} << 19;  // from there on, trees are made anew only if nodes take much memory
constexpr std::size_t sample_size = std::size_t{1} << 14;
constexpr std::uint32_t single_cuts = 24;
constexpr std::uint32_t triple_cuts = 10;
constexpr std::uint32_t middle_cuts = 20;
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

// Where to cut states of that length in two, and in three if that is wanted.
std::vector<TreeCut> possible_cuts(std::uint32_t length, bool in_three) {
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
  if (!in_three) return cuts;
  const std::vector<std::uint32_t> fine = places(middle_cuts);
  for (const std::uint32_t a : fine)
    for (const std::uint32_t b : fine)
      if (a < b) cuts.push_back({.a = a, .b = b});
  return cuts;
}

// The memory that a half of so many bytes takes, its slot in the index included. For a pair, one new leaf is counted.
double half_bytes(std::size_t size) {
  constexpr double slot = 6;
  if (size == 0) return 0;
  if (size <= TreeShape::narrow_bytes) return sizeof(TreeLeaf) + slot;
  return sizeof(WideLeaf) + slot + (size > TreeShape::leaf_bytes ? sizeof(TreePair) + slot : 0);
}

}  // namespace

void TreeStore::reshape() {
  barrier_.rebuild([this] {
    if (!should_reshape()) return std::vector<RebuildBarrier::Job>();
    const auto* const next = std::upper_bound(looks.begin(), looks.end(), numbers_.end());
    reshape_at_.store(next == looks.end() ? std::numeric_limits<std::uint64_t>::max() : *next, std::memory_order_relaxed);
    if (numbers_.end() > many && !nodes_take_much()) return std::vector<RebuildBarrier::Job>();
    if (const TreeCut cut = best_cut(); cut != cut_) cut_at(cut);
    return std::vector<RebuildBarrier::Job>();
  });
}

// So much that cuts in three are worth considering. These make roots wider, which costs nothing in a set of roots, as long as
// they fit. The more states there are, the less do nodes usually take for each.
bool TreeStore::nodes_take_much() const {
  const auto states = static_cast<double>(numbers_.end());
  const auto nodes = static_cast<double>(tables_->node_bytes());
  return nodes > states * (roots_ != nullptr ? std::min(3.0, 1024 / std::sqrt(states)) : 3.0);
}

template <class F>
void TreeStore::for_each_root(std::uint64_t step, const F& f) const {
  if (roots_ != nullptr) {
    roots_->for_each(step, f);
    return;
  }
  const std::vector<StateId> ids = tables_->index.ids();
  for (std::size_t i = 0; i < ids.size(); i += step) f(root(ids[i]));
}

// The cut for which the parts of some of the states would take the least memory, if that is clearly less than now.
TreeCut TreeStore::best_cut() const {
  std::uint32_t longest = 0;
  for (const TreeShape& shape : shapes_) longest = std::max(longest, shape.length);
  if (longest < 3 || numbers_.end() == 0) return cut_;
  struct Candidate {
    TreeCut cut;
    DistinctCount left = {};
    DistinctCount right = {};
    DistinctCount middle = {};
  };
  std::vector<Candidate> all;
  for (const TreeCut& cut : possible_cuts(longest, numbers_.end() > many / 4 && nodes_take_much())) all.push_back({.cut = cut});
  Candidate now{.cut = cut_};
  std::vector<std::uint8_t> stored(longest);
  std::vector<std::uint8_t> bytes(longest);
  std::vector<StateId> nodes;
  // The hash of a set of bytes is a sum, so that the one of any piece is a difference of two of these.
  std::vector<std::uint64_t> sums(longest + 1, 0);
  double length = 0;
  double count = 0;
  for_each_root(std::max<std::uint64_t>(1, numbers_.end() / sample_size), [&](const Root& state) {
    const TreeShape& shape = shapes_[state.shape];
    tables_->read(shape, state, stored.data(), nodes);
    if (shape.reorders())
      shape.from_tree(stored.data(), bytes.data());
    else
      bytes.swap(stored);
    for (std::uint32_t k = 0; k < shape.length; ++k) sums[k + 1] = sums[k] + hash_of_byte(k, bytes[k]);
    const auto add = [&](Candidate& candidate) {
      const TreeCut cut = candidate.cut.within(shape.length);
      const std::uint64_t left = cut.has_middle() ? sums[cut.a] : sums[cut.a] + sums[cut.c] - sums[cut.b];
      const std::uint64_t middle = cut.has_middle() ? sums[cut.b] - sums[cut.a] : 0;
      candidate.left.add(scramble(left));
      candidate.right.add(scramble(sums[shape.length] - left - middle));
      if (cut.has_middle()) candidate.middle.add(scramble(middle));
    };
    add(now);
    for (Candidate& candidate : all) add(candidate);
    length += shape.length;
    count += 1;
  });
  const auto average = static_cast<std::uint32_t>(length / count);
  const auto cost = [&](const Candidate& candidate) {
    const TreeCut cut = candidate.cut.within(average);
    return candidate.left.estimate() * half_bytes(cut.left_size()) +
           candidate.middle.estimate() * half_bytes(cut.middle_size()) +
           candidate.right.estimate() * half_bytes(average - cut.left_size() - cut.middle_size());
  };
  TreeCut best = cut_;
  double least = worthwhile * cost(now);
  for (const Candidate& candidate : all) {
    // Putting bytes into another order takes time, and so does a third part.
    const double expected = cost(candidate) / (candidate.cut.b == 0 ? 1 : worthwhile);
    if (expected >= least) continue;
    least = expected;
    best = candidate.cut;
  }
  return best;
}

// The root of the same state where it is cut as `shapes` say.
Root TreeStore::recut(const Root& old, Tables& tables, const std::deque<TreeShape>& shapes, Scratch& scratch) const {
  const TreeShape& from = shapes_[old.shape];
  const TreeShape& to = shapes[old.shape];
  scratch.bytes.resize(std::max<std::size_t>(scratch.bytes.size(), from.length));
  scratch.spare.resize(scratch.bytes.size());
  tables_->read(from, old, scratch.bytes.data(), scratch.nodes);
  if (from.reorders()) {
    from.from_tree(scratch.bytes.data(), scratch.spare.data());
    scratch.bytes.swap(scratch.spare);
  }
  if (to.reorders()) {
    to.to_tree(scratch.bytes.data(), scratch.spare.data());
    scratch.bytes.swap(scratch.spare);
  }
  return fold_alone(tables, to, scratch.bytes.data(), scratch.nodes);
}

// Builds everything aside and then replaces the old trees, so that nothing has changed if memory runs out.
void TreeStore::cut_at(const TreeCut& cut) {
  std::deque<TreeShape> shapes;
  for (const TreeShape& shape : shapes_) shapes.emplace_back(shape.number, shape.length, cut);
  auto tables = std::make_unique<Tables>(threads_, growth_wanted_);
  Scratch scratch;
  // The states of a set, and those that have numbers.
  std::vector<Root> in_set;
  if (roots_ != nullptr) {
    in_set.reserve(roots_->size());
    roots_->for_each(1, [&](const Root& old) { in_set.push_back(recut(old, *tables, shapes, scratch)); });
    // A set with wide slots takes twice the memory.
    const RootLayout layout = least_layout(*tables);
    if (RootSet::is_narrow(roots_->layout(), roots_->size()) && !RootSet::is_narrow(layout, roots_->size())) return;
  }
  const std::vector<StateId> ids = numbered_states();
  std::vector<Root> roots;
  roots.reserve(ids.size());
  for (const StateId id : ids) roots.push_back(recut(root(id), *tables, shapes, scratch));
  std::unique_ptr<RootSet> set;
  if (roots_ != nullptr) {
    set = std::make_unique<RootSet>(least_layout(*tables), in_set.size(), threads_ == 1, growth_wanted_);
    for (const Root& root : in_set) add_alone(*set, root);
  }
  const Segment model = new_segment(*tables);
  const std::size_t count = (numbers_.end() + segment_size - 1) / segment_size;
  std::vector<std::unique_ptr<std::uint8_t[]>> entries(count);
  for (std::size_t i = first_segment_; i < count; ++i)
    if (segments_[i].entries != nullptr) entries[i] = std::make_unique<std::uint8_t[]>(std::size_t{segment_size} * model.width);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Segment segment = model;
    segment.entries = entries[ids[i] / segment_size].get();
    write_root(segment, ids[i] % segment_size, roots[i]);
  }
  for (std::size_t i = 0; roots_ == nullptr && i < ids.size(); ++i) {
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
  roots_ = std::move(set);
  for (std::size_t i = 0; i < shapes_.size(); ++i) shapes_[i] = std::move(shapes[i]);
  for (std::size_t i = first_segment_; i < count; ++i) {
    if (segments_[i].entries == nullptr) continue;
    count_segments(std::ptrdiff_t{segment_size} * (model.width - segments_[i].width));
    delete[] segments_[i].entries;
    segments_[i] = model;
    segments_[i].entries = entries[i].release();
  }
  cut_ = cut;
  ++edition_;
}

// The numbers of states that can be loaded. Without an index, those that were never given out are among them; their entries are
// zeros, which is the root of some state.
std::vector<StateId> TreeStore::numbered_states() const {
  if (roots_ == nullptr) return tables_->index.ids();
  std::vector<StateId> ids;
  for (std::uint64_t id = std::uint64_t{first_segment_} * segment_size; id < numbers_.end(); ++id)
    if (segments_[id / segment_size].entries != nullptr) ids.push_back(static_cast<StateId>(id));
  return ids;
}

Root TreeStore::fold_alone(Tables& tables, const TreeShape& shape, const std::uint8_t* bytes,
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
