// SPDX-License-Identifier: Apache-2.0
// The relations between all steps of a list of processes, as rows of bits: what the deletion algorithm works on.
//
// A node is a case of a transition (Case) of a process, wherever it starts, or two transitions of different processes that may
// communicate by rendezvous: a step of two processes is one node for each pair. So two communications of one process with
// different partners are in conflict only if they change what both access: a process that answers and stays where it is can
// answer in any order.
//
// A transition that may meet a process that does not exist yet is a node of its own as well (`is_open`). It stands for these
// meetings and is disabled until the process is started.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lariat/reduce/dependence.hpp"
#include "reduce/condition_table.hpp"

namespace lariat::reduce {

class NodeRelations {
 public:
  using Row = const std::uint64_t*;  // of words() words

  // A case of a transition of a process.
  struct Half {
    std::uint32_t process = 0;
    std::uint32_t number = 0;  // of the case
    model::TransitionId transition = 0;
    model::LocationId source = 0;
  };
  struct Node {
    std::uint32_t halves[2] = {model::none, model::none};  // numbers; the second one only of a rendezvous
    bool is_open = false;
    // Of several steps of which each would be a reduced set, the least is taken: a step of one process before a rendezvous,
    // then the one with the fewest conflicts, then that of the youngest process. On most models fewer states are left so.
    std::uint32_t rank = 0;
    std::uint32_t conflicts = 0;    // number of the row
    std::uint32_t first_cause = 0;  // why it may be disabled
    std::uint32_t causes = 0;
  };
  // A reason for which a node may be disabled, and the row of the nodes that may end it.
  struct Cause {
    enum class Kind : std::uint8_t {
      location,   // the process of the half is elsewhere
      condition,  // a condition of the half is false
      partner,    // of an open node: nobody has been started whom it could meet
      rest        // whatever else, with all processes where they should be; includes the rows of conditions
    };
    Kind kind = Kind::rest;
    std::uint32_t half = 0;
    ConditionTable::Id condition = 0;
    std::uint32_t row = 0;
    std::uint32_t group = model::none;  // the row of all nodes that have the same reason; none: only this one
  };

  // The number of nodes of these processes.
  static std::size_t count_nodes(const Dependence& dependence, std::span<const Dependence::InstanceId> processes);

  NodeRelations(Dependence& dependence, const ConditionTable& conditions, std::span<const Dependence::InstanceId> processes);

  std::size_t words() const { return words_; }
  std::size_t rows() const { return bits_.size() / words_; }
  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  const Half& half(std::uint32_t number) const { return halves_[number]; }
  std::span<const Cause> causes(const Node& node) const { return {causes_.data() + node.first_cause, node.causes}; }
  Row row(std::uint32_t number) const { return bits_.data() + std::size_t{number} * words_; }

  // The node of a step that begins with that case; of a rendezvous, with those of sender and receiver.
  std::uint32_t node(std::uint32_t process, std::uint32_t number) const { return alone_[half(process, number)]; }
  std::uint32_t node(std::uint32_t sender, std::uint32_t send, std::uint32_t receiver, std::uint32_t receive) const {
    return find(half(sender, send), half(receiver, receive));
  }

  Row all() const { return row(0); }                                  // every node
  Row visible() const { return row(1); }                              // those that are visible
  Row dependents(std::uint32_t node) const { return row(2 + node); }  // those in one of whose rows the node is

 private:
  using Bits = std::vector<std::uint64_t>;

  std::uint32_t half(std::uint32_t process, std::uint32_t number) const { return bases_[process] + number; }
  std::uint32_t find(std::uint32_t half, std::uint32_t other) const;
  void add_node(std::uint32_t half, std::uint32_t other = model::none, bool is_open = false);
  void find_nodes(Dependence& dependence, std::span<const Dependence::InstanceId> processes);
  void find_conflicts(Dependence& dependence, std::span<const Dependence::InstanceId> processes);
  void find_causes(Dependence& dependence, const ConditionTable& conditions, std::span<const Dependence::InstanceId> processes);
  void group_conditions();
  void transpose();
  std::uint32_t add_row();
  // Adds to a row every node with a half whose bit is set, of those of one process.
  void lift(std::uint64_t* row, std::uint32_t process, std::size_t words, const std::uint64_t* from) const;

  std::size_t words_ = 0;
  std::vector<std::uint32_t> bases_;  // by process: its first half
  std::vector<Half> halves_;
  std::vector<std::vector<std::uint32_t>> nodes_of_;  // by half
  std::vector<std::uint32_t> alone_;                  // by half: its node without a partner, or none
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of nodes with two halves, by these
  std::vector<Cause> causes_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace lariat::reduce
