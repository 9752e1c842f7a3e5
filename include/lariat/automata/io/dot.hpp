// SPDX-License-Identifier: Apache-2.0
// Automata as drawings, in the language of Graphviz.
#pragma once

#include <iosfwd>
#include <string>

#include "lariat/automata/automaton.hpp"

namespace lariat::automata {

// An arrow leads to each initial state. Where acceptance is one set on states, the accepting ones have a double circle;
// otherwise the acceptance sets of a state or transition are written on it, as {0 2}.
void write_dot(std::ostream& out, const Automaton& automaton);
std::string to_dot(const Automaton& automaton);

}  // namespace lariat::automata
