// SPDX-License-Identifier: Apache-2.0
// Runs compiled code for one interpreter: holds the tables that the code reads, and follows atomic sequences, of which the code
// makes one step at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/model/accelerator.hpp"
#include "lariat/model/interpreter.hpp"
#include "native/context.hpp"
#include "native/state_blocks.hpp"

namespace lariat::native {

class Runtime {
 public:
  Runtime(const model::Program& program, const model::Layout& layout);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  struct Progress {
    std::size_t states = 0;
    bool gave_up = false;  // the state after these
  };
  // Like the functions of Accelerator, by this code. Throw std::bad_alloc. With `leaves_ends`, the interpreter has to do states
  // without successors.
  Progress append_successors(const Code& code, std::span<const model::StateView> states, model::Successors& out,
                             std::span<std::uint32_t> ends, bool leaves_ends);
  bool valuation(const Code& code, model::StateView s, std::uint64_t& bits);
  bool observer_moves(const Code& code, model::StateView s, std::vector<model::TransitionId>& out);

 private:
  struct Link {  // an action inside an atomic sequence, and what came before
    model::Action action;
    std::uint32_t before = model::none;
    std::uint32_t count = 1;
  };
  struct Pending {
    const std::uint8_t* state = nullptr;  // in pending_states_
    std::uint32_t length = 0;
    std::uint32_t control = 0;
    std::uint32_t trail = model::none;
  };

  const std::uint8_t* load(model::StateView s, std::vector<std::uint8_t>& buffer);
  void find_places(const std::uint8_t* s);
  // The callbacks of Context. `guarded` calls one and turns std::bad_alloc into a negative result and out_of_memory_.
  template <class Callback>
  std::int32_t guarded(const Callback& callback) noexcept;
  void begin_group(const Code& code, model::Successors& out);
  bool expand(model::StateView s);
  void reserve();
  void reserve_actions(std::size_t more);
  void keep(std::uint32_t length, std::uint32_t process);
  std::int32_t follow();
  void put_trail(std::uint32_t entry);

  const model::Layout& layout_;
  std::vector<std::uint32_t> type_sizes_;
  std::vector<std::uint32_t> shape_of_;  // by channel type
  std::vector<std::uint32_t> made_sizes_;
  std::uint32_t initial_channels_ = 0;
  bool has_timeout_ = false;
  std::size_t observer_transitions_ = 0;
  std::vector<std::uint8_t> ignored_coverage_;  // is written to where nobody asked for coverage

  std::unique_ptr<Context> context_;
  const Code* code_ = nullptr;
  bool out_of_memory_ = false;  // in a callback
  model::Successors* out_ = nullptr;
  std::vector<std::uint8_t> source_;
  const std::uint8_t* outer_ = nullptr;  // the state that is expanded
  std::vector<Pending> pending_;
  StateBlocks pending_states_;
  std::vector<Link> trail_;
  std::uint32_t prefix_ = model::none;
};

}  // namespace lariat::native
