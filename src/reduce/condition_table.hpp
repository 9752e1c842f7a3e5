// SPDX-License-Identifier: Apache-2.0
// The conditions of all steps of a list of processes, and of their cases, each one once: steps that wait for the same thing
// share it. A condition about one variable or one channel has its place in the state, so that its value is one comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "lariat/model/layout.hpp"
#include "lariat/reduce/dependence.hpp"

namespace lariat::reduce {

class ConditionTable {
 public:
  using Id = std::uint32_t;

  struct Entry {
    // The process whose variables it is about, or that asks; none: it is about a global variable or a channel.
    std::uint32_t process = model::none;
    model::ExprId expression = model::none;  // none: it is about one value, which lies within low to high and is not the hole
    std::uint32_t offset = 0;                // of that value, from the beginning of the process or else of the state
    model::Type type;
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();
    std::int64_t hole = std::numeric_limits<std::int64_t>::min();  // by default, no value

    bool is_false(const std::uint8_t* from) const {
      const model::Value value = model::load(from + offset, type);
      return value < low || value > high || value == hole;
    }
  };

  // The conditions of these processes.
  ConditionTable(const Dependence& dependence, const model::Layout& layout, std::span<const Dependence::InstanceId> processes);

  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](Id id) const { return entries_[id]; }
  // The conditions of a transition of a process, in the order of Step::conditions but without the last one, which is not
  // explicit.
  std::span<const Id> of(std::uint32_t process, model::TransitionId transition) const {
    return list(bases_[process] + transition);
  }
  // Like `of`, for a case.
  std::span<const Id> of_case(std::uint32_t process, std::uint32_t number) const { return list(case_bases_[process] + number); }

 private:
  std::span<const Id> list(std::size_t at) const { return {ids_.data() + first_[at], ids_.data() + first_[at + 1]}; }

  std::vector<Entry> entries_;
  std::vector<std::size_t> bases_;       // by process: number of its first transition
  std::vector<std::size_t> case_bases_;  // by process: number of its first case
  std::vector<std::uint32_t> first_;     // by number: its first condition
  std::vector<Id> ids_;
};

}  // namespace lariat::reduce
