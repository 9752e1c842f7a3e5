// SPDX-License-Identifier: Apache-2.0
// Waiting for other processes: at once attentive, then at little cost to those that share the processor.
#pragma once

#include <chrono>
#include <thread>

namespace lariat::cluster {

class Patience {
 public:
  // Call when there was nothing to do.
  void wait() {
    if (++turns_ < attentive)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  // Call when there was something.
  void reset() { turns_ = 0; }

 private:
  static constexpr unsigned attentive = 500;
  unsigned turns_ = 0;
};

}  // namespace lariat::cluster
