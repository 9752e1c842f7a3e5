// SPDX-License-Identifier: Apache-2.0
// Saving a search of several processes: each rank writes its part, and rank 0 the list of the parts when all are complete. A
// rank that ends while it writes leaves the list, and the parts, of the time before.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "lariat/cluster/transport.hpp"
#include "lariat/walk/snapshot_file.hpp"

namespace lariat::cluster {

class RankCheckpoint {
 public:
  // Null: nothing is saved, nothing goes on.
  RankCheckpoint(Transport& transport, const walk::CheckpointOptions* options)
      : transport_(transport), options_(options), saved_(std::chrono::steady_clock::now()) {}

  bool saves() const { return options_ != nullptr && !options_->folder.empty(); }
  bool resumes() const { return options_ != nullptr && !options_->resume.empty(); }
  const walk::CheckpointOptions& options() const { return *options_; }

  // Collective: true if it is time to save, by the clock of rank 0. What comes next is expected to take so many seconds, during
  // which nothing can be saved.
  bool is_due(double expected);
  // Collective: saves. `write` writes the part of this rank to a path, returns its checksum, and may throw BadSnapshot. What
  // goes wrong is told once, on rank 0; the search goes on.
  void save(const std::function<std::uint64_t(const std::string& path)>& write);

 private:
  std::string new_time();
  void complain(const std::string& why);

  Transport& transport_;
  const walk::CheckpointOptions* options_;
  std::chrono::steady_clock::time_point saved_;
  bool has_complained_ = false;
};

// Collective: does something that may throw BadSnapshot; if it has on any rank, throws on all of them, with the reason of the
// first one.
void together(Transport& transport, const std::function<void()>& action);

}  // namespace lariat::cluster
