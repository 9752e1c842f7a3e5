// SPDX-License-Identifier: Apache-2.0
#include "walk/swarm.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>

#include "lariat/parallel/worker_pool.hpp"

namespace lariat::walk {
namespace {

using Clock = std::chrono::steady_clock;

// How deep members go, in turns.
constexpr std::array<std::uint64_t, 4> depths = {0, 1'000, 10'000, 100'000};

class SwarmRunner {
 public:
  SwarmRunner(product::Product& product, const Limits& limits, const ApproximateOptions& approximate,
              const std::function<SwarmOutcome(const SwarmTask&)>& search)
      : product_(product), limits_(limits), approximate_(approximate), search_(search), samples_(approximate.swarm.members) {
    report_.wanted = approximate.swarm.members;
    report_.members.resize(report_.wanted);
  }

  SwarmReport run() {
    // Where there can be no clones, all members would do the same.
    if (product_.clone_in_order({}) == nullptr) report_.wanted = 1;
    const unsigned threads = std::clamp(approximate_.swarm.threads, 1U, report_.wanted);
    if (threads == 1) {
      serve(0);
    } else {
      parallel::WorkerPool pool(threads);
      pool.run([this](unsigned thread) { serve(thread); });
    }
    report_.members.resize(std::min<std::size_t>(next_, report_.wanted));
    estimate();
    return std::move(report_);
  }

 private:
  // Runs members until there are no more.
  void serve(unsigned thread) {
    while (!stop_.load() && !(limits_.deadline && Clock::now() >= *limits_.deadline)) {
      const unsigned number = next_.fetch_add(1);
      if (number >= report_.wanted) return;
      try {
        run_member(number, thread);
      } catch (const std::bad_alloc&) {
        return;  // what others found stays
      }
    }
  }

  void run_member(unsigned number, unsigned thread) {
    SwarmMember& member = report_.members[number];
    member.order = number == 0 ? 0 : approximate_.swarm.seed + number;
    member.max_depth = limits_.max_depth != 0 ? limits_.max_depth : depths[number % depths.size()];
    const std::unique_ptr<product::Product> own = clone(member.order, number);
    ApproximateOptions approximate = approximate_;
    approximate.swarm = {};
    approximate.hash_seed = number;
    approximate.max_path = member.max_depth;
    approximate.sample = &samples_[number];
    approximate.stop = &stop_;
    Limits limits = limits_;
    limits.max_depth = 0;
    if (thread != 0) limits.gauge = nullptr;  // one of those at work shows how far it has come
    if (limits_.deadline) limits.deadline = slice_end(number);
    const Clock::time_point start = Clock::now();
    const SwarmOutcome outcome = search_({own != nullptr ? *own : product_, limits, approximate});
    const Clock::time_point end = Clock::now();
    member.states = outcome.states;
    member.finished = outcome.finished;
    member.seconds = std::chrono::duration<double>(end - start).count();
    if (outcome.found) {
      const std::scoped_lock lock(mutex_);
      if (!report_.finder) {
        report_.finder = number;
        report_.finder_seconds = std::chrono::duration<double>(end - begin_).count();
      }
    }
    if (outcome.all_found) stop_.store(true);
  }

  // Null if there can be no clones.
  std::unique_ptr<product::Product> clone(std::uint64_t order, unsigned number) {
    const std::scoped_lock lock(mutex_);
    return product_.clone_in_order(number == 0 ? product_.options().order : std::optional(order));
  }

  // What is left of the time is shared by the members that have not begun.
  Clock::time_point slice_end(unsigned number) const {
    const unsigned threads = std::clamp(approximate_.swarm.threads, 1U, report_.wanted);
    const unsigned rounds = (report_.wanted - number + threads - 1) / threads;
    const Clock::time_point now = Clock::now();
    return now + (*limits_.deadline - now) / std::max(rounds, 1U);
  }

  void estimate() {
    const StateSample::Counts counts = StateSample::count(samples_);
    report_.seen = counts.seen;
    report_.seen_once = counts.seen_once;
    const double members = static_cast<double>(std::max<std::size_t>(report_.members.size(), 1));
    const double once = counts.seen_once;
    report_.unseen = (members - 1) / members *
                     (counts.seen_twice > 0 ? once * once / (2 * counts.seen_twice) : once * std::max(once - 1, 0.0) / 2);
  }

  product::Product& product_;
  const Limits& limits_;
  const ApproximateOptions& approximate_;
  const std::function<SwarmOutcome(const SwarmTask&)>& search_;
  std::vector<StateSample> samples_;  // by member
  SwarmReport report_;
  std::atomic<unsigned> next_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

SwarmReport run_swarm(product::Product& product, const Limits& limits, const ApproximateOptions& approximate,
                      const std::function<SwarmOutcome(const SwarmTask&)>& search) {
  return SwarmRunner(product, limits, approximate, search).run();
}

}  // namespace lariat::walk
