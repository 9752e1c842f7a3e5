// SPDX-License-Identifier: Apache-2.0
#include "store/exact_store.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "store/state_words.hpp"

namespace lariat::store {
namespace {

constexpr unsigned shard_bits = 3;  // of the index for several threads
constexpr std::size_t chunk_bytes = std::size_t{1} << 16;
constexpr std::size_t least_chunk = std::size_t{1} << 10;  // chunks of a single thread lie side by side
constexpr std::size_t round = 64;                          // states whose waits for memory overlap
// Lengths below these take one byte, two bytes; others four.
constexpr std::size_t short_length = 128;
constexpr std::size_t medium_length = std::size_t{1} << 14;

// Of what a state of that length takes in all, the share that so many bytes are: its bytes, the part of its hash, its slot in
// the index, and what a search keeps for it. A quarter of the addresses stays free for everything else.
double share_of(std::size_t bytes, std::size_t length) {
  constexpr double part = 4;
  constexpr double slot = 9;
  constexpr double search = 8;
  return 0.75 * static_cast<double>(bytes) / (static_cast<double>(length) + part + slot + search);
}

std::size_t length_bytes(std::size_t length) { return length < short_length ? 1 : length < medium_length ? 2 : 4; }

std::size_t read_length(const std::uint8_t* at) {
  if (at[0] < 0x80) return at[0];
  const std::size_t two = (static_cast<std::size_t>(at[0] & 0x3f) << 8) | at[1];
  return at[0] < 0xc0 ? two : (two << 16) | (static_cast<std::size_t>(at[2]) << 8) | at[3];
}

void write_length(std::uint8_t* at, std::size_t length) {
  if (length < short_length) {
    at[0] = static_cast<std::uint8_t>(length);
    return;
  }
  const bool is_long = length >= medium_length;
  const std::size_t two = is_long ? length >> 16 : length;
  at[0] = static_cast<std::uint8_t>((is_long ? 0xc0 : 0x80) | (two >> 8));
  at[1] = static_cast<std::uint8_t>(two);
  if (!is_long) return;
  at[2] = static_cast<std::uint8_t>(length >> 8);
  at[3] = static_cast<std::uint8_t>(length);
}

}  // namespace

ExactStore::ExactStore(std::size_t length, std::size_t ignored, unsigned threads)
    : ExactStore(length, ignored, threads, AddressBudget()) {}

// Where addresses are limited, arrays get them in proportion to what a state takes there.
ExactStore::ExactStore(std::size_t length, std::size_t ignored, unsigned threads, const AddressBudget& budget)
    : length_(length),
      ignored_(ignored),
      threads_(std::max(threads, 1U)),
      barrier_(threads_),
      index_(threads_ == 1 ? 0 : shard_bits, 4, threads_ == 1, growth_wanted_),
      parts_(no_state, budget.share(length == 0 ? 0.08 : share_of(sizeof(std::uint32_t), length))),
      bytes_(std::numeric_limits<std::size_t>::max(), budget.share(length == 0 ? 0.45 : share_of(length, length))),
      offsets_(length == 0 ? std::size_t{no_state} * offset_bytes : 0, budget.share(0.1)),
      writers_(std::make_unique<Writer[]>(threads_)) {
  max_numbers_ = std::min<std::size_t>(no_state, parts_.room());
  max_numbers_ = std::min(max_numbers_, length_ == 0 ? offsets_.room() / offset_bytes : bytes_.room() / length_);
}

Bytes ExactStore::operator[](StateId id) const {
  if (length_ != 0) return {bytes_.data() + std::size_t{id} * length_, length_};
  const std::uint8_t* const at = bytes_.data() + offset(id);
  const std::size_t length = read_length(at);
  return {at + length_bytes(length), length};
}

Stored ExactStore::insert(Bytes state) {
  Stored result;
  Cursor(*this, 0).insert({&state, 1}, {&result, 1});
  return result;
}

void ExactStore::Cursor::load_end(StateId id, std::span<std::uint8_t> out) const {
  const Bytes state = load(id);
  std::copy(state.end() - static_cast<std::ptrdiff_t>(out.size()), state.end(), out.begin());
}

void ExactStore::Cursor::load_group(IdRange ids, std::vector<Bytes>& out) const {
  out.clear();
  for (StateId id = ids.begin; id < ids.end; ++id) out.push_back(load(id));
}

inline StateId ExactStore::next_number(Writer& writer) {
  if (writer.left.begin == writer.left.end) {
    writer.left = numbers_.take(max_numbers_);
    if (writer.left.size() == 0 && max_numbers_ == no_state)
      throw std::length_error("more states than there are numbers for them");
    if (writer.left.size() == 0) throw std::bad_alloc();
  }
  return writer.left.begin;
}

std::size_t ExactStore::Cursor::insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                                       std::span<const std::uint32_t> /*ends*/) {
  if (store_->length_ == 0) return insert_varying(states, out, max_states);
  for (const Bytes state : states)
    if (state.size() != store_->length_) throw std::invalid_argument("a state of another length");
  return insert_equal([&](std::size_t i) { return states[i].data(); }, out.first(states.size()), max_states);
}

std::size_t ExactStore::Cursor::insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states) {
  const std::size_t length = store_->length_;
  return insert_equal([=](std::size_t i) { return states + i * length; }, out, max_states);
}

// States of one length. In rounds, so that the waits for memory of all states of a round overlap.
template <class At>
std::size_t ExactStore::Cursor::insert_equal(const At& at, std::span<Stored> out, std::uint64_t max_states) {
  ExactStore& store = *store_;
  return with_words(store.length_ - store.ignored_, [&](const auto words) -> std::size_t {
    for (std::size_t begin = 0; begin < out.size(); begin += round) {
      if (store.growth_wanted_.load(std::memory_order_relaxed)) store.grow();
      const SharedUse use(store.barrier_, thread_);
      const std::span<Stored> these = out.subspan(begin, std::min(round, out.size() - begin));
      const auto here = [&](std::size_t i) { return at(begin + i); };
      const std::size_t done = store.threads_ == 1 ? insert_round<Index::OneTable>(words, here, these, max_states)
                                                   : insert_round<Index::Tables>(words, here, these, max_states);
      if (done < these.size()) return begin + done;
    }
    return out.size();
  });
}

// A round. First the hashes are computed and the buckets fetched, then the states that are probably equal. Then they are
// compared; what differs from the state that was guessed, or has none, is mostly new, and goes the long way. Nothing before
// that depends on a branch that cannot be predicted.
template <class Table, class Words, class At>
inline std::size_t ExactStore::Cursor::insert_round(const Words words, const At& at, std::span<Stored> out,
                                                    std::uint64_t max_states) {
  ExactStore& store = *store_;
  const Table table(store.index_);
  const std::size_t count = out.size();
  const std::size_t length = store.length_;
  const std::size_t ignored = store.ignored_;
  std::uint8_t* const all = store.bytes_.data();
  // NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): written before they are read
  std::array<std::uint64_t, round> hashes;
  std::array<Index::Bucket, round> buckets;
  std::array<StateId, round> guesses;
  std::array<std::uint32_t, round> others;
  // NOLINTEND(cppcoreguidelines-pro-type-member-init)
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = words.hash(at(i) + ignored);
    buckets[i] = table.bucket_of(hashes[i]);
    __builtin_prefetch(buckets[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    guesses[i] = table.guess(hashes[i], buckets[i]);
    words.prefetch(all + std::size_t{guesses[i] == no_state ? 0 : guesses[i]} * length + ignored);
  }
  std::size_t other_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const StateId known = guesses[i] == no_state ? 0 : guesses[i];
    const bool is_equal = words.equal(all + std::size_t{known} * length + ignored, at(i) + ignored);
    out[i] = {.id = known, .is_new = false};
    others[other_count] = static_cast<std::uint32_t>(i);
    other_count += static_cast<std::size_t>(!is_equal | (guesses[i] == no_state));
  }
  Writer& writer = store.writers_[thread_];
  for (std::size_t k = 0; k < other_count; ++k) {
    const std::size_t i = others[k];
    const std::uint8_t* const state = at(i);
    const std::uint64_t hash = hashes[i];
    out[i] = insert(
        hash, [&](StateId id) { return words.equal(all + std::size_t{id} * length + ignored, state + ignored); },
        [&] {
          // Nobody looks before the number is published.
          const StateId id = store.next_number(writer);
          store.parts_[id] = store.index_.part_of(hash);
          std::uint8_t* const to = all + std::size_t{id} * length;
          if (ignored != 0) std::memcpy(to, state, ignored);
          words.copy(to + ignored, state + ignored);
          return id;
        });
    if (max_states != 0 && out[i].is_new && store.size() > max_states) return i + 1;
  }
  return count;
}

// States of any length. In rounds as well: where a state lies must be known before it can be fetched.
std::size_t ExactStore::Cursor::insert_varying(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states) {
  if (store_->growth_wanted_.load(std::memory_order_relaxed)) store_->grow();
  const SharedUse use(store_->barrier_, thread_);
  const Index& index = store_->index_;
  Writer& writer = store_->writers_[thread_];
  hashes_.resize(std::max(hashes_.size(), states.size()));
  for (std::size_t i = 0; i < states.size(); ++i) {
    hashes_[i] = XXH3_64bits(states[i].data() + store_->ignored_, states[i].size() - store_->ignored_);
    index.prefetch(hashes_[i]);
  }
  guesses_.clear();
  for (std::size_t i = 0; i < states.size(); ++i)
    if (const StateId id = index.guess(hashes_[i]); id != no_state) {
      __builtin_prefetch(store_->offsets_.data() + std::size_t{id} * offset_bytes);
      guesses_.push_back(id);
    }
  for (const StateId id : guesses_) store_->prefetch_bytes(id);
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i] = insert(
        hashes_[i], [&](StateId id) { return store_->equal(id, states[i]); },
        [&] { return store_->write(writer, states[i], hashes_[i]); });
    if (out[i].is_new) writer.next_byte += length_bytes(states[i].size()) + states[i].size();
    if (max_states != 0 && out[i].is_new && store_->size() > max_states) return i + 1;
  }
  return states.size();
}

template <class Equal, class Write>
inline Stored ExactStore::Cursor::insert(std::uint64_t hash, const Equal& equal, const Write& write) {
  for (;;) {
    const Index::Insertion insertion = store_->index_.insert(hash, equal, write);
    if (insertion.outcome == Index::Outcome::found) return {.id = insertion.id, .is_new = false};
    if (insertion.outcome == Index::Outcome::added) {
      store_->writers_[thread_].give_out(insertion.id);
      return {.id = insertion.id, .is_new = true};
    }
    store_->barrier_.end_use(thread_);
    store_->grow();
    store_->barrier_.begin_use(thread_);
  }
}

std::vector<IdRange> ExactStore::Cursor::take_fresh() { return std::exchange(store_->writers_[thread_].fresh, {}); }

bool ExactStore::equal(StateId id, Bytes state) const {
  const Bytes known = (*this)[id];
  if (known.size() != state.size()) return false;
  // memcmp may not be handed the null pointer of an empty span.
  return known.size() == ignored_ ||
         std::memcmp(known.data() + ignored_, state.data() + ignored_, state.size() - ignored_) == 0;
}

// Writes the state where nobody looks before the number is published.
StateId ExactStore::write(Writer& writer, Bytes state, std::uint64_t hash) {
  const StateId id = next_number(writer);
  parts_[id] = index_.part_of(hash);
  const std::size_t header = length_bytes(state.size());
  place(writer, header + state.size());
  std::memcpy(offsets_.data() + std::size_t{id} * offset_bytes, &writer.next_byte, offset_bytes);  // its lower bytes
  write_length(bytes_.data() + writer.next_byte, state.size());
  std::copy(state.begin(), state.end(), bytes_.data() + writer.next_byte + header);
  return id;
}

// Makes room for `length` bytes at writer.next_byte.
void ExactStore::place(Writer& writer, std::size_t length) {
  if (writer.next_byte + length <= writer.chunk_end) return;
  const std::size_t size = std::max(length, threads_ == 1 ? least_chunk : chunk_bytes);
  const std::size_t begin = chunks_end_.fetch_add(size, std::memory_order_relaxed);
  if (begin + size > bytes_.room()) throw std::bad_alloc();
  if (begin != writer.chunk_end) writer.next_byte = begin;
  writer.chunk_end = begin + size;
}

// Where lengths vary: once the offset is there, the state itself.
void ExactStore::prefetch_bytes(StateId id) const {
  const std::uint8_t* const begin = bytes_.data() + offset(id);
  __builtin_prefetch(begin);
  __builtin_prefetch(begin + 64);
}

std::uint64_t ExactStore::offset(StateId id) const {
  std::uint64_t offset = 0;
  std::memcpy(&offset, offsets_.data() + std::size_t{id} * offset_bytes, offset_bytes);
  return offset;
}

void ExactStore::grow() {
  barrier_.rebuild([this] {
    growth_wanted_.store(false, std::memory_order_relaxed);
    std::vector<RebuildBarrier::Job> jobs;
    for (const unsigned shard : index_.crowded())
      jobs.emplace_back([this, shard] {
        index_.grow(
            shard, numbers_.end(), [this](StateId id) { __builtin_prefetch(parts_.data() + id); },
            [this, shard](StateId id, std::uint32_t slot) { return index_.rebuilt_hash(shard, parts_[id], slot); });
      });
    return jobs;
  });
}

std::size_t ExactStore::size() const {
  std::size_t size = 0;
  for (unsigned i = 0; i < threads_; ++i) size += writers_[i].used.load(std::memory_order_relaxed);
  return size;
}

std::size_t ExactStore::bytes() const {
  const std::size_t numbers = numbers_.end();
  const std::size_t states = length_ != 0 ? numbers * length_ : chunks_end_.load() + numbers * offset_bytes;
  return states + numbers * sizeof(std::uint32_t) + index_.bytes();
}

}  // namespace lariat::store
