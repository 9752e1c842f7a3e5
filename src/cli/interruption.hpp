// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, the polite kill and the terminal that hangs up: the first one asks for an end, the second one ends.
#pragma once

#include <atomic>

#include "lariat/base/limits.hpp"

namespace lariat::cli {

// From now on the first SIGINT, SIGTERM or SIGHUP sets the flag below, and a second one ends the program, if it is not
// sent at the same time, as timeout(1) does. A closed pipe and a
// file that grows beyond its limit are errors of writing and no longer signals.
void watch_signals();
// The first SIGALRM sets the flag, too.
void watch_alarm();

// Whether somebody asked for an end. A process has one set of signal handlers, so this is the one variable of its kind.
const std::atomic<bool>& interrupted();

// The work consists of parts. While this lives, Ctrl-C ends the part that is being done; a second one, within two seconds or
// before the part has ended, ends all parts; a third one ends the program. SIGTERM and SIGHUP end all parts at once.
class InterruptibleParts {
 public:
  InterruptibleParts();
  InterruptibleParts(const InterruptibleParts&) = delete;
  InterruptibleParts& operator=(const InterruptibleParts&) = delete;
  ~InterruptibleParts();

  // A part has ended: clears the flag, unless all parts are to end.
  void next();
};

// Limits that the interruption belongs to, with a deadline so many seconds from `start`; 0: none.
Limits limits_of(double max_time, std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now());

}  // namespace lariat::cli
