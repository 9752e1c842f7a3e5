// SPDX-License-Identifier: Apache-2.0
// Brings successors to the ranks that own them, while states are expanded.
//
// A rank collects what belongs to another one in a batch, and sends it when it is full. At most two batches are under way from
// one rank to another: whoever would send a third one receives until the first has arrived. So no rank holds more than two
// batches for each other one, and a rank that waits takes in what others send, so that no two wait for each other.
//
// A level is over for a rank when it has received all batches that were sent to it: the ranks add up how many these are
// (Transport::begin_count) and go on receiving meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cluster/packing.hpp"
#include "lariat/cluster/figures.hpp"
#include "lariat/cluster/transport.hpp"

namespace lariat::cluster {

// Takes in states that belong to this rank, `numbers` numbers with each.
class Receiver {
 public:
  Receiver() = default;
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  virtual ~Receiver() = default;
  virtual void receive(std::span<const Bytes> states, std::span<const std::uint64_t> numbers) = 0;
};

class Exchange {
 public:
  // States are compared without their first `hidden` bytes.
  Exchange(Transport& transport, std::size_t hidden);

  // Says who takes in states from now on, and how many numbers come with each. Between levels only.
  void deliver_to(Receiver& receiver, std::size_t numbers);

  // The rank to which a state belongs: by its hash, the same for all ranks.
  unsigned owner_of(Bytes state) const;
  bool is_own(Bytes state) const { return owner_of(state) == transport_.rank(); }

  // Sends a state to another rank. May call receive.
  void send(unsigned to, Bytes state, std::span<const std::uint64_t> numbers);
  // Takes in what has arrived.
  void poll();
  // Collective: sends what is left, and returns when this rank has received everything that was sent to it.
  void end_level();

  Transport& transport() const { return transport_; }
  // Adds what was sent to the figures.
  void report(RankFigures& figures) const;

 private:
  void flush(unsigned to);
  bool take_one();

  Transport& transport_;
  std::size_t hidden_;
  std::size_t full_;  // bytes at which a batch is sent
  Receiver* receiver_ = nullptr;
  std::size_t numbers_ = 0;
  std::vector<Packer> packers_;               // by rank
  std::vector<std::uint64_t> sent_in_level_;  // by rank: batches
  std::uint64_t received_in_level_ = 0;
  std::vector<std::uint8_t> arrived_;
  Unpacked unpacked_;
  std::uint64_t sent_states_ = 0;
  std::uint64_t sent_batches_ = 0;
  std::uint64_t sent_bytes_ = 0;
};

}  // namespace lariat::cluster
