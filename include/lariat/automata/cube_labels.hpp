// SPDX-License-Identifier: Apache-2.0
// The labels of an automaton as a search wants them: a few conjunctions of literals a transition, each tested with two machine
// words. For up to 64 atoms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/base/result.hpp"

namespace lariat::automata {

class CubeLabels {
 public:
  // The labels of the automaton's transitions, which are numbered as in its graph. A diagnostic if there are more than 64
  // atoms, or if a label has more than 4096 terms.
  static Result<CubeLabels> make(const Automaton& automaton);

  // The terms of a transition's label: it holds iff one of them does.
  std::span<const Cube> cubes(std::uint32_t edge) const {
    return {cubes_.data() + offsets_[edge], cubes_.data() + offsets_[edge + 1]};
  }

  // True iff the label holds under a letter, bit i of which is the automaton's i-th atom.
  bool holds(std::uint32_t edge, std::uint64_t letter) const {
    for (const Cube& cube : cubes(edge))
      if ((letter & cube.care) == cube.value) return true;
    return false;
  }

 private:
  std::vector<std::uint32_t> offsets_ = {0};
  std::vector<Cube> cubes_;
};

}  // namespace lariat::automata
