// SPDX-License-Identifier: Apache-2.0
#include "cluster/exchange.hpp"

#include <algorithm>
#include <thread>

#include "lariat/store/state_hash.hpp"

namespace lariat::cluster {
namespace {

// A batch is larger than what MPI libraries send without asking the receiver (their eager limits), unless there are so many
// ranks that the batches to all of them would take too much memory.
constexpr std::size_t full_batch = 96 * 1024;
constexpr std::size_t batch_memory = std::size_t{64} << 20;

}  // namespace

Exchange::Exchange(Transport& transport, std::size_t hidden)
    : transport_(transport),
      hidden_(hidden),
      full_(std::min(full_batch, std::max<std::size_t>(batch_memory / 3 / transport.ranks(), 1024))),
      packers_(transport.ranks()),
      sent_in_level_(transport.ranks()) {}

void Exchange::deliver_to(Receiver& receiver, std::size_t numbers) {
  receiver_ = &receiver;
  numbers_ = numbers;
}

unsigned Exchange::owner_of(Bytes state) const {
  if (transport_.ranks() == 1) return 0;
  // The table of the store uses other bits of the hash, so that its entries are spread evenly on each rank.
  std::uint64_t hash = store::hash_of(state.subspan(hidden_));
  hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15U;
  return static_cast<unsigned>((hash >> 32) * transport_.ranks() >> 32);
}

void Exchange::send(unsigned to, Bytes state, std::span<const std::uint64_t> numbers) {
  Packer& packer = packers_[to];
  packer.add(state, numbers);
  if (packer.batch().size() >= full_) flush(to);
}

void Exchange::flush(unsigned to) {
  Packer& packer = packers_[to];
  if (packer.states() == 0) return;
  sent_states_ += packer.states();
  ++sent_batches_;
  sent_bytes_ += packer.batch().size();
  ++sent_in_level_[to];
  while (!transport_.try_send(to, packer.batch()))
    if (!take_one()) std::this_thread::yield();
  packer.clear();
}

bool Exchange::take_one() {
  if (!transport_.try_receive(arrived_)) return false;
  ++received_in_level_;
  unpack(arrived_, numbers_, unpacked_);
  receiver_->receive(unpacked_.states, unpacked_.numbers);
  return true;
}

void Exchange::poll() {
  while (take_one()) {
  }
}

void Exchange::end_level() {
  if (transport_.ranks() == 1) return;
  for (unsigned to = 0; to < transport_.ranks(); ++to) flush(to);
  transport_.begin_count(sent_in_level_);
  std::optional<std::uint64_t> expected;
  while (!expected || received_in_level_ < *expected) {
    if (!expected) expected = transport_.try_count();
    if (!take_one()) std::this_thread::yield();
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
