// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.hpp"

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
constexpr double segments_share = 1.0 / 64;  // of the addresses: enough for more states than there is memory for
constexpr double hidden_share = 1.0 / 8;
constexpr std::uint64_t first_look = std::uint64_t{1} << 12;  // number of states at which trees are first reconsidered

// Numbers of 3 to 8 bytes. Other threads may write the neighbouring bytes at the same time, so these must not be touched.
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
    : TreeStore(length, ignored, threads, AddressBudget()) {}

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads, const AddressBudget& budget)
    : length_(length),
      ignored_(ignored),
      threads_(std::max(threads, 1U)),
      barrier_(threads_),
      tables_(std::make_unique<Tables>(threads_, growth_wanted_)),
      reshape_at_(first_look),
      writers_(std::make_unique<Writer[]>(threads_)),
      segments_(no_state / segment_size + 1, budget.share(segments_share)),
      hidden_(ignored == 0 ? 0 : std::size_t{no_state} * ignored, budget.share(hidden_share)) {
  max_numbers_ = std::min<std::size_t>(no_state, segments_.room() * segment_size);
  if (ignored != 0) max_numbers_ = std::min(max_numbers_, hidden_.room() / ignored);
}

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

const TreeShape& TreeStore::Cursor::shape_of(std::size_t length) {
  if (loaded_ != nullptr && loaded_->length == length) return *loaded_;
  if (length >= by_length_.size()) by_length_.resize(length + 1, nullptr);
  if (by_length_[length] == nullptr) by_length_[length] = &store_->find_shape(static_cast<std::uint32_t>(length));
  return *by_length_[length];
}

const TreeShape& TreeStore::Cursor::shape(std::uint32_t number) {
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

Bytes TreeStore::Cursor::load(StateId id) {
  if (id == loaded_id_) return bytes_;
  const SharedUse use(store_->barrier_, thread_);
  const Root root = store_->root(id);
  const TreeShape& tree = shape(root.shape);
  const std::size_t hidden = store_->ignored_;
  // Nothing counts as loaded if memory runs out in between.
  loaded_ = nullptr;
  loaded_id_ = no_state;
  bytes_.resize(hidden + tree.length);
  if (tree.reorders()) {
    in_tree_.resize(tree.length);
    store_->tables_->read(tree, root, in_tree_.data(), nodes_);
    tree.from_tree(in_tree_.data(), bytes_.data() + hidden);
  } else {
    store_->tables_->read(tree, root, bytes_.data() + hidden, nodes_);
  }
  if (hidden != 0) std::copy_n(store_->hidden_.data() + std::size_t{id} * hidden, hidden, bytes_.data());
  loaded_ = &tree;
  loaded_id_ = id;
  loaded_in_ = store_->edition_;
  return bytes_;
}

// If the last leaf holds all the bytes that are wanted, only the path to it is read.
void TreeStore::Cursor::load_end(StateId id, std::span<std::uint8_t> out) {
  if (out.empty()) return;
  {
    const SharedUse use(store_->barrier_, thread_);
    const Root root = store_->root(id);
    const TreeShape& tree = shape(root.shape);
    const TreeShape::Leaf& last = tree.leaves.back();
    if (last.size >= out.size() && (!tree.reorders() || tree.length - tree.cut.c >= out.size())) {
      std::uint32_t node = tree.right;
      StateId number = root.right;
      while (node >= tree.leaves.size()) {
        const TreeShape::Pair& pair = tree.pairs[node - tree.leaves.size()];
        number = store_->tables_->pairs[pair.table][number].right;
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

// Returns an arbitrary number if the trees are rebuilt meanwhile; the caller then starts again.
template <class Member, class Thing>
StateId TreeStore::Cursor::intern(Member tables, TreeShape::Table table, const Thing& thing) {
  for (const std::uint32_t edition = store_->edition_; edition == store_->edition_; wait_for_growth())
    if (const StateId id = ((*store_->tables_).*tables)[table].intern(thing, thread_); id != no_state) return id;
  return 0;
}

void TreeStore::Cursor::wait_for_growth() {
  store_->barrier_.end_use(thread_);
  store_->grow();
  store_->barrier_.begin_use(thread_);
}

// The number of a leaf: `same` if its bytes are those at `base`.
StateId TreeStore::Cursor::find_leaf(const TreeShape::Leaf& part, const std::uint8_t* at, const std::uint8_t* base,
                                     StateId same) {
  if (part.size <= TreeShape::narrow_bytes) {
    const TreeLeaf leaf = leaf_at(at, part.size);
    if (base != nullptr && leaf == leaf_at(base, part.size)) return same;
    return intern(&TreeStore::Tables::leaves, part.table, leaf);
  }
  const WideLeaf leaf = wide_leaf_at(at, part.size);
  if (base != nullptr && leaf == wide_leaf_at(base, part.size)) return same;
  return intern(&TreeStore::Tables::wide_leaves, part.table, leaf);
}

// Finds the nodes of the state, or makes them. Where its bytes equal those of the state loaded last, so do its nodes.
TreeStore::Cursor::Prepared TreeStore::Cursor::prepare(Bytes state) {
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
      [&](const TreeShape::Leaf& part, std::size_t i) {
        return has_base ? find_leaf(part, bytes.data() + part.begin, base + part.begin, nodes_[i])
                        : find_leaf(part, bytes.data() + part.begin, nullptr, no_state);
      },
      [&](const TreeShape::Pair& part, std::size_t node, const TreePair& pair) {
        return has_base && pair.left == nodes_[part.left] && pair.right == nodes_[part.right]
                   ? nodes_[node]
                   : intern(&TreeStore::Tables::pairs, part.table, pair);
      });
  return {.root = root, .hash = root.hash()};
}

// In three rounds, so that the cache misses of all states overlap. If the trees are rebuilt meanwhile, the states that are not
// stored yet are prepared again.
std::size_t TreeStore::Cursor::insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states) {
  if (store_->growth_wanted_.load(std::memory_order_relaxed)) store_->grow();
  if (store_->should_reshape()) store_->reshape();
  const SharedUse use(store_->barrier_, thread_);
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

// Returns no number if the trees are rebuilt meanwhile.
Stored TreeStore::Cursor::store(const Prepared& prepared, Bytes state) {
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

std::vector<IdRange> TreeStore::Cursor::take_fresh() { return std::exchange(store_->writers_[thread_].fresh, {}); }

StateId TreeStore::write(Writer& writer, const Root& root, Bytes state) {
  if (writer.left.begin == writer.left.end) {
    const IdRange block = numbers_.take(max_numbers_);
    if (block.size() == 0 && max_numbers_ == no_state) throw std::length_error("more states than there are numbers for them");
    if (block.size() == 0) throw std::bad_alloc();
    open_segment(block.begin / segment_size);  // if there is no memory for it, the numbers stay unused
    writer.left = block;
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
  const auto bits = [&](TreeShape::Table table) {
    const std::uint64_t end = tables.end(table);
    return std::min(static_cast<unsigned>(std::bit_width(end + end / 8)), 32U);
  };
  unsigned left = bits(TreeShape::left_of_root);
  unsigned right = bits(TreeShape::right_of_root);
  const std::uint32_t shapes = shape_count_.load(std::memory_order_relaxed);
  const auto shape = shapes <= 1 ? 0U : static_cast<unsigned>(std::bit_width(shapes));
  const unsigned width = std::max((left + right + shape + 7) / 8, least_width);
  if (width > most_width) throw std::bad_alloc();
  // Spare bits go to both halves.
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
  barrier_.rebuild([this] {
    growth_wanted_.store(false, std::memory_order_relaxed);
    std::vector<RebuildBarrier::Job> jobs;
    std::vector<std::size_t> narrow;
    for (unsigned i = 0; i < threads_; ++i)
      if (const std::size_t segment = writers_[i].narrow.exchange(0); segment != 0) narrow.push_back(segment - 1);
    std::sort(narrow.begin(), narrow.end());
    narrow.erase(std::unique(narrow.begin(), narrow.end()), narrow.end());
    // First, since the jobs read segments.
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
