// SPDX-License-Identifier: Apache-2.0
#include "cluster/exchange.hpp"

#include <algorithm>

#include "cluster/stop.hpp"
#include "lariat/cluster/patience.hpp"
#include "lariat/store/state_hash.hpp"

namespace lariat::cluster {
namespace {

// A batch is larger than what MPI libraries send without asking the receiver (their eager limits), unless there are so many
// ranks that the batches to all of them would take too much memory.
constexpr std::size_t full_batch = 96 * 1024;
constexpr std::size_t batch_memory = std::size_t{64} << 20;
constexpr std::size_t most_at_once = 256;  // states that are handed to the receiver together: they stay in the nearest cache

}  // namespace

Exchange::Exchange(Transport& transport, std::size_t length, std::size_t hidden)
    : transport_(transport),
      rank_(transport.rank()),
      ranks_(transport.ranks()),
      length_(length),
      hidden_(hidden),
      full_(std::min(full_batch, std::max<std::size_t>(batch_memory / 3 / transport.ranks(), 1024))),
      packers_(transport.ranks(), Packer(length)),
      sent_in_level_(transport.ranks()),
      statuses_(transport.ranks()) {}

void Exchange::deliver_to(Receiver& receiver, std::size_t numbers) {
  receiver_ = &receiver;
  numbers_ = numbers;
}

unsigned Exchange::owner_of(Bytes state) const {
  if (ranks_ == 1) return 0;
  std::uint64_t hash = 0;
  store::hash_states(state.data(), state.size(), hidden_, {&hash, 1});
  return owner_by(hash);
}

void Exchange::owners_of(const std::uint8_t* states, std::span<unsigned> out, std::span<std::uint64_t> hashes) const {
  store::hash_states(states, length_, hidden_, hashes);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = owner_by(hashes[i]);
}

void Exchange::send(unsigned to, Bytes state, std::span<const std::uint64_t> numbers) {
  Packer& packer = packers_[to];
  packer.add(state, numbers);
  if (packer.size() >= full_) flush(to);
}

void Exchange::flush(unsigned to) {
  Packer& packer = packers_[to];
  if (packer.states() == 0) return;
  sent_states_ += packer.states();
  ++sent_batches_;
  sent_bytes_ += packer.size();
  std::vector<std::uint8_t>& batch = packer.batch();
  batch.push_back(Kind::states);
  send_batch(to, batch);
  packer.clear();
}

void Exchange::send_batch(unsigned to, std::vector<std::uint8_t>& batch) {
  ++sent_in_level_[to];
  Patience patience(transport_.have_processors());
  while (!transport_.try_send(to, batch))
    if (take_one())
      patience.reset();
    else
      patience.wait();
}

bool Exchange::take_one() {
  if (!transport_.try_receive(arrived_)) return false;
  ++received_in_level_;
  const std::uint8_t kind = arrived_.back();
  arrived_.pop_back();
  if (kind == Kind::stop) {
    is_told_to_stop_ = true;
  } else if (kind == Kind::status) {
    take_status(arrived_);
  } else {
    Unpacker unpacker(arrived_, numbers_);
    while (unpacker.next(most_at_once, unpacked_)) receiver_->receive(unpacked_.states, unpacked_.numbers);
  }
  return true;
}

void Exchange::tell_to_stop() {
  for (unsigned to = 0; to < transport_.ranks(); ++to) {
    if (to == transport_.rank()) continue;
    std::vector<std::uint8_t> batch = {Kind::stop};
    send_batch(to, batch);
  }
}

void Exchange::tell_status(const RankStatus& mine) {
  if (transport_.rank() == 0) return;
  std::vector<std::uint8_t> batch;
  for (const std::uint64_t value :
       {std::uint64_t{transport_.rank()}, mine.states, mine.expanded, mine.transitions, mine.under_way, mine.resident_bytes}) {
    const std::vector<std::uint8_t> bytes = to_bytes(value);
    batch.insert(batch.end(), bytes.begin(), bytes.end());
  }
  batch.push_back(Kind::status);
  if (transport_.try_send(0, batch)) ++sent_in_level_[0];
}

void Exchange::take_status(std::span<const std::uint8_t> batch) {
  const auto value = [&](std::size_t i) { return from_bytes(batch.subspan(8 * i)); };
  statuses_.at(value(0)) = {
      .states = value(1), .expanded = value(2), .transitions = value(3), .under_way = value(4), .resident_bytes = value(5)};
}

void Exchange::poll() {
  if (ranks_ == 1) return;
  while (take_one()) {
  }
}

void Exchange::end_level() {
  if (transport_.ranks() == 1) return;
  for (unsigned to = 0; to < transport_.ranks(); ++to) flush(to);
  transport_.begin_count(sent_in_level_);
  std::optional<std::uint64_t> expected;
  Patience patience(transport_.have_processors());
  while (!expected || received_in_level_ < *expected) {
    if (!expected) expected = transport_.try_count();
    if (take_one())
      patience.reset();
    else
      patience.wait();
  }
  std::fill(sent_in_level_.begin(), sent_in_level_.end(), 0);
  received_in_level_ = 0;
}

void Exchange::report(RankFigures& figures) const {
  figures.sent_states += sent_states_;
  figures.sent_batches += sent_batches_;
  figures.sent_bytes += sent_bytes_;
}

}  // namespace lariat::cluster
