// SPDX-License-Identifier: Apache-2.0
// Negation normal forms, remembered.
#pragma once

#include <unordered_map>
#include <vector>

#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

class NormalForms {
 public:
  explicit NormalForms(FormulaStore& store) : store_(store) {}
  // The negation normal form of f, or of !f.
  Formula of(Formula f, bool negated);

 private:
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  // A formula and whether it is meant negated.
  struct Goal {
    Formula f;
    bool negated;
  };
  // A goal without leading negations, seen as an application of an operator to goals.
  struct View {
    Op op = Op::atom;
    std::vector<Goal> operands;
  };

  std::uint32_t& slot(Goal goal) {
    return known_.try_emplace(std::uint64_t{goal.f.id} * 2 + (goal.negated ? 1 : 0), unknown).first->second;
  }
  Goal strip(Goal goal) const;
  Op op_of(Goal goal) const;
  void look(Goal goal);
  Formula build(Goal goal);

  FormulaStore& store_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;  // by number of formula and polarity
  View view_;                                               // of the goal at hand
  std::vector<Goal> gather_;
};

}  // namespace lariat::ltl
