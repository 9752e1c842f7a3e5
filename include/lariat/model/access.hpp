// SPDX-License-Identifier: Apache-2.0
// What a transition reads and writes, before the program runs: for reductions and for the code generator.
//
// The sets are never too small: in a state other than the error state, a step changes nothing that none of its writes names,
// and nothing that none of its reads names has an influence on whether the step is possible or on what it writes. They may be
// too large: an index that is no constant stands for all elements, a number of a process or channel for all of them.
//
// What is not in them:
//   - The step of a transition that goes wrong leads to the error state, hence changes everything.
//   - A send and a receive that meet are one step, and its sets are those of both. Which partners there are is not a part
//     of either.
//   - A process that starts or ends is a change of the table. Its own location and variables, then new or gone, are not named:
//     another process that wants to see them reads the table as well.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "lariat/model/frozen.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/model/program.hpp"

namespace lariat::model {

// Sets of locations that need not be in Program::location_sets.
inline constexpr std::uint32_t committed_locations = none - 2;
inline constexpr std::uint32_t progress_locations = none - 3;
inline constexpr std::uint32_t accepting_locations = none - 5;
inline constexpr std::uint32_t asserting_locations = none - 6;
inline constexpr std::uint32_t this_location = none - 7;  // the one that Access::from names

// A process that does not exist yet, where processes are numbered: its own variables are nobody else's.
inline constexpr std::uint32_t future_process = none - 4;

// A part of the state that is read or written.
struct Access {
  enum class Kind : std::uint8_t {
    global,    // the elements first to last of a variable; _last is one of these
    local,     // the same of a variable of a process
    location,  // of a process
    priority,  // of a process
    channel,   // what waits in a channel with a buffer
    table,     // which processes and channels there are
    everything
  };
  // What about the channel.
  enum class Use : std::uint8_t {
    all,
    send,     // write: a message is put behind the others
    receive,  // write: a message is taken out
    room,     // read: a test that holds as long as the channel does not become full
    message   // read: a test for a message, and what it is; holds as long as none is taken out
  };

  Kind kind = Kind::everything;
  Use use = Use::all;
  ProcessTypeId type = none;     // of local, location, priority: the process' type; none: any
  std::uint32_t process = none;  // of these: its number, or own_process; none: any
  VariableId variable = none;    // of global, local
  std::uint32_t first = 0;       // its elements
  std::uint32_t last = 0;
  Value channel = 0;  // its number; 0: any
  // Of a location that is read: which answers matter, as a set of locations of the type (into Program::location_sets, or one of
  // those below); none: each location is another answer.
  std::uint32_t locations = none;
  // Of a location that is written: what it was and becomes; none: unknown. Of one that is read: see this_location.
  LocationId from = none;
  LocationId to = none;

  friend auto operator<=>(const Access&, const Access&) = default;
};

// Each is sorted, and has nothing twice.
struct AccessSets {
  std::vector<Access> guard_reads;  // what decides whether the transition can be taken
  std::vector<Access> reads;        // what else decides what it does
  std::vector<Access> writes;
};

// The access sets of one transition by itself, even if other transitions follow in the same step.
AccessSets accesses(const Program& program, ProcessTypeId type, TransitionId transition, const InterpreterOptions& options = {},
                    const Binding* binding = nullptr);

// The access sets of a transition and of everything that may follow it in the same step, in a d_step or an atomic sequence. If
// the sequence may meet other processes in the middle, that is any process that may receive there, and what it does then.
// `before` binds what decides if the transition can be taken, where more is known of that: the values that variables have
// before the step, also those that it writes. An effect that is ignored is left out, as if the transition did not have it.
AccessSets step_accesses(const Program& program, ProcessTypeId type, TransitionId transition,
                         const InterpreterOptions& options = {}, const Binding* binding = nullptr,
                         const Binding* before = nullptr, const Effect* ignored = nullptr);

// The access sets of an expression, which only reads.
AccessSets accesses(const Program& program, ExprId expression, const Binding* binding = nullptr);

// The access sets of a condition that holds: a test for room or for a message goes on holding until the channel is full or
// empty.
AccessSets condition_accesses(const Program& program, ExprId condition, const Binding* binding = nullptr);

// The sets with the process' own number in place of own_process.
AccessSets bound_to(AccessSets sets, std::uint32_t process);

// False only if the two have no part of the state in common. Own_process may be any process of the type, even where it stands
// on both sides. A send and a receive touch different messages: only together with the tests (room, message) does it show that
// one may have to wait for the other.
bool may_overlap(const Access& a, const Access& b);

// False only if the write leaves a step with that access possible, if it was possible before, and what the step does as it
// was. Two steps of which neither disturbs the other can be made in either order with the same result. Differs from
// may_overlap in that a send does not disturb who has found a message, nor a receive who has found room.
bool may_disturb(const Access& write, const Access& access);

}  // namespace lariat::model
