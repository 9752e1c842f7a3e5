// SPDX-License-Identifier: Apache-2.0
// What a Program does: its initial state, and the successors of a state. This is the definition; whatever else executes a
// Program must equal it.
//
// A step of the system is one transition of one process, two transitions that meet on a channel without a buffer, or a
// sequence of them that is atomic. A step with a run-time error (an index or a value out of range, a division by 0) leads to
// the error state; a guard with a run-time error counts as true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/model/accelerator.hpp"
#include "lariat/model/layout.hpp"
#include "lariat/model/program.hpp"
#include "lariat/model/successors.hpp"

namespace lariat::model {

inline constexpr std::uint32_t observer_number = 0xffff;  // stands for the observer where processes are numbered

// What a step printed, and when: after which action of the step.
struct Printed {
  std::uint32_t action = 0;
  std::string text;
};

// Something that happened in a step and that a state does not show.
struct Event {
  enum class Kind : std::uint8_t {
    send,     // into a channel with a buffer
    receive,  // from a channel with a buffer
    meet,     // sent by `process`, received by `other`
    start,    // `process` started `other`
    end,      // of `process`
    print     // text
  };
  Kind kind = Kind::print;
  std::uint32_t action = 0;      // of the step
  std::uint32_t process = none;  // who did it
  std::uint32_t other = none;
  ProcessTypeId type = none;           // of the process that started
  std::uint32_t communication = none;  // into Program::communications; of a meeting the sender's
  Value channel = 0;                   // its number
  ChannelTypeId channel_type = none;
  std::vector<Value> values = {};  // of the message
  std::uint32_t waiting = 0;       // messages in the channel before
  std::uint32_t position = none;   // where the message came to be, or was, from 0; none: it was lost
  std::string text = {};
};

// The value of an expression, or what went wrong.
struct Evaluation {
  Value value = 0;
  Fault fault;
};

struct InterpreterOptions {
  bool lossy = false;            // a message sent to a full channel is lost, and the sender goes on
  bool counts_observer = false;  // process_count is one more than the processes: Spin's `_nr_pr` where there is a claim
  bool promises = false;         // it is a fault to send or receive where another process promises that nobody does

  friend bool operator==(const InterpreterOptions&, const InterpreterOptions&) = default;
};

class Execution;

// Not thread-safe: each thread has its own. The program must outlive it; expressions may be added to it in between.
class Interpreter {
 public:
  explicit Interpreter(const Program& program, const InterpreterOptions& options = {});
  ~Interpreter();
  Interpreter(Interpreter&&) noexcept;
  Interpreter& operator=(Interpreter&&) noexcept;

  const Program& program() const;
  const InterpreterOptions& options() const;

  // From now on functions below throw Stopped when a limit is reached. A step may be long: a d_step with a loop, an atomic
  // sequence with many ways through it.
  void obey(const Limits& limits);
  const Limits& limits() const;

  // From now on asks the accelerator first.
  void accelerate(std::unique_ptr<Accelerator> accelerator) { accelerator_ = std::move(accelerator); }
  const Layout& layout() const;

  // The one state in which the program starts. A fault if an initial value goes wrong; the state is then the error state.
  State initial(Fault* fault = nullptr) const;

  // Replaces `out` by the successors of s, always in the same order.
  void successors(StateView s, Successors& out);
  // Appends the successors of each of the states to those that `out` holds already, and writes to ends[i] how many it holds
  // with those of states[i]. The states must not lie within the bytes of `out`.
  void append_successors(std::span<const StateView> states, Successors& out, std::span<std::uint32_t> ends);

  // The value of an expression in a state; names of variables are those of the process with that number.
  Evaluation evaluate(ExprId expression, StateView s, std::uint32_t process = none);

  // Evaluates several expressions in one state: call look_at first, then evaluate_there for each, and nothing else in between.
  void look_at(StateView s);
  Evaluation evaluate_there(ExprId expression, std::uint32_t process = none);

  // Bit i says whether atoms[i] is not 0 in s; at most 64. What cannot be evaluated counts as true.
  // If there is such a one and `fault` is given, it says what goes wrong with the first.
  std::uint64_t valuation(std::span<const ExprId> atoms, StateView s, Fault* fault = nullptr);

  // True if s is the error state.
  bool is_error(StateView s) const;

  // True if locations have assertions.
  bool has_assertions() const { return has_assertions_; }
  // The first assertion at a process' location that does not hold in s.
  std::optional<Fault> failed_assertion(StateView s);

  // True if every process is at a location where a run may end.
  bool is_valid_end(StateView s);

  // For each process of s, by its number: true if it can make a step.
  std::vector<bool> enabled_processes(StateView s);

  // True if some process is at a location that has this property.
  bool is_somewhere(StateView s, bool (*has)(const Location&));

  // How many processes there are in s, their types and locations.
  std::size_t process_count(StateView s);
  ProcessTypeId process_type(StateView s, std::size_t process);
  LocationId location(StateView s, std::size_t process);

  // The observer: its location; its transitions that are enabled in s; and what one of them does to a state t that follows.
  // A fault in its guard counts as true.
  LocationId observer_location(StateView s);
  void observer_moves(StateView s, std::vector<TransitionId>& out);
  // True if a step of those actions may go with the observer's transition: a transition that watches channels allows only steps
  // that communicate on them.
  bool observer_allows(TransitionId transition, StateView s, std::span<const Action> actions);
  // Appends the steps from s in which a sender meets the observer's transition, if the observer takes part and receives there.
  // Their actions are the senders' alone.
  void observer_meetings(TransitionId transition, StateView s, Successors& out);
  Fault move_observer(TransitionId transition, StateView t, State& out);

  // What happens in the step from s by these actions, in its order.
  std::vector<Event> events(StateView s, std::span<const Action> actions);

  // The texts that the step from s by these actions prints.
  std::vector<Printed> printed(StateView s, std::span<const Action> actions);

 private:
  std::unique_ptr<Execution> execution_;
  std::unique_ptr<Accelerator> accelerator_;
  bool has_assertions_ = false;  // at locations
};

}  // namespace lariat::model
