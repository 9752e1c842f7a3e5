// SPDX-License-Identifier: Apache-2.0
// The data that compiled code shares with its callers. The code generator uses the offsets of the fields (offsetof): a change
// here needs no change there, but a new cache version (see cache.cpp).
#pragma once

#include <cstdint>

#include "lariat/model/successors.hpp"

namespace lariat::native {

inline constexpr std::uint32_t max_values = 64;     // of one message
inline constexpr std::uint32_t max_channels = 512;  // from the start and made at run time
inline constexpr std::uint32_t padding =
    64;  // bytes behind a state that the code may read, and behind the arena that it may write

struct Context {
  // The successors so far; there is room for `room` more.
  std::uint8_t* bytes = nullptr;
  std::uint64_t used = 0;
  model::Successors::Entry* entries = nullptr;  // only if the form of the successors has them
  model::Action* actions = nullptr;
  std::uint32_t entry_count = 0;
  std::uint32_t room = 0;
  std::uint32_t action_count = 0;
  std::uint32_t action_capacity = 0;
  std::uint32_t first_action = 0;    // of the step that is being made
  std::uint32_t records_steps = 0;   // 0: actions are not recorded
  std::uint32_t writes_entries = 0;  // 0: of a successor there are only its bytes; for states of one length
  std::uint8_t* coverage = nullptr;  // a byte for each transition of the program (model::Coverage), set when it is taken

  // The state that is expanded.
  std::uint32_t length = 0;
  std::uint32_t process_count = 0;
  std::uint32_t channel_count = 0;
  std::uint32_t committed_only = 0;
  std::uint32_t timeout = 0;
  std::uint32_t pending = 0;  // steps that ended inside an atomic sequence and have not been followed yet
  std::uint32_t failed = 0;   // an atom could not be evaluated

  // What the code calls back. None of these throws: the frames of compiled code cannot be unwound. A negative result means that
  // the code must give up the state.
  //
  // Makes room for another successor: then room > 0. The arrays may move.
  std::int32_t (*reserve)(Context*) = nullptr;
  // Makes room for another action. Only the actions may move.
  std::int32_t (*reserve_actions)(Context*) = nullptr;
  // Takes the state behind the last successor, of that length, which is inside an atomic sequence of that process.
  std::int32_t (*keep)(Context*, std::uint32_t length, std::uint32_t process) = nullptr;
  // Follows all states that were kept to the ends of their sequences.
  std::int32_t (*follow)(Context*) = nullptr;
  void* owner = nullptr;

  std::int32_t values[max_values] = {};  // of the message that is offered in a rendezvous
  std::uint32_t types[256] = {};         // of the processes
  std::uint32_t bases[256] = {};         // where they begin
  std::uint32_t channel_shapes[max_channels] = {};
  std::uint32_t channel_offsets[max_channels] = {};
};

// The entry points of the compiled code. A negative result means that the interpreter has to do it.
struct Code {
  // Writes the successors of the state.
  std::int32_t (*expand)(Context*, const std::uint8_t* state) = nullptr;
  // Writes the successors of the state by one process; returns 1 if there are any.
  std::int32_t (*expand_one)(Context*, const std::uint8_t* state, std::uint32_t process) = nullptr;
  // Evaluates the atoms: bit i says whether atom i holds. Sets `failed` if one cannot be evaluated.
  std::uint64_t (*valuation)(Context*, const std::uint8_t* state) = nullptr;
  // Writes the observer's enabled transitions to `out`, and returns how many they are.
  std::int32_t (*observe)(Context*, const std::uint8_t* state, std::uint32_t* out) = nullptr;
};

}  // namespace lariat::native
