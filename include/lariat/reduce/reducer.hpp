// SPDX-License-Identifier: Apache-2.0
// The reduced set of a state: enough of its steps, so that the others can wait.
//   A. Valmari. Stubborn sets for reduced state space generation. 1991 (strong stubborn sets, by closure); G. Holzmann, D.
//   Peled. An improvement in formal verification. FORTE 1994 (ample sets: one process, or all).
//
// T is a set of transitions, possible or not, each from where its process is now. It is closed:
//   - if a step in T is possible, T contains whatever of other processes is in conflict with it, or leads there, and what the
//     process itself could do instead;
//   - if a step in T is impossible, T contains whatever may make true one condition that is false now, or leads there;
//   - if a visible step in T is possible, T contains every visible step, or what leads there; and an invisible step that is
//     possible, if there is one anywhere.
// The reduced set is what is possible in T. The same state always gives the same set.
//
// "If this is in T, so is that" is a graph over the transitions. A smallest closed set is a component of it from which none
// leads out, apart from such as contain nothing possible; one depth-first search finds them all, and the one with fewest steps
// is taken.
//
// A step that goes wrong ends the run, so that no other step can follow it: a state with such a step is not reduced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/reduce/method.hpp"

namespace lariat::reduce {

// Why a transition belongs to a set.
struct Reason {
  enum class Kind : std::uint8_t {
    seed,         // the set began with it
    alternative,  // the process could do it instead of the cause
    conflict,     // it is in conflict with the cause, or leads there
    partner,      // it may meet with the cause, or leads there
    enabling,     // the cause is impossible, and this may make it possible, or leads there
    visible       // the cause is visible, and so is this, or leads there
  };
  Kind kind = Kind::seed;
  std::uint32_t process = 0;
  model::TransitionId transition = 0;
  bool enabled = false;
  bool visible = false;
  std::uint32_t cause_process = model::none;
  model::TransitionId cause = model::none;
  model::ExprId condition = model::none;  // of `enabling`: the one that is false, if it has an expression
};

// Belongs to one interpreter, which it may use between two calls of others.
class Reducer {
 public:
  Reducer(model::Interpreter& interpreter, Method method, const Observed& observed);

  // Finds the reduced set of s, whose successors are given. False: it is all of them. Otherwise `selected` says which belong to
  // it.
  bool reduce(model::StateView s, const model::Successors& successors, std::vector<bool>& selected);

  // Selects the k-th set that comes into question, from 0: the one that reduce finds, then others, the best first, and
  // last the set of all, for which `selected` is true everywhere. False: there are not so many.
  bool candidate(model::StateView s, const model::Successors& successors, std::size_t k, std::vector<bool>& selected);

  // Why what is in the reduced set of s is in it; empty if it is not reduced.
  std::vector<Reason> explain(model::StateView s, const model::Successors& successors);

 private:
  struct Process {
    Dependence::InstanceId instance = model::none;
    model::ProcessTypeId type = model::none;
    model::LocationId location = 0;
    const model::Location* place = nullptr;
    std::uint32_t base = 0;  // where it is in the state
    Choices enabled = 0;     // possible now, alone or together with another
    Choices invisible = 0;   // of these
    Choices visited = 0;     // by the search
    Choices done = 0;        // whose component is complete
    Choices fruitful = 0;    // from which something possible can be reached
  };
  struct Meeting {
    std::uint32_t sender;
    Choices send;
    std::uint32_t receiver;
    Choices receive;
  };
  struct Remembered {  // of the process with a number, so that its instance need not be looked up again
    model::ProcessTypeId type = model::none;
    std::vector<model::Value> frozen;
    Dependence::InstanceId instance = model::none;
  };
  // To another process: a relation by its location.
  struct Link {
    std::uint32_t process;
    const Choices* masks;
  };
  using Links = std::vector<Link>;
  struct TransitionLinks {
    bool known = false;
    Links conflicts;
    Links partners;
    std::vector<Links> enablers;  // by condition
  };
  // What was found to be true or false of a state on the way to its set.
  struct Assumption {
    std::uint32_t process;
    model::TransitionId transition;
    std::uint32_t condition;
    bool is_false;
  };
  // The set of all states that have the same steps, and of which the same is true.
  struct Answer {
    std::vector<Assumption> assumptions;
    bool reduces = false;
    std::vector<bool> selected;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  // What is the same as long as the processes are the same.
  struct Constellation {
    // By where the processes are, and by the steps: which transitions of which processes.
    std::unordered_map<std::string, std::vector<Answer>, Hash, std::equal_to<>> answers;
    std::vector<std::vector<TransitionLinks>> links;  // by process and transition
    Links visible;
    std::vector<std::vector<signed char>> alone;  // by process and location: see is_alone; less than 0: not known yet
  };
  struct Edge {
    std::uint32_t process;
    Choices choices;
    Reason::Kind kind;
    model::ExprId condition;
  };
  using Node = std::uint32_t;  // process * 64 + the number of the bit
  struct Frame {
    Node node;
    std::uint32_t first_edge;
    std::uint32_t edge;
    std::uint32_t low;
    bool fruitful;
  };
  // A closed set: the nodes in it that are possible, as a part of members_.
  struct Set {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::size_t steps = 0;
  };

  bool begin(model::StateView s, const model::Successors& successors);
  bool load(model::StateView s, const model::Successors& successors);
  bool is_worth_it(const model::Successors& successors) const;
  bool find_processes(model::StateView s);
  void find_enabled(const model::Successors& successors);
  void make_key(const model::Successors& successors);
  const Answer* find_answer();
  void remember(bool reduces, const std::vector<bool>& selected);
  bool is_false(std::uint32_t process, model::TransitionId transition, std::uint32_t condition);
  Dependence::InstanceId instance_of(model::StateView s, std::uint32_t process, model::ProcessTypeId type, std::uint32_t base);
  void find_constellation();
  const TransitionLinks& links(std::uint32_t process, model::TransitionId transition);
  Links make_links(std::uint32_t process, const auto& masks_of);

  bool is_alone(std::uint32_t process);
  bool find_step_alone();
  void find_sets(bool all);
  void enter(Node node);
  void leave(bool all);
  bool is_usable(const Set& set) const;
  void append_edges(Node node);
  void follow_enabled(std::uint32_t process, model::TransitionId transition, Choices bit);
  void follow_disabled(std::uint32_t process, model::TransitionId transition);
  void append(const Links& links, Reason::Kind kind, model::ExprId condition = model::none);
  bool is_false(std::uint32_t process, const Condition& condition);
  void select(const Set& set, std::vector<bool>& selected) const;

  model::Interpreter& interpreter_;
  Method method_;
  Dependence dependence_;
  std::vector<std::vector<std::uint32_t>> positions_;  // by type and transition: where among those of its location
  std::vector<Remembered> remembered_;                 // by process
  bool is_dynamic_;
  std::map<std::vector<Dependence::InstanceId>, std::unique_ptr<Constellation>> constellations_;
  std::vector<Dependence::InstanceId> present_;  // the instances of the constellation at hand
  Constellation* constellation_ = nullptr;

  std::size_t answers_ = 0;  // in all constellations
  std::size_t links_ = 0;    // likewise

  // The state at hand.
  model::StateView state_;
  bool is_looked_at_ = false;            // by the interpreter
  std::string key_;                      // of the answer
  std::vector<Assumption> assumptions_;  // so far
  std::vector<Process> processes_;
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> initiators_;  // by successor: the process, and which of its transitions
  std::vector<Choices> initiated_;
  std::vector<std::uint32_t> steps_of_;  // by node: successors that it begins

  // The search, and what it found.
  std::vector<Frame> frames_;
  std::vector<Edge> edges_;
  std::vector<Node> waiting_;          // whose component is not complete
  std::vector<std::uint32_t> number_;  // by node
  std::uint32_t count_ = 0;
  std::vector<Set> sets_;
  std::vector<Node> members_;  // of the sets
  std::size_t best_ = 0;       // of the sets
};

}  // namespace lariat::reduce
