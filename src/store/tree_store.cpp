// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <optional>
#include <stdexcept>

namespace lariat::store {
namespace {

constexpr unsigned least_width = 3;
constexpr unsigned most_bits = 63;
constexpr double segments_share = 1.0 / 64;  // of the addresses: enough for more states than there is memory for
constexpr double hidden_share = 1.0 / 8;
constexpr std::uint64_t most_positions = std::uint64_t{1} << 40;
constexpr StateId usual_segment = 4096;
constexpr StateId least_segment = Numbers::block;
constexpr StateId many_ids = StateId{1} << 20;                // from there on segments have the usual size
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

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering, StateId ids)
    : TreeStore(length, ignored, threads, numbering, ids, AddressBudget()) {}

TreeStore::TreeStore(std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering, StateId ids,
                     const AddressBudget& budget)
    : length_(length),
      ignored_(ignored),
      threads_(std::max(threads, 1U)),
      numbering_(numbering),
      ids_(ids / least_segment * least_segment),
      segment_bits_(ids < many_ids ? std::bit_width(least_segment) - 1 : std::bit_width(usual_segment) - 1),
      barrier_(threads_),
      tables_(std::make_unique<TreeTables>(threads_, growth_wanted_)),
      reshape_at_(first_look),
      writers_(std::make_unique<Writer[]>(threads_)),
      segments_((numbering == Numbering::all ? std::uint64_t{ids} : most_positions) / segment_size() + 1,
                budget.share(segments_share)),
      hidden_(ignored == 0 ? 0 : (numbering == Numbering::all ? std::uint64_t{ids} : most_positions) * ignored,
              budget.share(hidden_share)) {
  max_positions_ = std::uint64_t{segments_.room()} * segment_size();
  if (ignored != 0) max_positions_ = std::min<std::uint64_t>(max_positions_, hidden_.room() / ignored);
  if (numbering_ == Numbering::fresh)
    roots_ = std::make_unique<RootSet>(least_layout(*tables_), 0, threads_ == 1, growth_wanted_);
}

TreeStore::~TreeStore() {
  for (std::size_t i = first_segment_; i < segment_of(numbers_.end() + segment_size() - 1); ++i) delete[] segments_[i].entries;
}

const TreeShape& TreeStore::find_shape(std::uint32_t length) {
  const std::scoped_lock lock(mutex_);
  const auto known =
      std::find_if(shapes_.begin(), shapes_.end(), [&](const TreeShape& shape) { return shape.length == length; });
  if (known != shapes_.end()) return *known;
  shapes_.emplace_back(static_cast<std::uint32_t>(shapes_.size()), length, cut_);
  shape_count_.store(static_cast<std::uint32_t>(shapes_.size()), std::memory_order_relaxed);
  return shapes_.back();
}

Root TreeStore::read_root(const Segment& segment, std::size_t i) {
  return segment.layout.unpack(read_packed(segment.entries + segment.width * i, segment.width));
}

void TreeStore::write_root(const Segment& segment, std::size_t i, const Root& root) {
  write_packed(segment.entries + segment.width * i, segment.width, segment.layout.pack(root));
}

// Writes a state behind those of this thread. The caller then gives out its number, or uses it for another state. No number if
// the segment must be widened first.
StateId TreeStore::write(Writer& writer, const Root& root, const std::uint8_t* state) {
  if (writer.next == writer.end) take_block(writer);
  const std::size_t number = segment_of(writer.next);
  const Segment& segment = segments_[number];
  if (!segment.layout.fits(root)) {
    writer.narrow.store(1 + number, std::memory_order_relaxed);
    return no_state;
  }
  write_root(segment, place_of(writer.next), root);
  if (ignored_ != 0) std::copy_n(state, ignored_, hidden_.data() + writer.next * ignored_);
  return writer.next_id;
}

void TreeStore::take_block(Writer& writer) {
  const std::uint64_t numbered = window_ + ids_;
  const std::optional<std::uint64_t> begin = numbers_.take_block(std::min(numbered, max_positions_));
  if (!begin && numbered <= max_positions_) throw std::length_error("more states than there are numbers for them");
  if (!begin) throw std::bad_alloc();
  open_segment(segment_of(*begin));  // if there is no memory for it, the numbers stay unused
  writer.next = *begin;
  writer.end = *begin + Numbers::block;
  writer.next_id = static_cast<StateId>(*begin % ids_);
}

RootLayout TreeStore::least_layout(const TreeTables& tables, std::uint64_t more) const {
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
TreeStore::Segment TreeStore::new_segment(const TreeTables& tables) const {
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
  fresh.entries = new std::uint8_t[segment_size() * fresh.width]();
  segment = fresh;
  count_segments(static_cast<std::ptrdiff_t>(segment_size() * fresh.width + sizeof(Segment)));
}

void TreeStore::widen(Segment& segment) {
  Segment wide = new_segment(*tables_);
  wide.entries = new std::uint8_t[segment_size() * wide.width]();
  const Segment narrow = segment;
  for (std::size_t i = 0; i < segment_size(); ++i) write_root(wide, i, read_root(narrow, i));
  segment = wide;
  delete[] narrow.entries;
  count_segments(static_cast<std::ptrdiff_t>(segment_size()) * (wide.width - narrow.width));
}

std::uint64_t TreeStore::begin_level(std::span<const IdRange> level, bool forgets) {
  std::uint64_t first = numbers_.end();
  for (const IdRange& range : level)
    if (range.size() != 0) first = std::min(first, position(range.begin));
  for (unsigned i = 0; i < threads_; ++i) {
    Writer& writer = writers_[i];
    if (writer.next == writer.end) continue;
    // What is left of an old block would keep all that lies behind it.
    if (threads_ > 1 && segment_of(writer.next) < segment_of(first))
      writer.next = writer.end;
    else
      first = std::min(first, writer.next);
  }
  recall(first);
  if (forgets) give_back(first);
  return first;
}

void TreeStore::recall(std::uint64_t era) {
  window_ = era;
  window_base_ = era / ids_ * ids_;
  window_id_ = static_cast<StateId>(era - window_base_);
}

// Gives back the segments before that position.
void TreeStore::give_back(std::uint64_t end) {
  for (; first_segment_ < segment_of(end); ++first_segment_) {
    Segment& segment = segments_[first_segment_];
    if (segment.entries == nullptr) continue;
    count_segments(-static_cast<std::ptrdiff_t>(segment_size() * segment.width + sizeof(Segment)));
    delete[] segment.entries;
    segment.entries = nullptr;
  }
}

// With bits for as many nodes as there are now. While it does, both sets are in memory.
void TreeStore::rewrite_roots() {
  auto roots = std::make_unique<RootSet>(least_layout(*tables_), roots_->size(), threads_ == 1, growth_wanted_);
  AddAlone add(*roots);
  roots_->for_each(1, [&](const Root& root) { add(root); });
  add.finish();
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
            [this](StateId id) { return root_at(id).hash(); });
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
