// SPDX-License-Identifier: Apache-2.0
// Chooses where to cut states in two, and rebuilds the trees when that changes.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <new>

#include "store/tree_store.hpp"

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
  if (size <= TreeShape::narrow_words * TreeShape::word_bytes) return sizeof(NarrowLeaf) + slot;
  return sizeof(WideLeaf) + slot + (size > TreeShape::wide_words * TreeShape::word_bytes ? sizeof(TreePair) + slot : 0);
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
  for (std::size_t i = 0; i < ids.size(); i += step) f(root_at(ids[i]));
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
  std::vector<Candidate> all = {{.cut = cut_}};
  for (const TreeCut& cut : possible_cuts(longest, numbers_.end() > many / 4 && nodes_take_much())) all.push_back({.cut = cut});
  // The hash of a set of bytes is a sum, so that the one of any piece is a difference of two of these: for some states at a
  // time, one behind the other.
  constexpr std::size_t block = 128;
  const std::size_t stride = longest + 1;
  std::vector<std::uint64_t> sums(block * stride, 0);
  std::vector<std::uint32_t> lengths;
  const auto count_block = [&] {
    for (Candidate& candidate : all) {
      TreeCut cut;
      for (std::size_t i = 0; i < lengths.size(); ++i) {
        if (i == 0 || lengths[i] != lengths[i - 1]) cut = candidate.cut.within(lengths[i]);
        const std::uint64_t* const sum = sums.data() + i * stride;
        const std::uint64_t left = cut.has_middle() ? sum[cut.a] : sum[cut.a] + sum[cut.c] - sum[cut.b];
        const std::uint64_t middle = cut.has_middle() ? sum[cut.b] - sum[cut.a] : 0;
        candidate.left.add(left);
        candidate.right.add(sum[lengths[i]] - left - middle);
        if (cut.has_middle()) candidate.middle.add(middle);
      }
    }
    lengths.clear();
  };
  Scratch scratch;
  double length = 0;
  double count = 0;
  for_each_root(std::max<std::uint64_t>(1, numbers_.end() / sample_size), [&](const Root& state) {
    const std::uint8_t* const bytes = read(state, scratch);
    lengths.push_back(shapes_[state.shape].length);
    std::uint64_t* const sum = sums.data() + (lengths.size() - 1) * stride;
    for (std::uint32_t k = 0; k < lengths.back(); ++k) sum[k + 1] = sum[k] + hash_of_byte(k, bytes[k]);
    length += lengths.back();
    count += 1;
    if (lengths.size() == block) count_block();
  });
  count_block();
  const auto average = static_cast<std::uint32_t>(length / count);
  const auto cost = [&](const Candidate& candidate) {
    const TreeCut cut = candidate.cut.within(average);
    return candidate.left.estimate() * half_bytes(cut.left_size()) +
           candidate.middle.estimate() * half_bytes(cut.middle_size()) +
           candidate.right.estimate() * half_bytes(average - cut.left_size() - cut.middle_size());
  };
  TreeCut best = cut_;
  double least = worthwhile * cost(all.front());
  for (const Candidate& candidate : all) {
    // Putting bytes into another order takes time, and so does a third part.
    const double expected = cost(candidate) / (candidate.cut.b == 0 ? 1 : worthwhile);
    if (expected >= least) continue;
    least = expected;
    best = candidate.cut;
  }
  return best;
}

// The bytes of a state.
const std::uint8_t* TreeStore::read(const Root& root, Scratch& scratch) const {
  const TreeShape& shape = shapes_[root.shape];
  if (scratch.bytes.size() < shape.room()) scratch.bytes.resize(shape.room());
  if (scratch.words.size() < shape.words.size()) scratch.words.resize(shape.words.size());
  if (scratch.nodes.size() < shape.nodes()) scratch.nodes.resize(shape.nodes());
  tables_->read(shape, root, scratch.nodes.data(), scratch.words.data());
  shape.scatter(scratch.words.data(), scratch.bytes.data());
  return scratch.bytes.data();
}

// The root of the same state where it is cut as `shapes` say.
Root TreeStore::recut(const Root& old, TreeTables& tables, const std::deque<TreeShape>& shapes, Scratch& scratch) const {
  const std::uint8_t* const state = read(old, scratch);
  const TreeShape& shape = shapes[old.shape];
  if (scratch.nodes.size() < shape.nodes()) scratch.nodes.resize(shape.nodes());
  const auto intern = [&](auto& table, const auto& thing) {
    for (;;) {
      if (const StateId id = table.intern(thing, 0); id != no_state) return id;
      std::vector<RebuildBarrier::Job> jobs;
      table.add_jobs(jobs);
      for (const RebuildBarrier::Job& job : jobs) job();
    }
  };
  std::vector<StateId>& nodes = scratch.nodes;
  for (std::size_t i = 0; i < shape.leaves.size(); ++i) {
    const TreeShape::Leaf& part = shape.leaves[i];
    const auto leaf = [&]<std::size_t Words>(TreeLeaf<Words> thing) {
      shape.gather<Words>(part, state, thing.words.data());
      return intern(tables.leaves_of<Words>(part.table), thing);
    };
    nodes[i] = part.size == TreeShape::narrow_words ? leaf(NarrowLeaf{}) : leaf(WideLeaf{});
  }
  for (std::size_t i = 0; i < shape.pairs.size(); ++i) {
    const TreeShape::Pair& pair = shape.pairs[i];
    nodes[shape.leaves.size() + i] =
        intern(tables.pairs[pair.table], TreePair{.left = nodes[pair.left], .right = nodes[pair.right]});
  }
  return root_of(shape, [&](std::uint32_t node) { return nodes[node]; });
}

// Builds everything aside and then replaces the old trees, so that nothing has changed if memory runs out.
void TreeStore::cut_at(const TreeCut& cut) {
  std::deque<TreeShape> shapes;
  for (const TreeShape& shape : shapes_) shapes.emplace_back(shape.number, shape.length, cut);
  auto tables = std::make_unique<TreeTables>(threads_, growth_wanted_);
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
  const std::vector<std::uint64_t> positions = stored_positions();
  std::vector<Root> roots;
  roots.reserve(positions.size());
  for (const std::uint64_t position : positions) roots.push_back(recut(root_at(position), *tables, shapes, scratch));
  std::unique_ptr<RootSet> set;
  if (roots_ != nullptr) {
    set = std::make_unique<RootSet>(least_layout(*tables), in_set.size(), threads_ == 1, growth_wanted_);
    AddAlone add(*set);
    for (const Root& root : in_set) add(root);
    add.finish();
  }
  const Segment model = new_segment(*tables);
  const std::size_t count = segment_of(numbers_.end() + segment_size() - 1);
  std::vector<std::unique_ptr<std::uint8_t[]>> entries(count);
  for (std::size_t i = first_segment_; i < count; ++i)
    if (segments_[i].entries != nullptr) entries[i] = std::make_unique<std::uint8_t[]>(segment_size() * model.width);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Segment segment = model;
    segment.entries = entries[segment_of(positions[i])].get();
    write_root(segment, place_of(positions[i]), roots[i]);
  }
  for (std::size_t i = 0; roots_ == nullptr && i < positions.size(); ++i) {
    const auto add = [&] {
      return tables->index.insert(
          roots[i].hash(), [](StateId) { return false; }, [&] { return static_cast<StateId>(positions[i]); });
    };
    while (add().outcome == Index::Outcome::full)
      for (const unsigned shard : tables->index.crowded())
        tables->index.grow(
            shard, numbers_.end(), [](StateId) {},
            [&](StateId id) {
              Segment segment = model;
              segment.entries = entries[segment_of(id)].get();
              return read_root(segment, place_of(id)).hash();
            });
  }
  tables_ = std::move(tables);
  roots_ = std::move(set);
  for (std::size_t i = 0; i < shapes_.size(); ++i) shapes_[i] = std::move(shapes[i]);
  for (std::size_t i = first_segment_; i < count; ++i) {
    if (segments_[i].entries == nullptr) continue;
    count_segments(static_cast<std::ptrdiff_t>(segment_size()) * (model.width - segments_[i].width));
    delete[] segments_[i].entries;
    segments_[i] = model;
    segments_[i].entries = entries[i].release();
  }
  cut_ = cut;
  ++edition_;
}

// The positions of states that can be loaded. Without an index, those that were never given out are among them; their entries
// are zeros, which is the root of some state.
std::vector<std::uint64_t> TreeStore::stored_positions() const {
  std::vector<std::uint64_t> result;
  if (roots_ == nullptr) {
    const std::vector<StateId> ids = tables_->index.ids();
    result.assign(ids.begin(), ids.end());
    return result;
  }
  for (std::uint64_t i = std::uint64_t{first_segment_} << segment_bits_; i < numbers_.end(); ++i)
    if (segments_[segment_of(i)].entries != nullptr) result.push_back(i);
  return result;
}

}  // namespace lariat::store
