// SPDX-License-Identifier: Apache-2.0
// Splits a function over the atoms and over further variables below them by what remains of it for each letter.
//
// The subset constructions add a variable for each target state, below the atoms and never negated. Such a function is a
// diagram whose upper part decides about the letter; what hangs below is a function of the further variables.
#pragma once

#include <cstdint>
#include <vector>

#include "lariat/automata/labels.hpp"

namespace lariat::automata {

struct Rest {
  LabelId letters;   // function of the atoms
  LabelId function;  // what the whole function is for these letters; not `never`
};

// The different functions that remain of `function` when the variables below `atoms` are given, and for which letters each
// does.
std::vector<Rest> split_by_letters(Labels& labels, LabelId function, std::uint32_t atoms);

}  // namespace lariat::automata
