// SPDX-License-Identifier: Apache-2.0
// A program's observer (a never claim, a property process) as an automaton that reads states of the program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/model/program.hpp"

namespace lariat::product {

struct ObserverAutomaton {
  std::optional<automata::Automaton> automaton = {};
  // What its atoms mean. An expression that goes wrong counts as true. They are named after the variable, if they are one, and
  // otherwise by number.
  std::vector<model::ExprId> atoms = {};
  std::string reason = {};  // if there is none: why

  explicit operator bool() const { return automaton.has_value(); }
};

struct ObserverAutomatonOptions {
  std::size_t max_atoms = 64;
};

// The automaton whose state i is location i of the observer, and whose moves are the observer's in every state of the program.
// None if the observer does more than look: has effects, or watches communications; or if its guards are too much for labels.
// The program must have an observer.
ObserverAutomaton observer_automaton(const model::Program& program, const ObserverAutomatonOptions& options = {});

}  // namespace lariat::product
