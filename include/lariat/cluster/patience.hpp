// SPDX-License-Identifier: Apache-2.0
// Waiting for other processes: at once attentive, then at little cost to those that share the processor.
//
// A rank that has a processor of its own goes on asking for some milliseconds, about as long as ranks wait for the slowest of
// them at the end of a level. It does not yield: something else that runs there would get the processor for a time slice.
#pragma once

#include <chrono>
#include <thread>

namespace lariat::cluster {

class Patience {
 public:
  explicit Patience(bool has_processor) : has_processor_(has_processor) {}
  // Call when there was nothing to do.
  void wait() {
    ++turns_;
    if (has_processor_ && turns_ < attentive) return;
    if (!has_processor_ && turns_ < polite)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  // Call when there was something.
  void reset() { turns_ = 0; }

 private:
  static constexpr unsigned attentive = 20'000;  // each takes a tenth of a microsecond or more
  static constexpr unsigned polite = 500;
  bool has_processor_;
  unsigned turns_ = 0;
};

}  // namespace lariat::cluster
