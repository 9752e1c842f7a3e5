// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/gate.hpp"

#include <new>
#include <thread>

namespace lariat::store {

Gate::Gate(unsigned threads) : threads_(threads == 0 ? 1 : threads), inside_(std::make_unique<Flag[]>(threads_)) {}

void Gate::close(const std::function<std::vector<Job>()>& collect) {
  if (solo()) {
    for (const Job& job : collect()) job();
    return;
  }
  const std::unique_lock lock(closing_, std::try_to_lock);
  if (!lock) {
    wait_and_help();
    return;
  }
  closed_.store(true);
  for (unsigned thread = 0; thread < threads_; ++thread)
    while (inside_[thread].value.load()) std::this_thread::yield();
  out_of_memory_.store(false);
  try {
    jobs_ = collect();
    next_.store(0);
    offered_.store(true);
    work();
  } catch (const std::bad_alloc&) {
    out_of_memory_.store(true);
  }
  offered_.store(false);
  while (helpers_.load() != 0) std::this_thread::yield();
  jobs_.clear();
  const bool failed = out_of_memory_.load();
  closed_.store(false);
  if (failed) throw std::bad_alloc();
}

// A helper counts itself before it looks whether there are jobs, and the one who offered them waits for the helpers after it
// has taken the offer back.
void Gate::wait_and_help() {
  while (closed_.load()) {
    helpers_.fetch_add(1);
    if (offered_.load()) work();
    helpers_.fetch_sub(1);
    std::this_thread::yield();
  }
}

void Gate::work() {
  for (std::size_t i = next_.fetch_add(1); i < jobs_.size(); i = next_.fetch_add(1)) try {
      jobs_[i]();
    } catch (const std::bad_alloc&) {
      out_of_memory_.store(true);
    }
}

}  // namespace lariat::store
