// SPDX-License-Identifier: Apache-2.0
// The reduced set of a state: a subset of its enabled steps that is enough to explore.
//   A. Valmari. Stubborn sets for reduced state space generation. 1991 (strong stubborn sets, by closure); G. Holzmann, D.
//   Peled. An improvement in formal verification. FORTE 1994 (ample sets: one process, or all).
//
// T is a set of transitions, enabled or not, each of which leaves the current location of its process. It is closed:
//   - if a step in T is enabled, T contains the steps of other processes that are in conflict with it, or lead to one that is,
//     and the alternatives of its own process;
//   - if a step in T is disabled, T contains the steps that may make true one of its false conditions, or lead to one that may;
//   - if a visible step in T is enabled, T contains every visible step, or what leads to it; and an enabled invisible step, if
//     there is one at all.
// The reduced set consists of the enabled steps of T. The reduced set of a state is always the same.
//
// "If this is in T, so is that" is a graph over the transitions. A smallest closed set is a strongly connected component with
// an enabled step that reaches no other one with an enabled step, together with what it reaches. One depth-first search finds
// them all, and the one with the fewest steps is taken. Stubborn sets are instead found by the deletion algorithm
// (src/reduce/deletion.hpp) among all transitions, wherever they start, unless there are too many.
//
// A step with a run-time error ends the run, so that no other step can follow it: a state with such a step is not reduced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/reduce/method.hpp"

namespace lariat::reduce {

class Deletion;
class NodeRelations;

// The reason why a transition belongs to a set.
struct Reason {
  enum class Kind : std::uint8_t {
    seed,         // the set was started with it
    alternative,  // the process could take it instead of the cause
    conflict,     // it is in conflict with the cause, or leads there
    partner,      // it may communicate with the cause by rendezvous, or leads there
    enabling,     // the cause is disabled, and this may enable it, or leads there
    arriving,     // the cause starts elsewhere, and this may bring its process there
    visible       // the cause is visible, and so is this, or leads there
  };
  Kind kind = Kind::seed;
  std::uint32_t process = 0;
  model::TransitionId transition = 0;
  std::uint32_t partner_process = model::none;  // of a rendezvous: the receiver
  model::TransitionId partner = model::none;
  bool enabled = false;
  bool visible = false;
  std::uint32_t cause_process = model::none;
  model::TransitionId cause = model::none;
  std::uint32_t cause_partner_process = model::none;
  model::TransitionId cause_partner = model::none;
  model::ExprId condition = model::none;  // of `enabling`: the false condition, if it is an expression
  std::optional<Clash> clash = {};  // of `conflict`: what both access, the transition first; nothing if it only leads there
};

// Uses one interpreter, which others may call between two calls of this class. Not thread-safe.
class Reducer {
 public:
  Reducer(model::Interpreter& interpreter, Method method, const Observed& observed);
  Reducer(const Reducer&) = delete;
  Reducer& operator=(const Reducer&) = delete;
  ~Reducer();

  // Finds the reduced set of s, whose successors are given. False: it contains all of them. Otherwise `selected` says which
  // belong to it.
  bool reduce(model::StateView s, const model::Successors& successors, std::vector<bool>& selected);

  // Selects the k-th candidate set of s, from 0: the one that reduce finds, then others, the best first, and last the set of
  // all successors. False: there are fewer candidates.
  bool candidate(model::StateView s, const model::Successors& successors, std::size_t k, std::vector<bool>& selected);

  // The reasons for each transition in the stubborn set of s, a seed first; each cause comes before what it causes. If s is not
  // reduced: why one of its steps forces all others in, or nothing if there is none or a step has a fault.
  std::vector<Reason> explain(model::StateView s, const model::Successors& successors);

 private:
  struct Process {
    Dependence::InstanceId instance = model::none;
    model::ProcessTypeId type = model::none;
    model::LocationId location = 0;
    const model::Location* place = nullptr;
    std::uint32_t base = 0;  // offset in the state
    Choices enabled = 0;     // enabled, alone or in a rendezvous
    Choices invisible = 0;   // enabled ones that are invisible
    Choices visited = 0;     // visited by the search
    Choices done = 0;        // their component is complete
    Choices fruitful = 0;    // an enabled one can be reached from them
  };
  struct Meeting {
    std::uint32_t sender;
    Choices send;
    std::uint32_t receiver;
    Choices receive;
  };
  struct Remembered {  // by process number: its instance, so that it need not be looked up again
    model::ProcessTypeId type = model::none;
    std::vector<model::Value> frozen;
    Dependence::InstanceId instance = model::none;
  };
  struct InstanceCache;
  struct Look;
  struct Link;
  using Links = std::vector<Link>;
  struct TransitionLinks;
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
  // A closed set: its enabled nodes, as a part of members_.
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
  const std::vector<bool>* recall(const model::Successors& successors);
  void remember(bool reduces, const std::vector<bool>& selected);
  bool is_false(std::uint32_t condition) {
    const signed char known = truths_[condition];
    return known >= 0 ? known == 0 : evaluate(condition);
  }
  bool evaluate(std::uint32_t condition);
  Dependence::InstanceId instance_of(model::StateView s, std::uint32_t process, model::ProcessTypeId type, std::uint32_t base);
  void find_cache();
  const TransitionLinks& links(std::uint32_t process, model::TransitionId transition);
  Links make_links(std::uint32_t process, const auto& masks_of);

  bool is_independent(std::uint32_t process);
  bool find_independent_step();
  void find_sets(bool all);
  std::size_t least_steps(const model::Successors& successors) const;
  bool deletes() { return method_ == Method::stubborn && nodes() != nullptr; }
  bool delete_steps(const model::Successors& successors, std::size_t bound);
  NodeRelations* nodes();
  std::uint32_t case_of(std::uint32_t process, model::TransitionId transition);
  void select_undeleted(std::vector<bool>& selected) const;
  void close_first_step();
  void enter(Node node);
  void leave(bool all);
  bool is_usable(const Set& set) const;
  void append_edges(Node node);
  void follow_enabled(std::uint32_t process, model::TransitionId transition, Choices bit);
  void follow_disabled(std::uint32_t process, model::TransitionId transition);
  void append(const Links& links, Reason::Kind kind, model::ExprId condition = model::none);
  void select(const Set& set, std::vector<bool>& selected) const;
  std::vector<Reason> explain_closure();
  std::vector<Reason> explain_deletion();
  void add_clash(Reason& reason) const;

  model::Interpreter& interpreter_;
  Method method_;
  Dependence dependence_;
  std::vector<std::vector<std::uint32_t>> positions_;  // by type and transition: its position among those of its location
  std::vector<Remembered> remembered_;                 // by process
  bool is_dynamic_;
  std::map<std::vector<Dependence::InstanceId>, std::unique_ptr<InstanceCache>> caches_;
  std::vector<Dependence::InstanceId> present_;  // the instances of the current state
  InstanceCache* cache_ = nullptr;

  std::size_t answers_ = 0;  // in all caches
  std::size_t links_ = 0;    // in all caches

  // The current state.
  model::StateView state_;
  bool is_looked_at_ = false;             // loaded by the interpreter
  std::string key_;                       // of the answer
  std::vector<bool> recalled_;            // an answer that is no longer remembered
  std::vector<signed char> truths_;       // by condition: 1 true, 0 false, less than 0: not evaluated yet
  std::vector<std::uint32_t> evaluated_;  // conditions in the order of their evaluation
  std::vector<Process> processes_;
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> initiators_;  // by successor: the process that begins it, and which of its transitions
  std::vector<Choices> initiated_;
  std::vector<std::uint32_t> steps_of_;  // by node: number of successors that it begins

  // The search for closed sets, and its result.
  std::vector<Frame> frames_;
  std::vector<Edge> edges_;
  std::vector<Node> waiting_;          // whose component is not complete
  std::vector<std::uint32_t> number_;  // by node
  std::uint32_t count_ = 0;
  std::vector<Set> sets_;
  std::vector<Node> members_;  // of the sets
  std::size_t best_ = 0;       // of the sets
  std::unique_ptr<Deletion> deletion_;
  std::vector<std::uint32_t> nodes_of_steps_;  // by successor, for deletion_
};

}  // namespace lariat::reduce
