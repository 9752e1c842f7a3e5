// SPDX-License-Identifier: Apache-2.0
// The state space of a program, counted the plain way: breadth first, with the interpreter.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lariat/model/interpreter.hpp"

namespace lariat::dve {

struct Counts {
  std::size_t states = 0;
  std::size_t edges = 0;
  std::size_t levels = 0;
  std::size_t deadlocks = 0;
  std::size_t faults = 0;  // steps that ended in a run-time error
  bool complete = true;    // otherwise the limit was reached
};

inline std::string bytes_of(model::StateView state) { return std::string(state.begin(), state.end()); }

inline Counts explore(const model::Program& program, std::size_t limit = 1'000'000) {
  model::Interpreter interpreter(program);
  model::Successors successors;
  Counts counts;
  std::unordered_set<std::string> known;
  std::vector<model::State> level = {interpreter.initial()};
  known.insert(bytes_of(level.front()));
  while (!level.empty()) {
    ++counts.levels;
    std::vector<model::State> next;
    for (const model::State& state : level) {
      interpreter.successors(state, successors);
      counts.edges += successors.size();
      counts.deadlocks += successors.size() == 0 ? 1 : 0;
      for (std::size_t i = 0; i < successors.size(); ++i) {
        counts.faults += successors.fault(i) ? 1 : 0;
        const model::StateView s = successors.state(i);
        if (known.insert(bytes_of(s)).second) next.emplace_back(s.begin(), s.end());
      }
      if (known.size() > limit) {
        counts.complete = false;
        counts.states = known.size();
        return counts;
      }
    }
    level = std::move(next);
  }
  counts.states = known.size();
  return counts;
}

}  // namespace lariat::dve
