// SPDX-License-Identifier: Apache-2.0
// The parts of the code generator: expressions, channels, transitions, processes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "native/ir.hpp"

namespace lariat::native {

// Thrown for a program that cannot be compiled; `what` is for people.
struct Unsupported {
  std::string what;
};

// The process that code is for. The texts are constants or registers of the code.
struct Self {
  std::string number;  // i32
  std::string base;    // i64: where it begins in the state
  model::ProcessTypeId type = model::none;
};

// The state that an expression is evaluated in, and the process that evaluates it.
struct Frame {
  std::string state;           // a pointer, in the code
  const Self* self = nullptr;  // null: no process
};

class Emitter {
 public:
  Emitter(const model::Program& program, const model::InterpreterOptions& options);

  // emit.cpp: the functions of the module.
  std::string module();
  std::string valuation(std::span<const model::ExprId> atoms);
  std::string observer();

 private:
  // A channel whose shape is known.
  struct Channel {
    model::ChannelTypeId type = model::none;
    std::string number;  // i32
    std::string offset;  // i64, of its length
  };
  // What a transition is examined for.
  enum class Mode : std::uint8_t { expand, inside_d_step, test };
  // Emits code that puts or takes a message, in the state after the step.
  using Exchange = std::function<void(const Frame& work)>;

  // emit_expressions.cpp
  std::string value(model::ExprId id, const Frame& frame);  // i32
  std::string truth(model::ExprId id, const Frame& frame);  // i1
  std::string conjunction(model::ExprId id, const Frame& frame);
  void flatten(model::ExprId id, std::vector<model::ExprId>& conjuncts) const;
  std::string lazily(const std::string& first, bool goes_on_if, const std::function<std::string()>& second);
  std::string process_value(const model::Expr& e, const Frame& frame);
  std::string channel_value(const model::Expr& e, const Frame& frame);
  bool may_fault(model::ExprId id);
  unsigned cost(model::ExprId id);
  std::string address(const std::string& state, const std::string& base, std::uint64_t offset);
  std::string load(const std::string& pointer, model::Type type);
  void store(const std::string& pointer, model::Type type, const std::string& value);
  std::string wrapped(const std::string& value, model::Type type);
  void bail_unless_holds(const std::string& value, model::Type type);
  std::string extended(const std::string& i32);
  std::string field(std::size_t offset, std::string_view type);  // of the context
  std::string field_at(std::size_t offset, const std::string& index);
  std::string context_pointer(std::size_t offset);
  void set_field(std::size_t offset, std::string_view type, const std::string& value);
  // Calls body with a pointer to the variable, or not at all if there is none.
  void locate(model::PlaceId id, const Frame& frame, const std::function<void(const std::string& pointer)>& body);
  void assign(model::PlaceId id, const Frame& frame, const std::string& value);
  std::string first_of_type(model::ProcessTypeId type);
  std::string location(const std::string& state, const Self& self);

  // emit_channels.cpp
  void with_channel(model::ExprId number, const Frame& frame, const std::function<void(const Channel&)>& body);
  std::string length(const Channel& channel, const std::string& state);
  std::string message_field(const Channel& channel, const std::string& state, const std::string& message, std::size_t i);
  // Returns the index of the message that is received; the code jumps to `otherwise` if there is none.
  std::string find_message(const model::Communication& receive, const Channel& channel, const Frame& frame,
                           const std::string& otherwise);
  void put(const model::Communication& send, const Channel& channel, const Frame& work);
  void take(const model::Communication& receive, const Channel& channel, const std::string& message, const Frame& work);
  void meet(const model::Transition& sender, model::TransitionId id, const Channel& channel, const Frame& frame);
  void match_function(model::ProcessTypeId type);
  void accept_function(model::ProcessTypeId type);
  bool receives_by_meeting(const model::Transition& transition) const;

  // emit_transitions.cpp
  // The code that `then` emits is executed if the transition is enabled; the code jumps to `otherwise` in any case.
  void attempt(model::TransitionId id, const Frame& frame, Mode mode, const std::string& otherwise,
               const std::function<void(const Exchange&)>& then, unsigned depth = 0);
  void step(model::TransitionId id, const Frame& frame, const Exchange& exchange);
  std::string begin_step(const std::string& source);
  // Emits the effects and the new location. Returns the length of the state after the step.
  std::string act(model::TransitionId id, const Frame& work);
  void run(const model::Effect& effect, const Frame& work);
  void record(model::TransitionId id, const Self& self);
  void finish_step(const Frame& work, const std::string& length, const std::string& how);
  void finish_step(const Frame& work, const std::string& length, model::Transition::Then then);
  void emit_entry(const std::string& length);
  void process_body(const Frame& frame, model::LocationId first, model::LocationId last);
  void d_step_function(model::ProcessTypeId type);

  // emit.cpp
  void processes();
  void process_function(const std::string& name, const std::string& parameters, const std::string& arguments,
                        model::ProcessTypeId type, const std::function<Self()>& self);
  void expand_function();
  void helper_functions();
  void copy_function();
  void first_function();
  void skip_unless(const std::string& number, const std::string& then, const std::string& otherwise);
  Self self_in_slot(std::size_t process) const {
    const model::Layout::Slot& slot = layout_.slots()[process];
    return {.number = std::to_string(process), .base = std::to_string(slot.base), .type = slot.type};
  }
  void choose_by_type(const std::string& type, const std::function<void(model::ProcessTypeId)>& body);
  bool is_specialised() const;
  bool is_alive(model::ProcessTypeId type) const;  // true if there may be processes of that type
  const model::ProcessType& type_of(const Frame& frame) const { return program_.process_types[frame.self->type]; }
  Function& f() { return *function_; }
  // Writes a function, whose lines `body` emits.
  std::string in_function(const std::string& head, std::string_view bail, const std::function<void()>& body);

  const model::Program& program_;
  const model::InterpreterOptions options_;
  model::Layout layout_;
  Function* function_ = nullptr;
  std::string text_;
  std::vector<model::ChannelTypeId> shapes_;   // channel types that differ
  std::vector<std::uint32_t> shape_of_;        // by channel type: which of them stands for it
  std::vector<std::int8_t> may_fault_;         // by expression; -1: not known yet
  std::vector<std::size_t> first_transition_;  // by process type: how many transitions the types before it have
  bool has_meetings_ = false;
  bool has_d_steps_ = false;
  bool has_atomic_ = false;
  bool has_committed_ = false;
};

// The channel types that differ in what the code needs to know, and for each type which one of them stands for it.
std::vector<model::ChannelTypeId> distinct_shapes(const model::Program& program, std::vector<std::uint32_t>& shape_of);

}  // namespace lariat::native
