// SPDX-License-Identifier: Apache-2.0
// Brings successors to the ranks that own them, while states are expanded.
//
// A rank collects what belongs to another one in a batch, and sends it when it is full. At most two batches are under way from
// one rank to another: whoever would send a third one receives until the first has arrived. So no rank holds more than two
// batches for each other one, and a rank that waits takes in what others send, so that no two wait for each other.
//
// Besides states, a batch can hold a message: that a rank stops, or how far it has come. Its last byte says which.
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

// What a rank tells rank 0 now and then, while a level is expanded.
struct RankStatus {
  std::uint64_t states = 0;
  std::uint64_t expanded = 0;
  std::uint64_t transitions = 0;
  std::uint64_t under_way = 0;       // bytes that it has sent and that have not arrived yet
  std::uint64_t resident_bytes = 0;  // memory of the process
};

class Exchange {
 public:
  // Of states of so many bytes each, or of any length if that is 0; they are compared without their first `hidden` bytes.
  Exchange(Transport& transport, std::size_t length, std::size_t hidden);

  // Says who takes in states from now on, and how many numbers come with each. Between levels only.
  void deliver_to(Receiver& receiver, std::size_t numbers);

  // The rank to which a state belongs: by its hash, the same for all ranks.
  unsigned owner_of(Bytes state) const;
  bool is_own(Bytes state) const { return owner_of(state) == rank_; }
  // Of out.size() states of the one length that lie one behind the other, and their hashes.
  void owners_of(const std::uint8_t* states, std::span<unsigned> out, std::span<std::uint64_t> hashes) const;

  // Sends a state to another rank. May call receive.
  void send(unsigned to, Bytes state, std::span<const std::uint64_t> numbers);
  // Takes in what has arrived.
  void poll();
  // Collective: sends what is left, and returns when this rank has received everything that was sent to it.
  void end_level();

  // Tells all other ranks that this one will do no more in this search. They learn it before the level ends.
  void tell_to_stop();
  // True if another rank has told so.
  bool is_told_to_stop() const { return is_told_to_stop_; }
  // Tells rank 0 how far this rank has come, unless that would have to wait.
  void tell_status(const RankStatus& mine);
  // What the other ranks have told, by rank. Of rank 0.
  const std::vector<RankStatus>& statuses() const { return statuses_; }

  Transport& transport() const { return transport_; }
  // Adds what was sent to the figures.
  void report(RankFigures& figures) const;

 private:
  // What stands at the end of a batch.
  enum Kind : std::uint8_t { states, stop, status };

  unsigned owner_by(std::uint64_t hash) const {
    // The table of the store uses other bits of the hash, so that its entries are spread evenly on each rank.
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15U;
    return static_cast<unsigned>((hash >> 32) * ranks_ >> 32);
  }
  void flush(unsigned to);
  void send_batch(unsigned to, std::vector<std::uint8_t>& batch);
  bool take_one();
  void take_status(std::span<const std::uint8_t> batch);

  Transport& transport_;
  unsigned rank_;
  unsigned ranks_;
  std::size_t length_;
  std::size_t hidden_;
  std::size_t full_;  // bytes at which a batch is sent
  Receiver* receiver_ = nullptr;
  std::size_t numbers_ = 0;
  std::vector<Packer> packers_;               // by rank
  std::vector<std::uint64_t> sent_in_level_;  // by rank: batches
  std::uint64_t received_in_level_ = 0;
  bool is_told_to_stop_ = false;
  std::vector<RankStatus> statuses_;
  std::vector<std::uint8_t> arrived_;
  Unpacked unpacked_;
  std::uint64_t sent_states_ = 0;
  std::uint64_t sent_batches_ = 0;
  std::uint64_t sent_bytes_ = 0;
};

}  // namespace lariat::cluster
