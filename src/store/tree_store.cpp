// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/tree_store.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "store/tree_nodes.hpp"

namespace lariat::store {
namespace {

constexpr unsigned least_width = 3;
constexpr unsigned most_width = 8;
constexpr std::uint64_t first_look = std::uint64_t{1} << 12;  // states there are when their trees are first reconsidered

// Numbers of 3 to 8 bytes. Neighbours may be written by others at the same time, so that not a byte more may be touched.
std::uint64_t read_packed(const std::uint8_t* at, unsigned width) {
  if (width < 4) return at[0] | (std::uint64_t{at[1]} << 8) | (std::uint64_t{at[2]} << 16);
  return load_as<std::uint32_t>(at) | (std::uint64_t{load_as<std::uint32_t>(at + width - 4)} << (8 * (width - 4)));
}

void write_packed(std::uint8_t* at, unsigned width, std::uint64_t value) {
  if (width < 4) {
    for (unsigned i = 0; i < width; ++i) at[i] = static_cast<std::uint8_t>(value >> (8 * i));
    return;
  }
  store_as(at, static_cast<std::uint32_t>(value));
  store_as(at + width - 4, static_cast<std::uint32_t>(value >> (8 * (width - 4))));
}

constexpr std::uint64_t low_bits(unsigned bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

}  // namespace

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads)
    : length_(length),
      ignored_(ignored),
      threads_(std::max(threads, 1U)),
      gate_(threads_),
      tables_(std::make_unique<Tables>(threads_, alarm_)),
      reshape_at_(first_look),
      writers_(std::make_unique<Writer[]>(threads_)),
      segments_(no_state / segment_size + 1),
      hidden_(ignored == 0 ? 0 : std::size_t{no_state} * ignored) {}

TreeStore::~TreeStore() {
  for (std::uint64_t id = 0; id < numbers_.end(); id += segment_size) delete[] segments_[id / segment_size].entries;
}

// The shapes.

const TreeShape& TreeStore::find_shape(std::uint32_t length) {
  const std::scoped_lock lock(mutex_);
  const auto known =
      std::find_if(shapes_.begin(), shapes_.end(), [&](const TreeShape& shape) { return shape.length == length; });
  if (known != shapes_.end()) return *known;
  shapes_.emplace_back(static_cast<std::uint32_t>(shapes_.size()), length, cut_);
  shape_count_.store(static_cast<std::uint32_t>(shapes_.size()), std::memory_order_relaxed);
  return shapes_.back();
}

const TreeShape& TreeStore::Hand::shape_of(std::size_t length) {
  if (loaded_ != nullptr && loaded_->length == length) return *loaded_;
  if (length >= by_length_.size()) by_length_.resize(length + 1, nullptr);
  if (by_length_[length] == nullptr) by_length_[length] = &store_->find_shape(static_cast<std::uint32_t>(length));
  return *by_length_[length];
}

const TreeShape& TreeStore::Hand::shape(std::uint32_t number) {
  if (number >= by_number_.size()) {
    const std::scoped_lock lock(store_->mutex_);
    for (std::size_t i = by_number_.size(); i < store_->shapes_.size(); ++i) by_number_.push_back(&store_->shapes_[i]);
  }
  return *by_number_[number];
}

// Reading.

TreeStore::Root TreeStore::read_root(const Segment& segment, std::size_t i) {
  const std::uint64_t value = read_packed(segment.entries + segment.width * i, segment.width);
  return {.left = static_cast<std::uint32_t>(value & low_bits(segment.left_bits)),
          .right = static_cast<std::uint32_t>((value >> segment.left_bits) & low_bits(segment.right_bits)),
          .shape = segment.left_bits + segment.right_bits >= 64
                       ? 0
                       : static_cast<std::uint32_t>(value >> (segment.left_bits + segment.right_bits))};
}

Bytes TreeStore::Hand::load(StateId id) {
  if (id == loaded_id_) return bytes_;
  const Pass pass(store_->gate_, thread_);
  const Root root = store_->root(id);
  loaded_ = &shape(root.shape);
  loaded_id_ = id;
  loaded_in_ = store_->edition_;
  const std::size_t hidden = store_->ignored_;
  bytes_.resize(hidden + loaded_->length);
  if (loaded_->reorders()) {
    in_tree_.resize(loaded_->length);
    store_->tables_->read(*loaded_, root, in_tree_.data(), nodes_);
    loaded_->from_tree(in_tree_.data(), bytes_.data() + hidden);
  } else {
    store_->tables_->read(*loaded_, root, bytes_.data() + hidden, nodes_);
  }
  if (hidden != 0) std::copy_n(store_->hidden_.data() + std::size_t{id} * hidden, hidden, bytes_.data());
  return bytes_;
}

// Where the last leaf holds all that is asked for, only the way to it is read.
void TreeStore::Hand::load_end(StateId id, std::span<std::uint8_t> out) {
  if (out.empty()) return;
  {
    const Pass pass(store_->gate_, thread_);
    const Root root = store_->root(id);
    const TreeShape& tree = shape(root.shape);
    const TreeShape::Leaf& last = tree.leaves.back();
    if (last.size >= out.size() && (!tree.reorders() || tree.length - tree.cut.c >= out.size())) {
      std::uint32_t node = tree.right;
      StateId number = root.right;
      while (node >= tree.leaves.size()) {
        const TreeShape::Pair& pair = tree.pairs[node - tree.leaves.size()];
        number = store_->tables_->pairs[pair.place][number].right;
        node = pair.right;
      }
      std::array<std::uint8_t, TreeShape::leaf_bytes> bytes{};
      store_->tables_->read_leaf(last, number, bytes.data());
      std::copy_n(bytes.data() + last.size - out.size(), out.size(), out.begin());
      return;
    }
  }
  const Bytes whole = load(id);
  std::copy(whole.end() - static_cast<std::ptrdiff_t>(out.size()), whole.end(), out.begin());
}

// Writing.

// Returns just any number if the trees are made anew meanwhile.
template <class Member, class Thing>
StateId TreeStore::Hand::intern(Member tables, TreeShape::Place place, const Thing& thing) {
  for (const std::uint32_t edition = store_->edition_; edition == store_->edition_; wait_for_growth())
    if (const StateId id = ((*store_->tables_).*tables)[place].intern(thing, thread_); id != no_state) return id;
  return 0;
}

void TreeStore::Hand::wait_for_growth() {
  store_->gate_.leave(thread_);
  store_->grow();
  store_->gate_.enter(thread_);
}

// The number of a leaf: `same` if its bytes are those at `base`.
StateId TreeStore::Hand::find_leaf(const TreeShape::Leaf& place, const std::uint8_t* at, const std::uint8_t* base,
                                   StateId same) {
  if (place.size <= TreeShape::narrow_bytes) {
    const TreeLeaf leaf = leaf_at(at, place.size);
    if (base != nullptr && leaf == leaf_at(base, place.size)) return same;
    return intern(&TreeStore::Tables::leaves, place.place, leaf);
  }
  const WideLeaf leaf = wide_leaf_at(at, place.size);
  if (base != nullptr && leaf == wide_leaf_at(base, place.size)) return same;
  return intern(&TreeStore::Tables::wide_leaves, place.place, leaf);
}

// Finds the state's nodes, or makes them. Those of the state loaded last serve where the bytes are the same.
TreeStore::Hand::Prepared TreeStore::Hand::prepare(Bytes state) {
  Bytes bytes = state.subspan(store_->ignored_);
  const TreeShape& tree = shape_of(bytes.size());
  const bool has_base = loaded_ == &tree && loaded_in_ == store_->edition_;
  const std::uint8_t* const base = tree.reorders() ? in_tree_.data() : bytes_.data() + store_->ignored_;
  if (tree.reorders()) {
    reordered_.resize(bytes.size());
    tree.to_tree(bytes.data(), reordered_.data());
    bytes = reordered_;
  }
  const Root root = fold(
      tree, new_nodes_,
      [&](const TreeShape::Leaf& place, std::size_t i) {
        return has_base ? find_leaf(place, bytes.data() + place.begin, base + place.begin, nodes_[i])
                        : find_leaf(place, bytes.data() + place.begin, nullptr, no_state);
      },
      [&](const TreeShape::Pair& place, std::size_t node, const TreePair& pair) {
        return has_base && pair.left == nodes_[place.left] && pair.right == nodes_[place.right]
                   ? nodes_[node]
                   : intern(&TreeStore::Tables::pairs, place.place, pair);
      });
  return {.root = root, .hash = root.hash()};
}

// In three rounds, so that the waits for memory of all states overlap. If the trees are made anew meanwhile, once more from
// there.
std::size_t TreeStore::Hand::insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states) {
  if (store_->alarm_.load(std::memory_order_relaxed)) store_->grow();
  if (store_->should_reshape()) store_->reshape();
  const Pass pass(store_->gate_, thread_);
  prepared_.resize(std::max(prepared_.size(), states.size()));
  for (std::size_t done = 0; done < states.size();) {
    const std::uint32_t edition = store_->edition_;
    for (std::size_t i = done; i < states.size() && edition == store_->edition_; ++i) {
      if (store_->length_ != 0 && states[i].size() != store_->length_) throw std::invalid_argument("a state of another length");
      prepared_[i] = prepare(states[i]);
      store_->tables_->index.prefetch(prepared_[i].hash);
    }
    if (edition != store_->edition_) continue;
    for (std::size_t i = done; i < states.size(); ++i)
      if (const StateId id = store_->tables_->index.guess(prepared_[i].hash); id != no_state)
        __builtin_prefetch(store_->entry(id));
    for (; done < states.size(); ++done) {
      out[done] = store(prepared_[done], states[done]);
      if (out[done].id == no_state) break;
      if (max_states != 0 && out[done].is_new && store_->size() > max_states) return done + 1;
    }
  }
  return states.size();
}

// No number if the trees are made anew meanwhile.
Stored TreeStore::Hand::store(const Prepared& prepared, Bytes state) {
  Writer& writer = store_->writers_[thread_];
  for (const std::uint32_t edition = store_->edition_; edition == store_->edition_; wait_for_growth()) {
    const Index::Insertion insertion = store_->tables_->index.insert(
        prepared.hash, [&](StateId id) { return store_->root(id) == prepared.root; },
        [&] { return store_->write(writer, prepared.root, state); });
    if (insertion.outcome == Index::Outcome::found) return {.id = insertion.id, .is_new = false};
    if (insertion.outcome == Index::Outcome::added) {
      writer.give_out(insertion.id);
      return {.id = insertion.id, .is_new = true};
    }
  }
  return {};
}

std::vector<IdRange> TreeStore::Hand::take_fresh() { return std::exchange(store_->writers_[thread_].fresh, {}); }

StateId TreeStore::write(Writer& writer, const Root& root, Bytes state) {
  if (writer.left.begin == writer.left.end) {
    writer.left = numbers_.take();
    if (writer.left.size() == 0) throw std::length_error("more states than there are numbers for them");
    if (writer.left.end / segment_size >= segments_.room()) throw std::bad_alloc();
    if (std::size_t{writer.left.end} * ignored_ > hidden_.room()) throw std::bad_alloc();
    open_segment(writer.left.begin / segment_size);
  }
  const StateId id = writer.left.begin;
  const Segment& segment = segments_[id / segment_size];
  const unsigned shape_bits = 8U * segment.width - segment.left_bits - segment.right_bits;
  if (root.left > low_bits(segment.left_bits) || root.right > low_bits(segment.right_bits) ||
      root.shape > low_bits(shape_bits)) {
    writer.narrow.store(1 + id / segment_size, std::memory_order_relaxed);
    return no_state;
  }
  write_root(segment, id % segment_size, root);
  std::copy_n(state.data(), ignored_, hidden_.data() + std::size_t{id} * ignored_);
  return id;
}

void TreeStore::write_root(const Segment& segment, std::size_t i, const Root& root) {
  std::uint64_t value = root.left | (std::uint64_t{root.right} << segment.left_bits);
  if (root.shape != 0) value |= std::uint64_t{root.shape} << (segment.left_bits + segment.right_bits);
  write_packed(segment.entries + segment.width * i, segment.width, value);
}

// Bits for an eighth more halves than there are, and the smallest whole number of bytes for all bits.
TreeStore::Segment TreeStore::layout(const Tables& tables) const {
  const auto bits = [&](TreeShape::Place place) {
    const std::uint64_t end = tables.end(place);
    return std::min(static_cast<unsigned>(std::bit_width(end + end / 8)), 32U);
  };
  unsigned left = bits(TreeShape::left_of_root);
  unsigned right = bits(TreeShape::right_of_root);
  const std::uint32_t shapes = shape_count_.load(std::memory_order_relaxed);
  const auto shape = shapes <= 1 ? 0U : static_cast<unsigned>(std::bit_width(shapes));
  const unsigned width = std::max((left + right + shape + 7) / 8, least_width);
  if (width > most_width) throw std::bad_alloc();
  // What is left over goes to both.
  for (unsigned spare = 8 * width - left - right - shape; spare > 0 && (left < 32 || right < 32); --spare)
    ++(left <= right ? left : right);
  return {.width = static_cast<std::uint8_t>(width),
          .left_bits = static_cast<std::uint8_t>(std::min(left, 32U)),
          .right_bits = static_cast<std::uint8_t>(std::min(right, 32U))};
}

void TreeStore::open_segment(std::size_t number) {
  const std::scoped_lock lock(mutex_);
  Segment& segment = segments_[number];
  if (segment.entries != nullptr) return;
  Segment fresh = layout(*tables_);
  fresh.entries = new std::uint8_t[std::size_t{segment_size} * fresh.width]();
  segment = fresh;
  segment_bytes_ += std::size_t{segment_size} * fresh.width + sizeof(Segment);
}

void TreeStore::widen(Segment& segment) {
  Segment wide = layout(*tables_);
  wide.entries = new std::uint8_t[std::size_t{segment_size} * wide.width]();
  const Segment narrow = segment;
  for (StateId i = 0; i < segment_size; ++i) write_root(wide, i, read_root(narrow, i));
  segment = wide;
  delete[] narrow.entries;
  segment_bytes_ += std::size_t{segment_size} * (wide.width - narrow.width);
}

void TreeStore::grow() {
  gate_.close([this] {
    alarm_.store(false, std::memory_order_relaxed);
    std::vector<Gate::Job> jobs;
    std::vector<std::size_t> narrow;
    for (unsigned i = 0; i < threads_; ++i)
      if (const std::size_t segment = writers_[i].narrow.exchange(0); segment != 0) narrow.push_back(segment - 1);
    std::sort(narrow.begin(), narrow.end());
    narrow.erase(std::unique(narrow.begin(), narrow.end()), narrow.end());
    // Before all else: the jobs read segments.
    for (const std::size_t segment : narrow) widen(segments_[segment]);
    tables_->add_jobs(jobs);
    for (const unsigned shard : tables_->index.crowded())
      jobs.emplace_back([this, shard] {
        tables_->index.grow(
            shard, numbers_.end(), [this](StateId id) { __builtin_prefetch(entry(id)); },
            [this](StateId id) { return root(id).hash(); });
      });
    return jobs;
  });
}

std::size_t TreeStore::size() const {
  std::size_t size = 0;
  for (unsigned i = 0; i < threads_; ++i) size += writers_[i].used.load(std::memory_order_relaxed);
  return size;
}

std::size_t TreeStore::bytes() const {
  return tables_->index.bytes() + tables_->node_bytes() + segment_bytes_.load() + numbers_.end() * ignored_;
}

}  // namespace lariat::store
