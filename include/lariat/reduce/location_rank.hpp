// SPDX-License-Identifier: Apache-2.0
// A number for each state of a program that most steps raise: the sum of the ranks of its processes' locations. The locations
// of a process type are ranked in the order in which control reaches them, so that only steps back lower the sum or leave it.
//
// No cycle of states can raise the sum in every step. A reduced search that explores all transitions of a state unless each
// transition of its reduced set raises the sum therefore does so on every cycle, which is what a cycle proviso has to ensure
// (C3 of E. Clarke, O. Grumberg, D. Peled. Model Checking. 1999, chapter 10). Whether a state is expanded depends on the state
// alone: it makes no difference in which order states are visited, or by how many threads. R. Kurshan, V. Levin, M. Minea,
// D. Peled, H. Yenigün. Static partial order reduction. TACAS 1998, mark transitions of each process' cycles before the search
// to the same end; compared by a sum, a step of two processes may move one of them back.
#pragma once

#include <cstdint>
#include <vector>

#include "lariat/model/memory.hpp"

namespace lariat::reduce {

class LocationRank {
 public:
  // Both arguments must outlive it.
  LocationRank(const model::Program& program, const model::Layout& layout);

  // The sum of the ranks in that state.
  std::uint64_t sum(model::StateView s);
  // The rank of a location of a process type. Every cycle of the type's transitions has one that does not raise it.
  std::uint32_t rank(model::ProcessTypeId type, model::LocationId location) const { return ranks_[type][location]; }

 private:
  model::Memory memory_;
  std::vector<std::vector<std::uint32_t>> ranks_;  // by type and location
};

}  // namespace lariat::reduce
