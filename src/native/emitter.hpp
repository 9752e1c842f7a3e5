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

// What cannot be compiled, for people.
struct Unsupported {
  std::string what;
};

// The process that evaluates, in the code: constants or registers.
struct Self {
  std::string number;  // i32
  std::string base;    // i64: where it begins in the state
  model::ProcessTypeId type = model::none;
};

// In which state something is evaluated, and by whom.
struct Place {
  std::string state;           // a pointer
  const Self* self = nullptr;  // none: nobody
};

class Emitter {
 public:
  Emitter(const model::Program& program, const model::InterpreterOptions& options);

  // emit.cpp: the functions of the module.
  std::string module();
  std::string valuation(std::span<const model::ExprId> atoms);
  std::string observer();

 private:
  // A channel, known up to its place.
  struct Channel {
    model::ChannelTypeId type = model::none;
    std::string number;  // i32
    std::string offset;  // i64, of its length
  };
  // How a transition is looked at.
  enum class Mode : std::uint8_t { expand, inside_d_step, test };
  // Puts or takes a message, in the state after the step.
  using Exchange = std::function<void(const Place& work)>;

  // emit_expressions.cpp
  std::string value(model::ExprId id, const Place& place);  // i32
  std::string truth(model::ExprId id, const Place& place);  // i1
  std::string conjunction(model::ExprId id, const Place& place);
  void flatten(model::ExprId id, std::vector<model::ExprId>& conjuncts) const;
  std::string lazily(const std::string& first, bool goes_on_if, const std::function<std::string()>& second);
  std::string process_value(const model::Expr& e, const Place& place);
  std::string channel_value(const model::Expr& e, const Place& place);
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
  // Calls body with a pointer to the place, or not at all if there is none.
  void locate(model::PlaceId id, const Place& place, const std::function<void(const std::string& pointer)>& body);
  void assign(model::PlaceId id, const Place& place, const std::string& value);
  std::string first_of_type(model::ProcessTypeId type);
  std::string location(const std::string& state, const Self& self);

  // emit_channels.cpp
  void with_channel(model::ExprId number, const Place& place, const std::function<void(const Channel&)>& body);
  std::string length(const Channel& channel, const std::string& state);
  std::string message_field(const Channel& channel, const std::string& state, const std::string& message, std::size_t i);
  // Goes on with the message that is received; to `otherwise` if there is none.
  std::string find_message(const model::Communication& receive, const Channel& channel, const Place& place,
                           const std::string& otherwise);
  void put(const model::Communication& send, const Channel& channel, const Place& work);
  void take(const model::Communication& receive, const Channel& channel, const std::string& message, const Place& work);
  void meet(const model::Transition& sender, model::TransitionId id, const Channel& channel, const Place& place);
  void match_function(model::ProcessTypeId type);
  void accept_function(model::ProcessTypeId type);
  bool receives_by_meeting(const model::Transition& transition) const;

  // emit_transitions.cpp
  // What `then` says happens if the transition can be taken; control then goes to `otherwise` in any case.
  void attempt(model::TransitionId id, const Place& place, Mode mode, const std::string& otherwise,
               const std::function<void(const Exchange&)>& then, unsigned depth = 0);
  void step(model::TransitionId id, const Place& place, const Exchange& exchange);
  std::string begin_step(const std::string& source);
  // Location and effects. The length of the state after it.
  std::string act(model::TransitionId id, const Place& work);
  void run(const model::Effect& effect, const Place& work);
  void record(model::TransitionId id, const Self& self);
  void finish_step(const Place& work, const std::string& length, const std::string& how);
  void finish_step(const Place& work, const std::string& length, model::Transition::Then then);
  void emit_entry(const std::string& length);
  void process_body(const Place& place, model::LocationId first, model::LocationId last);
  void d_step_function(model::ProcessTypeId type);

  // emit.cpp
  void processes();
  void process_function(const std::string& name, const std::string& parameters, const std::string& arguments,
                        model::ProcessTypeId type, const std::function<Self()>& self);
  void expand_function();
  void helper_functions();
  void choose_by_type(const std::string& type, const std::function<void(model::ProcessTypeId)>& body);
  bool is_specialised() const;
  bool is_alive(model::ProcessTypeId type) const;  // whether there may be processes of that type
  const model::ProcessType& type_of(const Place& place) const { return program_.process_types[place.self->type]; }
  Function& f() { return *function_; }
  // Writes a function, whose lines `body` emits.
  std::string in_function(const std::string& head, std::string_view bail, const std::function<void()>& body);

  const model::Program& program_;
  const model::InterpreterOptions options_;
  model::Layout layout_;
  Function* function_ = nullptr;
  std::string text_;
  std::vector<model::ChannelTypeId> shapes_;  // channel types that differ
  std::vector<std::uint32_t> shape_of_;       // by channel type: which of them stands for it
  std::vector<std::int8_t> may_fault_;        // by expression; -1: not known yet
  std::vector<std::uint32_t> bases_;          // of the processes, where they never move
  bool has_meetings_ = false;
  bool has_d_steps_ = false;
  bool has_atomic_ = false;
  bool has_committed_ = false;
};

// The channel types that differ in what the code needs to know, and for each type which one of them stands for it.
std::vector<model::ChannelTypeId> distinct_shapes(const model::Program& program, std::vector<std::uint32_t>& shape_of);

}  // namespace lariat::native
