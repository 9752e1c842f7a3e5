// SPDX-License-Identifier: Apache-2.0
// What Reducer remembers about states whose processes are the same instances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lariat/reduce/reducer.hpp"
#include "reduce/answer_tree.hpp"
#include "reduce/condition_table.hpp"
#include "reduce/node_relations.hpp"

namespace lariat::reduce {

// A relation to another process: sets of its transitions by its location.
struct Reducer::Link {
  std::uint32_t process;
  const Choices* masks;
};

struct Reducer::TransitionLinks {
  bool known = false;
  Links conflicts;
  Links partners;
  std::vector<Links> enablers;  // by condition
};

struct Reducer::InstanceCache {
  explicit InstanceCache(ConditionTable table) : conditions(std::move(table)) {}

  ConditionTable conditions;
  AnswerTree answers;
  bool remembers = true;  // false: answers were hardly ever used again
  std::size_t asked = 0;  // states for which an answer was looked for, and how often there was one
  std::size_t known = 0;
  std::vector<std::vector<TransitionLinks>> links;    // by process and transition
  Links visible;                                      // what leads to visible steps
  std::vector<std::vector<signed char>> independent;  // by process and location: is_independent; less than 0: not known yet
  std::unique_ptr<NodeRelations> nodes;               // for the deletion algorithm; made when it is first needed
  bool has_nodes = true;                              // false: there would be too many
};

// How the deletion algorithm looks at the current state.
struct Reducer::Look {
  Reducer& reducer;
  bool operator()(ConditionTable::Id condition) const { return reducer.is_false(condition); }
};

}  // namespace lariat::reduce
