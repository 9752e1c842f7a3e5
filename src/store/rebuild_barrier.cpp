// SPDX-License-Identifier: Apache-2.0
#include "store/rebuild_barrier.hpp"

#include <thread>
#include <utility>

namespace lariat::store {

RebuildBarrier::RebuildBarrier(unsigned threads)
    : threads_(threads == 0 ? 1 : threads), uses_(std::make_unique<Flag[]>(threads_)) {}

void RebuildBarrier::rebuild(const std::function<std::vector<Job>()>& collect) {
  if (solo()) {
    for (const Job& job : collect()) job();
    return;
  }
  const std::unique_lock lock(rebuilder_, std::try_to_lock);
  if (!lock) {
    wait_and_help();
    return;
  }
  rebuilding_.store(true);
  for (unsigned thread = 0; thread < threads_; ++thread)
    while (uses_[thread].value.load()) std::this_thread::yield();
  failure_ = nullptr;
  try {
    jobs_ = collect();
    next_.store(0);
    offered_.store(true);
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (offered_.load()) work();
  offered_.store(false);
  while (helpers_.load() != 0) std::this_thread::yield();
  jobs_.clear();
  const std::exception_ptr failure = std::exchange(failure_, nullptr);
  rebuilding_.store(false);
  if (failure) std::rethrow_exception(failure);
}

// A helper counts itself before it looks for jobs; the thread that offered them waits for the helpers after it has withdrawn
// the offer.
void RebuildBarrier::wait_and_help() {
  while (rebuilding_.load()) {
    helpers_.fetch_add(1);
    if (offered_.load()) work();
    helpers_.fetch_sub(1);
    std::this_thread::yield();
  }
}

void RebuildBarrier::work() {
  for (std::size_t i = next_.fetch_add(1); i < jobs_.size(); i = next_.fetch_add(1)) try {
      jobs_[i]();
    } catch (...) {
      const std::scoped_lock lock(failing_);
      failure_ = std::current_exception();
    }
}

}  // namespace lariat::store
