// SPDX-License-Identifier: Apache-2.0
// The relations between all transitions of a list of processes, as rows of bits: what the deletion algorithm works on.
//
// A node is a transition of a process, wherever it starts. The nodes of a process follow one another, and processes follow one
// another without a gap, so that rows are short; they are put together from those of Dependence::pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lariat/reduce/dependence.hpp"

namespace lariat::reduce {

class NodeRelations {
 public:
  using Row = const std::uint64_t*;  // of words() words

  struct Node {
    std::uint32_t process = 0;
    model::TransitionId transition = model::none;
    model::LocationId source = 0;
    std::uint32_t conflicts = 0;        // number of the row
    std::uint32_t arrivals = 0;         // number of the row of its location
    std::uint32_t first_condition = 0;  // number of the row of the first condition; the last one includes the partners
    std::uint32_t conditions = 0;
  };

  // An estimate of the memory that the relations of these processes need, in words. Cheap.
  static std::size_t estimate(const Dependence& dependence, std::span<const Dependence::InstanceId> processes);

  NodeRelations(Dependence& dependence, std::span<const Dependence::InstanceId> processes);

  std::size_t words() const { return words_; }
  std::size_t rows() const { return bits_.size() / words_; }
  std::size_t size() const { return nodes_.size(); }
  std::uint32_t node(std::uint32_t process, model::TransitionId transition) const { return bases_[process] + transition; }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  Row row(std::uint32_t number) const { return bits_.data() + std::size_t{number} * words_; }

  Row all() const { return row(0); }                                  // every node
  Row visible() const { return row(1); }                              // those that are visible
  Row dependents(std::uint32_t node) const { return row(2 + node); }  // those in one of whose rows the node is

 private:
  std::uint32_t add_row();
  void copy(std::uint32_t row, std::uint32_t process, std::size_t words, const std::uint64_t* from);

  std::size_t words_ = 0;
  std::vector<std::uint32_t> bases_;  // by process: its first node
  std::vector<Node> nodes_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace lariat::reduce
