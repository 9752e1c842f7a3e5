// SPDX-License-Identifier: Apache-2.0
// What a search by several processes needs of the network: batches of bytes from rank to rank, and sums over all ranks.
//
// All ranks run the same program on the same input. Functions marked `collective` are called by all of them, in the same order;
// each returns when all have called it, and returns the same on all. MPI is one implementation (src/cli/mpi_transport.hpp),
// threads of one process another (tests/support/rank_threads.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::cluster {

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned ranks() const = 0;
  // True if there is a processor for each rank, so that one that waits may go on asking.
  virtual bool have_processors() const { return false; }

  // Begins to send a batch, which is not empty, to another rank, and empties it. False, and nothing is done: as much as may be
  // is under way to that rank already. The caller then receives, so that no two ranks wait for each other, and tries again.
  virtual bool try_send(unsigned to, std::vector<std::uint8_t>& batch) = 0;
  // Replaces `batch` by one that has arrived. False: none has. Batches from one rank arrive in the order in which they were
  // sent.
  virtual bool try_receive(std::vector<std::uint8_t>& batch) = 0;

  // Bytes that this rank has begun to send and that have not been taken yet, as far as it knows.
  virtual std::size_t bytes_under_way() const { return 0; }

  // How many batches all ranks together have sent to this one, where each tells how many it sent to whom. Collective, but
  // does not wait: try_count() returns nothing until all ranks have called begin_count().
  virtual void begin_count(std::span<const std::uint64_t> sent_to) = 0;
  virtual std::optional<std::uint64_t> try_count() = 0;

  // Collective: replaces each value by its sum over all ranks.
  virtual void sum(std::span<std::uint64_t> values) = 0;
  // Collective: the bytes of all ranks, by rank.
  virtual std::vector<std::vector<std::uint8_t>> gather(std::span<const std::uint8_t> bytes) = 0;

  // True if the ranks have found that they are not doing the same. They do nothing together from then on.
  bool has_disagreed() const { return has_disagreed_; }
  void note_disagreement() { has_disagreed_ = true; }

 private:
  bool has_disagreed_ = false;
};

// The ranks do different things, or the same with different input. The message names a rank that differs from rank 0.
struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Collective: throws Disagreement unless all ranks have called it with the same arguments. `what` is for the message: what this
// rank is about to do. Called before each search, and when a rank has come to its end, so that a rank that ends early is
// noticed by the others.
void agree(Transport& transport, std::string_view what, std::uint64_t hash);

// Collective: the bytes of the first rank that has any; nothing if none has.
std::optional<std::vector<std::uint8_t>> first_of(Transport& transport, const std::optional<std::vector<std::uint8_t>>& mine);

}  // namespace lariat::cluster
