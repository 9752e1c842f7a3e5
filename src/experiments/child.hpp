// SPDX-License-Identifier: Apache-2.0
// Other processes: started, read from and ended. One thread runs several at the same time.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace lariat::experiments {

struct ChildResult {
  std::string output;      // at most 256 MB of it
  std::string errors;      // at most 64 KB of it
  int exit_code = 0;       // -1: ended by a signal
  int signal = 0;          // that ended it
  bool timed_out = false;  // we ended it, because it did not end itself
  double cpu = 0;          // seconds, user and system, of the process and of those that it waited for
  double wall = 0;         // seconds from its start to its end
};

// A process of its own process group, so that Ctrl-C in the terminal reaches us alone; it is killed if we die, or when this
// object is destroyed.
class Child {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts arguments[0] with an empty standard input, in the folder if one is named. Throws std::system_error. Ends the process
  // at the deadline.
  Child(const std::vector<std::string>& arguments, Clock::time_point deadline, const std::string& folder = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  // Reads what there is, without waiting. Returns true if the process has ended and `result` is complete.
  bool pump();
  const ChildResult& result() const { return result_; }
  ChildResult& result() { return result_; }
  // Descriptors to wait for; -1: closed.
  int output() const { return output_; }
  int errors() const { return errors_; }

 private:
  pid_t process_ = -1;
  int output_ = -1;
  int errors_ = -1;
  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  ChildResult result_;
};

// Waits until one of the children has something to say or may have ended, but at most so long.
void wait_for(const std::vector<const Child*>& children, std::chrono::milliseconds most);

}  // namespace lariat::experiments
