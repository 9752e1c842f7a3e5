// SPDX-License-Identifier: Apache-2.0
// The ranks that mpirun started, by MPI. Part of lariat-mpi only.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "lariat/cluster/transport.hpp"

namespace lariat::cli {

// MPI must be initialised, and not be finalised before this is destroyed. At most two batches are under way to each rank: their
// memory is that of the sender, since batches are larger than what MPI sends before the receiver has asked for it.
class MpiTransport : public cluster::Transport {
 public:
  MpiTransport();

  unsigned rank() const override { return rank_; }
  unsigned ranks() const override { return ranks_; }
  bool have_processors() const override { return have_processors_; }
  bool try_send(unsigned to, std::vector<std::uint8_t>& batch) override;
  bool try_receive(std::vector<std::uint8_t>& batch) override;
  std::size_t bytes_under_way() const override;
  void begin_count(std::span<const std::uint64_t> sent_to) override;
  std::optional<std::uint64_t> try_count() override;
  void sum(std::span<std::uint64_t> values) override;
  std::vector<std::vector<std::uint8_t>> gather(std::span<const std::uint8_t> bytes) override;

 private:
  struct Sending {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::uint8_t> batch;
  };

  void wait_for(MPI_Request& request) const;

  unsigned rank_ = 0;
  unsigned ranks_ = 1;
  bool have_processors_ = false;
  std::vector<std::deque<Sending>> sending_;  // by rank
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  MPI_Request counting_ = MPI_REQUEST_NULL;
};

}  // namespace lariat::cli
