// SPDX-License-Identifier: Apache-2.0
// A concurrent system, whatever language it was written in: the one form that front ends produce and that the interpreter,
// the code generator and the reductions read.
//
// A Program has global variables, channels and process types. A process is an instance of a type: it has a location and
// variables of its own. Some processes exist from the start; transitions may start more. A step of the system is a transition
// of one process, or of two that meet on a channel without a buffer.
//
// Expressions, places and transitions refer to one another by index: small, and valid when the tables move. The tables only
// grow; front ends fill them through the add functions below, and properties may add expressions later.
//
// Invariants, which `find_defect` checks:
//   1. every index is within its table;
//   2. no expression is deeper than max_depth (evaluation recurses);
//   3. the size of a state is at most max_state_bytes when no process or channel has been added to the initial ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/model/types.hpp"

namespace lariat::model {

using ExprId = std::uint32_t;         // into Program::expressions
using PlaceId = std::uint32_t;        // into Program::places
using ProcessTypeId = std::uint32_t;  // into Program::process_types
using LocationId = std::uint32_t;     // into ProcessType::locations
using TransitionId = std::uint32_t;   // into ProcessType::transitions
using VariableId = std::uint32_t;     // into Program::globals or ProcessType::variables
using ChannelTypeId = std::uint32_t;  // into Program::channel_types

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();  // no such index

inline constexpr unsigned max_depth = 2000;        // of expressions
inline constexpr std::size_t max_processes = 255;  // alive at one time
inline constexpr std::size_t max_channels = 255;   // created at run time and alive at one time
inline constexpr std::size_t max_state_bytes = std::size_t{1} << 20;

// Where in the source something stands. Lines and columns count from 1; line 0: nowhere.
struct Source {
  std::uint32_t file = 0;  // into Program::files
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

enum class Op : std::uint8_t {
  constant,  // value
  read,      // what is stored at `place`
  // One operand, a.
  negate,
  complement,   // ~
  logical_not,  // 1 if a is 0, otherwise 0
  // Two operands, a and b. Comparisons give 0 or 1. Shifts by less than 0 or more than 31 give what repeated shifting by one
  // does.
  add,
  subtract,
  multiply,
  divide,     // truncates; by 0: an error
  remainder,  // has the sign of a; by 0: an error
  shift_left,
  shift_right,  // keeps the sign
  bit_and,
  bit_or,
  bit_xor,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,  // b is evaluated only if a is not 0
  logical_or,   // b is evaluated only if a is 0
  conditional,  // b if a is not 0, otherwise c
  // Processes. A process that does not exist, or is of another type, is nowhere.
  at_location,    // 1 if process number a (none: the oldest one of type `type`) is of that type and at one of the locations in
                  // location_sets[index]
  own_number,     // the number of the process that evaluates this
  process_count,  // how many processes there are
  is_enabled,     // 1 if process number a has a step, whatever `provided` says; 0 inside three other such questions
  location_of,    // the location of process number a, as a number
  priority_of,    // of process number a
  // Channels; a is the number of one.
  length,
  is_empty,
  is_full,
  bounded,      // a, which must be at least 0 and less than value: an index into part of an array
  can_receive,  // 1 if communication `index` (a receive) would succeed now; of one from anywhere: which message it takes, from
                // 1
  // The system as a whole.
  timeout,      // 1 if no process has a step otherwise
  nonprogress,  // 1 if no process is at a location marked progress
  can_move      // 1 if some process has a step
};

struct Expr {
  Op op = Op::constant;
  std::uint16_t depth = 1;
  Value value = 0;  // of a constant
  ExprId a = none;
  ExprId b = none;
  ExprId c = none;
  PlaceId place = none;
  ProcessTypeId type = none;
  std::uint32_t index = none;  // into location_sets, communications
  Source source = {};
};

// A variable, or an element of one: what can be read and assigned.
struct Place {
  enum class Scope : std::uint8_t {
    global,
    local,    // of the process that evaluates
    foreign,  // of process number `process`, which should be of type `type`; reads 0 if there is no such process. Without a
              // number: of the oldest process of that type
    nowhere   // reads 0, and takes any value: Promela's `_`
  };
  Scope scope = Scope::global;
  ProcessTypeId type = none;  // of a local or foreign place
  ExprId process = none;      // of a foreign place
  VariableId variable = none;
  ExprId index = none;  // none: the variable is no array, or element 0 is meant
  Source source = {};
};

struct Variable {
  // How people want to read its values.
  enum class Kind : std::uint8_t { number, truth, symbol, channel, process };

  std::string name;
  Type type = {};
  std::uint32_t size = 1;  // elements
  bool is_array = false;
  bool hidden = false;  // not part of the state: two states that differ only here are one
  Kind kind = Kind::number;
  std::uint32_t symbols = none;     // into Program::symbol_tables, where kind is symbol
  std::vector<Value> initial = {};  // by element; missing ones are 0
  Source source = {};
};

// What the channels made from one declaration have in common.
struct ChannelType {
  std::string name;
  std::uint32_t capacity = 0;               // messages; 0: sender and receiver meet
  std::vector<Type> fields = {};            // of a message
  bool any_fields = false;                  // values are not stored, so that their number and types are free (rendezvous only)
  std::vector<std::uint32_t> symbols = {};  // for each field the symbol table to show it with, or none; may be shorter
  Source source = {};
};

// A send or a receive.
struct Communication {
  enum class Kind : std::uint8_t { send, receive };

  struct Argument {
    enum class Kind : std::uint8_t {
      value,  // sent; or, of a receive: matches only this value
      store,  // receives into `place`
      any     // receives and forgets
    };
    Kind kind = Kind::value;
    ExprId value = none;
    PlaceId place = none;
  };

  Kind kind = Kind::send;
  ExprId channel = none;  // its value is the channel's number: 1 for channels[0], 0 for none
  std::vector<Argument> arguments = {};
  bool sorted = false;    // send: before the first message that is greater
  bool alone = false;     // send: an error, if nobody can receive but at the same time
  bool anywhere = false;  // receive: the first message that matches, not only the first one
  bool copies = false;    // receive: leaves the message where it is
  Source source = {};
};

struct Effect {
  enum class Kind : std::uint8_t {
    assign,        // place = value
    check,         // value must not be 0: an assertion
    print,         // text with the arguments
    start,         // a new process of type `type` with the arguments; its number goes to place, if there is one
    make_channel,  // a new channel of type `type`; its number goes to place
    end,           // the process ends; it must be the youngest
    set_priority,  // of process number arguments[0] to value
    block          // a run-time error: the process is inside a d_step and cannot go on
  };
  Kind kind = Kind::assign;
  PlaceId place = none;
  ExprId value = none;
  std::uint32_t type = none;  // a process type or a channel type
  std::vector<ExprId> arguments = {};
  std::string text = {};
  Source source = {};
  bool checked = false;  // of set_priority: a value outside 1 to 255 goes wrong
};

struct Transition {
  // Who may go on after the step.
  enum class Then : std::uint8_t {
    free,    // anybody
    atomic,  // the same process alone, as long as it can; what lies between are no states of the system
    at_once  // the same process, as part of the same step and with the first transition that it can take: inside a d_step
  };

  LocationId source = none;
  LocationId target = none;
  ExprId guard = none;   // none: true
  bool is_else = false;  // may be taken only if no earlier transition from the location can
  Then then = Then::free;
  std::vector<TransitionId> unless = {};  // may be taken only if none of these can
  std::uint32_t communication = none;     // into Program::communications; happens between the guard and the effects
  std::vector<Effect> effects = {};       // in this order; each sees what those before it did, and the new location
  Source position = {};
  std::string text = {};  // as in the source, on one line: for people
};

struct Location {
  std::string name;
  bool committed = false;  // only processes at committed locations may move while there are any
  bool valid_end = false;  // a run may end here
  bool progress = false;
  std::uint64_t accepting = 0;           // acceptance sets (bits) that the location belongs to
  std::vector<ExprId> assertions = {};   // must hold whenever the process is here
  std::vector<std::string> labels = {};  // other names it has in the source
  std::vector<TransitionId> out = {};    // the transitions from here, in the order in which they are tried
  Source source = {};
};

// A promise that no other process sends to a channel, or receives from it: Promela's `xs` and `xr`.
struct Promise {
  Communication::Kind kind = Communication::Kind::send;
  ExprId channel = none;  // of the process that promises
  Source source = {};
};

struct ProcessType {
  std::string name;
  std::uint32_t parameters = 0;  // so many of the variables are set when a process is started
  std::vector<Variable> variables = {};
  std::vector<Variable> constants = {};  // as those of the program
  std::vector<Location> locations = {};
  std::vector<Transition> transitions = {};
  LocationId initial = 0;
  std::vector<Effect> on_start = {};   // run when a process is started, with its own variables, before anything else happens
  std::vector<Promise> promises = {};  // as long as it lives
  ExprId provided = none;              // must hold for each step
  Value priority = 1;
  bool deterministic = false;  // two transitions enabled at once are an error
  Source source = {};
};

// A process that exists from the start.
struct InitialProcess {
  std::string name;
  ProcessTypeId type = none;
};

// A channel that exists from the start.
struct Channel {
  std::string name;
  ChannelTypeId type = none;
};

struct Program {
  // What happens when a value is assigned that the variable cannot hold.
  enum class Overflow : std::uint8_t { wrap, error };

  // What follows a run-time error: a value or an index out of range, a division by 0.
  enum class ErrorState : std::uint8_t {
    stops,    // it leads to a state without successors
    goes_on,  // it leads to a state where everything is 0 and only the first process is stuck
  };

  // How the processes move.
  enum class Composition : std::uint8_t {
    interleaved,  // one at a time, or two that meet
    lockstep      // all at the same time, each from the same state; channels play no part
  };

  // A process that watches the others: it makes a transition with every step of the system, in the state before that step.
  // It accepts a run that visits locations of every acceptance set infinitely often.
  struct Observer {
    std::string name;
    ProcessTypeId type = none;
    unsigned sets = 1;      // acceptance sets of its locations
    LocationId end = none;  // arriving here accepts whatever follows
    // What its transitions that receive are: partners of a sender, which then needs no other (DVE); or restricted to steps in
    // which somebody communicates like that.
    bool takes_part = false;
  };

  // Which messages are to be exchanged in which order: Promela's `trace`. A process that takes part in nothing, with a
  // transition for each send or receive that may come next. It watches sends on channels that its sends name, and receives
  // likewise; its location is part of the state.
  struct Trace {
    ProcessTypeId type = none;
    VariableId location = none;  // a global that holds it
    LocationId end = none;
    bool forbidden = false;  // `notrace`: what it describes to the end must not happen
  };

  std::string name;  // of the file, for people
  std::string language;
  std::vector<std::string> files = {};  // names, by Source::file
  Overflow overflow = Overflow::wrap;
  ErrorState error_state = ErrorState::stops;
  Composition composition = Composition::interleaved;
  bool newest_first = false;         // the order in which processes are tried
  bool receiver_takes_over = false;  // after a rendezvous the receiver, not the sender, may go on atomically
  bool uses_priorities = false;
  // A receive from a channel whose process has ended waits for ever. Otherwise it is a run-time error.
  bool ended_channels_block = false;
  bool counts_observer = false;    // where the program is watched, process_count counts the observer: Spin's `_nr_pr`
  VariableId last_process = none;  // a global that holds the number of the process that made the last step

  std::vector<Variable> globals = {};
  std::vector<Variable> constants = {};  // names of values that never change, for properties and people; no part of a state
  std::vector<ChannelType> channel_types = {};
  std::vector<Channel> channels = {};  // number 1, 2, ... in this order
  std::vector<ProcessType> process_types = {};
  std::vector<InitialProcess> processes = {};  // number 0, 1, ... in this order
  std::optional<Observer> observer = {};
  std::optional<Trace> trace = {};
  std::vector<Effect> on_start = {};  // run once, to make the initial state, before the processes' own

  std::vector<Expr> expressions = {};
  std::vector<Place> places = {};
  std::vector<Communication> communications = {};
  std::vector<std::vector<LocationId>> location_sets = {};
  std::vector<std::vector<std::string>> symbol_tables = {};  // the name of each value, from 0

  // Each adds an entry to a table and says where. An expression that becomes deeper than max_depth is added with that depth,
  // and is a defect: front ends refuse it (see depth()).
  ExprId add(Expr expression);
  PlaceId add(Place place);
  std::uint32_t add(Communication communication);
  std::uint32_t add_location_set(std::vector<LocationId> locations);

  // Shorter ways to say it.
  ExprId constant(Value value, Source source = {});
  ExprId unary(Op op, ExprId a, Source source = {});
  ExprId binary(Op op, ExprId a, ExprId b, Source source = {});
  ExprId read(Place place);  // an expression
  ExprId at(ProcessTypeId type, ExprId process, std::vector<LocationId> locations, Source source = {});

  unsigned depth(ExprId expression) const { return expressions[expression].depth; }

  // Whether processes or channels may be created or end: states then vary in length.
  bool is_dynamic() const;
  // Whether processes promise anything.
  bool has_promises() const;

  const Variable& variable(const Place& place) const;
};

// The first invariant of Program that does not hold, for people; nothing if all do.
std::optional<std::string> find_defect(const Program& program);

// The number of the process with that name, among those that exist from the start.
std::optional<std::size_t> find_process(const Program& program, std::string_view name);

}  // namespace lariat::model
