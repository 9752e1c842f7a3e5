// SPDX-License-Identifier: Apache-2.0
// Labels as people read them, with the names of the atoms.
#pragma once

#include <cstddef>
#include <string>

#include "lariat/automata/automaton.hpp"

namespace lariat::automata {

// `a & !b | c`, `t`, `f`. A name that is no identifier stands in double quotes. Of a label with more than max_terms products
// only one is written, and ` | ...` behind it.
std::string label_text(const Automaton& automaton, LabelId label, std::size_t max_terms = 1000);

// One conjunction that implies the label, which must not be `never`: a letter that a run may read there.
std::string letter_text(const Automaton& automaton, LabelId label);

}  // namespace lariat::automata
