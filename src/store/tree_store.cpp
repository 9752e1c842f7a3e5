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
constexpr unsigned most_bits = 63;
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

}  // namespace

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering)
    : TreeStore(length, ignored, threads, numbering, AddressBudget()) {}

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering,
                     const AddressBudget& budget)
    : length_(length),
      ignored_(ignored),
      threads_(std::max(threads, 1U)),
      numbering_(numbering),
      barrier_(threads_),
      tables_(std::make_unique<Tables>(threads_, growth_wanted_)),
      reshape_at_(first_look),
      writers_(std::make_unique<Writer[]>(threads_)),
      segments_(no_state / segment_size + 1, budget.share(segments_share)),
      hidden_(ignored == 0 ? 0 : std::size_t{no_state} * ignored, budget.share(hidden_share)) {
  max_numbers_ = std::min<std::size_t>(no_state, segments_.room() * segment_size);
  if (ignored != 0) max_numbers_ = std::min(max_numbers_, hidden_.room() / ignored);
  if (numbering_ == Numbering::fresh)
    roots_ = std::make_unique<RootSet>(least_layout(*tables_), 0, threads_ == 1, growth_wanted_);
}

TreeStore::~TreeStore() {
  for (std::uint64_t id = std::uint64_t{first_segment_} * segment_size; id < numbers_.end(); id += segment_size)
    delete[] segments_[id / segment_size].entries;
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

const TreeShape& TreeStore::Cursor::shape_of(std::size_t length, const Loaded& base) {
  if (base.shape != nullptr && base.shape->length == length) return *base.shape;
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

Root TreeStore::read_root(const Segment& segment, std::size_t i) {
  return segment.layout.unpack(read_packed(segment.entries + segment.width * i, segment.width));
}

Bytes TreeStore::Cursor::load(StateId id) {
  load(id, loaded_.front());
  return loaded_.front().bytes;
}

void TreeStore::Cursor::load_group(IdRange ids, std::vector<Bytes>& out) {
  out.clear();
  if (loaded_.size() < ids.size()) loaded_.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    load(ids.begin + static_cast<StateId>(i), loaded_[i]);
    out.emplace_back(loaded_[i].bytes);
  }
}

void TreeStore::Cursor::load(StateId id, Loaded& to) {
  if (id == to.id) return;
  const SharedUse use(store_->barrier_, thread_);
  const Root root = store_->root(id);
  const TreeShape& tree = shape(root.shape);
  const std::size_t hidden = store_->ignored_;
  // Nothing counts as loaded if memory runs out in between.
  to.shape = nullptr;
  to.id = no_state;
  to.bytes.resize(hidden + tree.length);
  if (tree.reorders()) {
    to.in_tree.resize(tree.length);
    store_->tables_->read(tree, root, to.in_tree.data(), to.nodes);
    tree.from_tree(to.in_tree.data(), to.bytes.data() + hidden);
  } else {
    store_->tables_->read(tree, root, to.bytes.data() + hidden, to.nodes);
  }
  if (hidden != 0) std::copy_n(store_->hidden_.data() + std::size_t{id} * hidden, hidden, to.bytes.data());
  to.shape = &tree;
  to.id = id;
  to.edition = store_->edition_;
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

// Finds the nodes of the state, or makes them. Where its bytes equal those of `base`, so do its nodes. The result counts only
// if the edition has not changed meanwhile.
TreeStore::Cursor::Prepared TreeStore::Cursor::prepare(Bytes state, const Loaded& base) {
  const std::uint32_t edition = store_->edition_;
  Bytes bytes = state.subspan(store_->ignored_);
  const TreeShape& tree = shape_of(bytes.size(), base);
  const bool has_base = base.shape == &tree && base.edition == store_->edition_;
  const std::uint8_t* const known = tree.reorders() ? base.in_tree.data() : base.bytes.data() + store_->ignored_;
  if (tree.reorders()) {
    reordered_.resize(bytes.size());
    tree.to_tree(bytes.data(), reordered_.data());
    bytes = reordered_;
  }
  const Root root = fold(
      tree, new_nodes_,
      [&](const TreeShape::Leaf& part, std::size_t i) {
        return has_base ? find_leaf(part, bytes.data() + part.begin, known + part.begin, base.nodes[i])
                        : find_leaf(part, bytes.data() + part.begin, nullptr, no_state);
      },
      [&](const TreeShape::Pair& part, std::size_t node, const TreePair& pair) {
        return has_base && pair.left == base.nodes[part.left] && pair.right == base.nodes[part.right]
                   ? base.nodes[node]
                   : intern(&TreeStore::Tables::pairs, part.table, pair);
      });
  if (store_->roots_ == nullptr) {
    const std::uint64_t hash = root.hash();
    store_->tables_->index.prefetch(hash);
    return {.root = root, .hash = hash};
  }
  while (edition == store_->edition_ && !store_->roots_->layout().fits(root)) {
    store_->roots_are_narrow_.store(true, std::memory_order_relaxed);
    wait_for_growth();
  }
  if (edition != store_->edition_) return {};
  const std::uint64_t scrambled = store_->roots_->scramble(root);
  store_->roots_->prefetch(scrambled);
  return {.root = root, .hash = scrambled};
}

// In rounds, so that the cache misses of all states overlap. If the trees are rebuilt meanwhile, or the roots rewritten, the
// states that are not stored yet are prepared again.
std::size_t TreeStore::Cursor::insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                                      std::span<const std::uint32_t> ends) {
  if (store_->growth_wanted_.load(std::memory_order_relaxed)) store_->grow();
  if (store_->should_reshape()) store_->reshape();
  const SharedUse use(store_->barrier_, thread_);
  prepared_.resize(std::max(prepared_.size(), states.size()));
  for (std::size_t done = 0; done < states.size();) {
    const std::uint32_t edition = store_->edition_;
    std::size_t base = 0;
    for (std::size_t i = done; i < states.size() && edition == store_->edition_; ++i) {
      if (store_->length_ != 0 && states[i].size() != store_->length_) throw std::invalid_argument("a state of another length");
      while (base + 1 < ends.size() && i >= ends[base]) ++base;
      prepared_[i] = prepare(states[i], loaded_[base]);
    }
    if (edition != store_->edition_) continue;
    if (store_->roots_ == nullptr)
      for (std::size_t i = done; i < states.size(); ++i)
        if (const StateId id = store_->tables_->index.guess(prepared_[i].hash); id != no_state)
          __builtin_prefetch(store_->entry(id));
    for (; done < states.size(); ++done) {
      const Stored stored =
          store_->roots_ != nullptr ? store(prepared_[done], states[done]) : store_numbered(prepared_[done], states[done]);
      if (stored.is_new || stored.id != no_state || edition == store_->edition_)
        out[done] = stored;
      else
        break;
      if (max_states != 0 && out[done].is_new && store_->size() > max_states) return done + 1;
    }
  }
  return states.size();
}

// Stores a state among those that are only known to be there. If the edition has changed afterwards and the state is not new,
// nothing was stored.
Stored TreeStore::Cursor::store(const Prepared& prepared, Bytes state) {
  Writer& writer = store_->writers_[thread_];
  for (const std::uint32_t edition = store_->edition_; edition == store_->edition_; wait_for_growth()) {
    StateId id = no_state;
    const RootSet::Outcome outcome = store_->roots_->insert(prepared.hash, [&] {
      id = store_->write(writer, prepared.root, state);
      return id != no_state;
    });
    if (outcome == RootSet::Outcome::found) return {};
    if (outcome == RootSet::Outcome::added) {
      writer.give_out(id);
      return {.id = id, .is_new = true};
    }
  }
  return {};
}

// Returns no number if the trees are rebuilt meanwhile.
Stored TreeStore::Cursor::store_numbered(const Prepared& prepared, Bytes state) {
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
  if (!segment.layout.fits(root)) {
    writer.narrow.store(1 + id / segment_size, std::memory_order_relaxed);
    return no_state;
  }
  write_root(segment, id % segment_size, root);
  std::copy_n(state.data(), ignored_, hidden_.data() + std::size_t{id} * ignored_);
  return id;
}

void TreeStore::write_root(const Segment& segment, std::size_t i, const Root& root) {
  write_packed(segment.entries + segment.width * i, segment.width, segment.layout.pack(root));
}

RootLayout TreeStore::least_layout(const Tables& tables, std::uint64_t more) const {
  const auto bits = [&](TreeShape::Table table) {
    const std::uint64_t end = tables.end(table);
    return static_cast<std::uint8_t>(std::min<std::uint64_t>(end == 0 ? 0 : std::bit_width(end - 1 + end / 8 * more), 32));
  };
  const std::uint32_t shapes = shape_count_.load(std::memory_order_relaxed);
  return {.left = std::max(bits(TreeShape::left_of_root), std::uint8_t{1}),
          .right = std::max(bits(TreeShape::right_of_root), std::uint8_t{1}),
          .middle = bits(TreeShape::middle_of_root),
          .shape = static_cast<std::uint8_t>(shapes <= 1 ? 0 : std::bit_width(shapes))};
}

// The smallest whole number of bytes for all bits, without entries.
TreeStore::Segment TreeStore::new_segment(const Tables& tables) const {
  constexpr std::uint64_t some = 1;
  RootLayout layout = least_layout(tables, some);
  const unsigned width = std::max((layout.bits() + 7) / 8, least_width);
  if (layout.bits() > most_bits) throw std::bad_alloc();
  layout.widen(std::min(8 * width, most_bits) - layout.bits());
  return {.width = static_cast<std::uint8_t>(width), .layout = layout};
}

void TreeStore::count_segments(std::ptrdiff_t more) {
  const std::size_t bytes = segment_bytes_.fetch_add(static_cast<std::size_t>(more)) + static_cast<std::size_t>(more);
  std::size_t most = most_segment_bytes_.load();
  while (bytes > most && !most_segment_bytes_.compare_exchange_weak(most, bytes)) {
  }
}

void TreeStore::open_segment(std::size_t number) {
  const std::scoped_lock lock(mutex_);
  Segment& segment = segments_[number];
  if (segment.entries != nullptr) return;
  Segment fresh = new_segment(*tables_);
  fresh.entries = new std::uint8_t[std::size_t{segment_size} * fresh.width]();
  segment = fresh;
  count_segments(segment_size * fresh.width + sizeof(Segment));
}

void TreeStore::widen(Segment& segment) {
  Segment wide = new_segment(*tables_);
  wide.entries = new std::uint8_t[std::size_t{segment_size} * wide.width]();
  const Segment narrow = segment;
  for (StateId i = 0; i < segment_size; ++i) write_root(wide, i, read_root(narrow, i));
  segment = wide;
  delete[] narrow.entries;
  count_segments(std::ptrdiff_t{segment_size} * (wide.width - narrow.width));
}

// Segments are in use as long as they hold a state that is kept, or numbers that a thread has not given out yet.
void TreeStore::keep_only(std::span<const IdRange> states) {
  std::uint64_t first = numbers_.end();
  for (const IdRange& range : states)
    if (range.size() != 0) first = std::min<std::uint64_t>(first, range.begin);
  for (unsigned i = 0; i < threads_; ++i)
    if (const IdRange& left = writers_[i].left; left.size() != 0) first = std::min<std::uint64_t>(first, left.begin);
  for (; first_segment_ < first / segment_size; ++first_segment_) {
    Segment& segment = segments_[first_segment_];
    if (segment.entries == nullptr) continue;
    count_segments(-static_cast<std::ptrdiff_t>(segment_size * segment.width + sizeof(Segment)));
    delete[] segment.entries;
    segment.entries = nullptr;
  }
}

// With bits for as many nodes as there are now. While it does, both sets are in memory.
void TreeStore::rewrite_roots() {
  auto roots = std::make_unique<RootSet>(least_layout(*tables_), roots_->size(), threads_ == 1, growth_wanted_);
  roots_->for_each(1, [&](const Root& root) { add_alone(*roots, root); });
  roots_ = std::move(roots);
  ++edition_;
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
    if (roots_are_narrow_.exchange(false)) rewrite_roots();
    tables_->add_jobs(jobs);
    if (roots_ != nullptr) roots_->add_jobs(jobs, threads_);
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
  return tables_->index.bytes() + (roots_ != nullptr ? roots_->bytes() : 0) + tables_->node_bytes() +
         most_segment_bytes_.load() + numbers_.end() * ignored_;
}

}  // namespace lariat::store
