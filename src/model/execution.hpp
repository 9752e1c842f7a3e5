// SPDX-License-Identifier: Apache-2.0
// The interpreter at work: one state, its expressions, and the steps from it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/model/memory.hpp"

namespace lariat::model {

class Execution {
 public:
  Execution(const Program& program, const InterpreterOptions& options);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  const Program& program() const { return program_; }
  const InterpreterOptions& options() const { return options_; }
  const Layout& layout() const { return layout_; }
  // Only if the program has a trace.
  LocationId trace_location() const;
  Memory& memory() { return memory_; }

  void load(StateView s);  // what follows speaks of s
  void obey(const Limits& limits) { limits_ = limits; }
  const Limits& limits() const { return limits_; }

  // execution.cpp: steps.
  State initial(Fault* fault);
  void append_successors(StateView s, Successors& out);
  void observer_meetings(TransitionId transition, StateView s, Successors& out);  // communication.cpp
  void find_committed();  // whether only processes at committed locations may move
  // In the state at hand; needs no timeout.
  bool can_step(std::uint32_t process, bool asks_provided = true);
  Fault move_observer(TransitionId transition);
  std::vector<Event> events(StateView s, std::span<const Action> actions);

  // evaluation.cpp: expressions in the state at hand. A fault is kept in fault_ and gives 0.
  Value evaluate(ExprId expression, std::uint32_t process);
  Fault take_fault();  // the first since it was last asked for

  bool guard_holds(const Transition& transition, std::uint32_t process);  // a fault counts as true and is kept

 private:
  // A place whose offset is known but for what has to be evaluated.
  struct Resolved {
    Place::Scope scope = Place::Scope::global;
    Type type = {};
    std::uint32_t offset = 0;  // of element 0, in the state or in its process
    std::uint32_t size = 1;
    ExprId index = none;
    ExprId process = none;
    ProcessTypeId process_type = none;
    Source source = {};
  };

  // What is known of a transition before the program runs.
  struct Prepared {
    bool ends = false;     // the process ends with it
    bool passive = false;  // it receives from a channel without a buffer: the sender begins
    Value channel = 0;     // from which it receives, if that is a constant
    bool receives = false;
  };

  // Inside an atomic sequence: a state that is not one of the system's, with the process that may go on alone.
  struct Pending {
    State state;
    std::uint32_t trail = none;  // of the actions that led here
    std::vector<Event> output;
    Fault assertion;
    std::uint32_t control = 0;
  };

  // evaluation.cpp
  void resolve_new_places();
  Value eval(ExprId expression);
  Value eval_process(const Expr& expression);
  Value eval_channel(const Expr& expression);
  bool some_process_can_step();
  std::uint32_t locate(PlaceId place);  // none: a fault, or nowhere
  Value first_of_type(ProcessTypeId type) const;
  void assign(PlaceId place, Value value);
  void raise(Fault::Kind kind, const Source& source, std::int64_t value = 0, PlaceId place = none);

  // communication.cpp
  const Memory::ChannelPlace* channel_of(const Communication& communication);
  // Notes that another process promises that this does not happen on that channel, if one does.
  void check_promises(std::uint32_t process, const Communication& communication, Value channel);
  std::vector<Value> evaluate_arguments(const Communication& communication);
  // True if the channel of the receive is that of a process that has ended, and the program says that nothing ever comes there.
  bool waits_for_ever(const Communication& receive);
  // The message that the receive would take; none if there is none.
  std::uint32_t find_message(const Communication& receive, const Memory::ChannelPlace& channel);
  bool matches(const Communication& receive, std::span<const Value> message);
  template <class Field>
  bool matches(const Communication& receive, std::size_t fields, Field&& field);
  template <class Field>
  void store(const Communication& receive, std::size_t fields, Field&& field);

  void note(const Communication& communication, const Memory::ChannelPlace& channel, const std::vector<Value>& values,
            std::uint32_t position);
  void put(const Communication& send, const Memory::ChannelPlace& channel);
  void take(const Communication& receive, const Memory::ChannelPlace& channel, std::uint32_t message);
  // `in_guard` is what went wrong in the guard, which then counts as true.
  bool try_send(std::uint32_t process, TransitionId id, const Fault& in_guard);
  bool try_receive(std::uint32_t process, TransitionId id, const Fault& in_guard);
  // What a sender offers to whoever meets it.
  struct Offer {
    std::uint32_t sender = 0;
    TransitionId transition = 0;
    Value channel = 0;
    Fault fault = {};  // what went wrong on the sender's side, if it meets anybody
    std::vector<Value> values = {};
    bool evaluated = false;  // the values are known; they are not wanted before somebody is there
  };
  void evaluate_values(Offer& offer);
  static std::uint64_t channel_bit(Value channel) { return std::uint64_t{1} << (static_cast<std::uint32_t>(channel) % 64); }
  bool meet(std::uint32_t sender, TransitionId send, const Fault& in_guard);
  bool meet(Offer& offer, std::uint32_t receiver);

  // trace.cpp
  void watch(Communication::Kind kind, const Communication& by, Value channel, std::span<const Value> message);
  void watch_buffer(Communication::Kind kind, const Communication& by, const Memory::ChannelPlace& channel,
                    std::uint32_t message);
  bool describes(const Communication& pattern, Communication::Kind kind, Value channel);

  // execution.cpp
  void prepare();
  void begin_expansion(StateView s, Successors& out);
  void expand();
  bool expand_process(std::uint32_t process, bool asks_provided = true);
  bool try_transition(std::uint32_t process, TransitionId id);
  bool may_move(std::uint32_t process);
  bool can_take(std::uint32_t process, TransitionId id);
  void expand_pending();
  void begin_step();
  void act(std::uint32_t process, TransitionId id);  // location and effects
  void run(const std::vector<Effect>& effects);
  void run(const Effect& effect);
  void start(const Effect& effect);
  void note_last_process();
  void finish_step(std::uint32_t control, const Transition* last);
  bool escapes(std::uint32_t process, const Transition& transition);
  const Transition* go_on_at_once(std::uint32_t process, const Transition* last);
  void communicate_inside(std::uint32_t process, const Transition& transition);
  void emit();
  std::span<const Action> all_actions();
  std::uint32_t action_count() const {
    return (prefix_ == none ? 0 : trail_[prefix_].count) + static_cast<std::uint32_t>(actions_.size());
  }
  void emit_fault(std::uint32_t process, TransitionId id, Fault fault);  // a copy: it may be the fault at hand

  // lockstep.cpp
  struct Choice;
  void expand_lockstep();
  std::vector<Choice> lockstep_choices(std::uint32_t process);
  void emit_lockstep(const std::vector<const Choice*>& chosen);

  const ProcessType& type_of(std::uint32_t process) const { return program_.process_types[memory_.type(process)]; }
  bool at_known_location(std::uint32_t process) const { return memory_.location(process) < type_of(process).locations.size(); }
  bool is_committed(std::uint32_t process) const {
    return at_known_location(process) && type_of(process).locations[memory_.location(process)].committed;
  }

  const Program& program_;
  InterpreterOptions options_;
  Layout layout_;
  Memory memory_;
  std::vector<Resolved> resolved_;
  std::vector<std::vector<Prepared>> prepared_;       // by type and transition
  std::vector<std::vector<std::uint64_t>> receives_;  // by type and location: bits of the channels that may be received from
  bool has_timeout_ = false;
  std::size_t known_expressions_ = 0;

  std::uint32_t self_ = none;  // the process that evaluates; observer_number for the observer
  Fault fault_;
  bool timeout_ = false;

  Limits limits_;
  LimitCheck limit_check_{&limits_};

  // The expansion at hand.
  Successors* out_ = nullptr;
  State source_;                 // the state that is expanded, or an intermediate one of an atomic sequence
  std::vector<Action> actions_;  // of the step at hand
  // Inside atomic sequences: the actions that led to where the step at hand begins, the last one first. Sequences that part
  // share what lies before.
  struct Link {
    Action action;
    std::uint32_t before = none;
    std::uint32_t count = 1;  // of actions up to this one
  };
  std::vector<Link> trail_;
  std::uint32_t prefix_ = none;      // into trail_: where the step at hand begins; none: in the state that is expanded
  std::vector<Action> all_actions_;  // scratch for both together
  Fault assertion_;                  // that failed on the way
  Fault prefix_assertion_;
  std::vector<Event> output_;  // what happened on the way
  std::size_t prefix_output_ = 0;
  bool keeps_output_ = false;
  std::vector<std::vector<Event>> outputs_;  // by successor
  bool committed_only_ = false;
  std::vector<Pending> pending_;
  unsigned testing_depth_ = 0;
  unsigned asking_depth_ = 0;  // of questions whether a process is enabled, one inside the other
  bool only_testing_ = false;  // whether there is a step, without making it
};

}  // namespace lariat::model
