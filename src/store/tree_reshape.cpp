// SPDX-License-Identifier: Apache-2.0
// Where to cut states in two, and making the trees anew when it should be elsewhere.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <new>

#include "store/tree_nodes.hpp"

namespace lariat {
namespace {

constexpr std::array<std::uint64_t, 3> looks = {std::uint64_t{1} << 12, std::uint64_t{1} << 15, std::uint64_t{1} << 18};
constexpr std::size_t sample_size = std::size_t{1} << 15;
constexpr std::uint32_t candidates = 24;
constexpr double worthwhile = 0.8;  // of what is kept now

// How many different hashes were seen, by the bits that they left unset: linear counting.
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

// What a half of so many bytes takes, its place in the index included; of pairs there are leaves besides, but fewer.
double half_bytes(std::size_t size) {
  constexpr double slot = 6;
  if (size > TreeShape::leaf_bytes) return sizeof(TreePair) + 2 * slot;
  return slot + (size > TreeShape::narrow_bytes ? sizeof(WideLeaf) : sizeof(TreeLeaf));
}

}  // namespace

void TreeStore::reshape() {
  gate_.close([this] {
    if (!should_reshape()) return std::vector<Gate::Job>();
    const auto* const next = std::upper_bound(looks.begin(), looks.end(), numbers_.end());
    reshape_at_.store(next == looks.end() ? std::numeric_limits<std::uint64_t>::max() : *next, std::memory_order_relaxed);
    const std::vector<StateId> ids = tables_->index.ids();
    if (const std::uint32_t split = best_split(ids); split != split_) cut_at(split, ids);
    return std::vector<Gate::Job>();
  });
}

// The cut for which the halves of some of the states would take the least memory, if that is clearly less than now.
std::uint32_t TreeStore::best_split(const std::vector<StateId>& ids) const {
  std::uint32_t longest = 0;
  for (const TreeShape& shape : shapes_) longest = std::max(longest, shape.length);
  if (longest < 3 || ids.empty()) return split_;
  struct Candidate {
    std::uint32_t split = 0;
    DistinctCount left = {};
    DistinctCount right = {};
  };
  std::vector<Candidate> all(1);  // the first one is what we have
  all[0].split = split_;
  for (std::uint32_t i = 1, last = 0; i < candidates; ++i) {
    const std::uint32_t split = std::max(last + 1, longest * i / candidates);
    if (split >= longest) break;
    all.push_back({.split = last = split});
  }
  std::vector<std::uint8_t> bytes(longest);
  std::vector<StateId> nodes;
  const std::size_t step = std::max<std::size_t>(1, ids.size() / sample_size);
  double length = 0;
  double count = 0;
  for (std::size_t i = 0; i < ids.size(); i += step) {
    const Root state = root(ids[i]);
    const TreeShape& shape = shapes_[state.shape];
    tables_->read(shape, state, bytes.data(), nodes);
    const Bytes whole(bytes.data(), shape.length);
    for (Candidate& candidate : all) {
      const bool fits = candidate.split != 0 && candidate.split < whole.size();
      const std::size_t half = fits ? candidate.split : whole.size() - whole.size() / 2;
      candidate.left.add(hash_of(whole.first(half)));
      candidate.right.add(hash_of(whole.subspan(half)));
    }
    length += shape.length;
    count += 1;
  }
  const auto average = static_cast<std::uint32_t>(length / count);
  const auto cost = [&](const Candidate& candidate) {
    const std::uint32_t half = candidate.split != 0 && candidate.split < average ? candidate.split : average - average / 2;
    return candidate.left.estimate() * half_bytes(half) + candidate.right.estimate() * half_bytes(average - half);
  };
  const auto best =
      std::min_element(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) { return cost(a) < cost(b); });
  return cost(*best) < worthwhile * cost(all[0]) ? best->split : split_;
}

// Everything is made aside and then put in place, so that nothing has happened if memory does not suffice.
void TreeStore::cut_at(std::uint32_t split, const std::vector<StateId>& ids) {
  std::deque<TreeShape> shapes;
  for (const TreeShape& shape : shapes_) shapes.emplace_back(shape.number, shape.length, split);
  auto tables = std::make_unique<Tables>(threads_, alarm_);
  std::vector<Root> roots;
  roots.reserve(ids.size());
  std::vector<std::uint8_t> bytes;
  std::vector<StateId> nodes;
  for (const StateId id : ids) {
    const Root old = root(id);
    bytes.resize(std::max<std::size_t>(bytes.size(), shapes_[old.shape].length));
    tables_->read(shapes_[old.shape], old, bytes.data(), nodes);
    roots.push_back(fold_alone(*tables, shapes[old.shape], bytes.data(), nodes));
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
  split_ = split;
  ++edition_;
}

TreeStore::Root TreeStore::fold_alone(Tables& tables, const TreeShape& shape, const std::uint8_t* bytes,
                                      std::vector<StateId>& nodes) const {
  const auto intern = [&](auto& table, const auto& thing) {
    for (;;) {
      if (const StateId id = table.intern(thing, 0); id != no_state) return id;
      std::vector<Gate::Job> jobs;
      table.add_jobs(jobs);
      for (const Gate::Job& job : jobs) job();
    }
  };
  return fold(
      shape, nodes,
      [&](const TreeShape::Leaf& place, std::size_t) {
        const std::uint8_t* const at = bytes + place.begin;
        return place.size <= TreeShape::narrow_bytes ? intern(tables.leaves[place.place], leaf_at(at, place.size))
                                                     : intern(tables.wide_leaves[place.place], wide_leaf_at(at, place.size));
      },
      [&](const TreeShape::Pair& place, std::size_t, const TreePair& pair) { return intern(tables.pairs[place.place], pair); });
}

}  // namespace lariat
