// SPDX-License-Identifier: Apache-2.0
// What can go wrong while a program runs.
#pragma once

#include <cstdint>
#include <string>

#include "lariat/model/program.hpp"

namespace lariat::model {

// What went wrong in a step.
struct Fault {
  enum class Kind : std::uint8_t {
    none,
    overflow,     // a value that its variable cannot hold
    bad_index,    // an index outside the array
    division,     // by 0
    assertion,    // a check failed; execution goes on
    bad_channel,  // a number that is no channel, or no longer
    bad_message,  // a wrong number of values for the channel
    too_many_processes,
    too_many_channels,
    blocked,         // inside a d_step
    endless,         // an atomic sequence that never ends
    rendezvous,      // where none is possible: inside a d_step, or a test of what waits in a channel without a buffer
    conflict,        // two processes that move at the same time change the same variable
    nondeterminism,  // in a process that promised none
    unexpected,      // a message that the trace has no room for; execution goes on
    forbidden,       // messages that the trace forbids; execution goes on
    bad_priority,    // outside 1 to 255
    broken_promise,  // another process (value) is to be the only one to use the channel so; execution goes on
    reported         // by a system that is no Program, which says no more
  };
  Kind kind = Kind::none;
  Source source = {};
  std::int64_t value = 0;  // the offending value or index
  PlaceId place = none;    // where it should have gone

  explicit operator bool() const { return kind != Kind::none; }
};

// Says what went wrong in a sentence without a full stop.
std::string describe(const Program& program, const Fault& fault);

}  // namespace lariat::model
