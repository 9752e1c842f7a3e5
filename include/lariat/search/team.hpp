// SPDX-License-Identifier: Apache-2.0
// The frame of a search by several workers: one for each thread, each with a space of its own, and something that all share.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lariat/parallel/joint_search.hpp"
#include "lariat/search/statistics.hpp"
#include "lariat/space/lasso.hpp"

namespace lariat::search {

// Worker(space, statistics, number, joint search, shared) is one of the team. run() does its part, and lasso() is the
// counterexample of the worker that has reported one. count_unfinished(), if there is one, is called when nobody runs any more.
template <class S, class Worker, class Shared, unsigned most_workers = ~0U>
class Team {
 public:
  static constexpr unsigned max_workers = most_workers;

  Team(S& space, Statistics& statistics) : Team({&space}, {&statistics}) {}
  // A worker for each space, at most max_workers. All spaces are the same one, with the same numbers, each for the use of one
  // thread.
  Team(const std::vector<S*>& spaces, const std::vector<Statistics*>& statistics) : statistics_(statistics.front()) {
    for (unsigned i = 0; i < spaces.size() && i < max_workers; ++i)
      workers_.push_back(std::make_unique<Worker>(*spaces[i], *statistics[i], i, search_, shared_));
  }

  // A lasso, if there is one. Throws what a worker throws.
  std::optional<Lasso> run() {
    try {
      search_.run(static_cast<unsigned>(workers_.size()), [this](unsigned i) { workers_[i]->run(); });
    } catch (...) {
      end();
      throw;
    }
    end();
    if (search_.finder() == parallel::JointSearch::nobody) return std::nullopt;
    return workers_[search_.finder()]->lasso();
  }

 private:
  void end() {
    statistics_->auxiliary_bytes += shared_.bytes();
    if constexpr (requires(Worker & worker) { worker.count_unfinished(); })
      for (const auto& worker : workers_) worker->count_unfinished();
  }

  Statistics* statistics_;  // of the first worker
  parallel::JointSearch search_;
  Shared shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace lariat::search
