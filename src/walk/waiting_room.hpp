// SPDX-License-Identifier: Apache-2.0
// Threads that wait for what others are going to do, and notice when all of them wait in vain.
//
// Time is cut into periods. A new one begins when a thread begins or ends to search or to wait. A thread that looked in a
// period and did not find what it waits for says so, once. If all threads have said so in one period, all of them waited when
// it began, and nobody has done anything since: nobody ever will.
#pragma once

#include <cstdint>
#include <mutex>

#include "lariat/parallel/joint_search.hpp"

namespace lariat::walk {

class WaitingRoom {
 public:
  // Announces that a thread searches, for as long as it lives.
  class Presence {
   public:
    explicit Presence(WaitingRoom& room) : room_(room) { room_.change(1); }
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;
    ~Presence() { room_.change(-1); }

   private:
    WaitingRoom& room_;
  };

  // Waits until is_done() is true. False if all threads that search wait here in vain. Throws what is_done() throws.
  template <class IsDone>
  bool wait_until(const IsDone& is_done) {
    const Wait announced(*this);
    std::uint64_t said = 0;
    for (parallel::Backoff pause;; pause()) {
      const std::uint64_t period = this->period();
      if (is_done()) return true;
      if (says_no(period, said)) return false;
    }
  }

 private:
  struct Wait {
    explicit Wait(WaitingRoom& its_room) : room(its_room) { room.change(0); }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    ~Wait() { room.change(0); }
    WaitingRoom& room;
  };

  void change(int threads) {
    const std::lock_guard lock(mutex_);
    searching_ += threads;
    ++period_;
    in_vain_ = 0;
  }
  std::uint64_t period() {
    const std::lock_guard lock(mutex_);
    return period_;
  }
  // True if all threads have said no in that period. `said`: when the calling one did so last.
  bool says_no(std::uint64_t period, std::uint64_t& said) {
    const std::lock_guard lock(mutex_);
    if (period != period_) return false;
    if (said != period) ++in_vain_;
    said = period;
    return in_vain_ == searching_;
  }

  std::mutex mutex_;
  std::uint64_t period_ = 1;
  int searching_ = 0;  // threads
  int in_vain_ = 0;    // those of them that looked in this period
};

}  // namespace lariat::walk
