// SPDX-License-Identifier: Apache-2.0
// Writing formulas, so that they read back as the same formula.
#pragma once

#include <string>

#include "lariat/ltl/formula.hpp"

namespace lariat::ltl {

enum class Notation {
  letters,  // G F X U R W M & | ! ^ -> <->    for the command line; Spot reads it too
  spin,     // [] <> X U V W && || ! -> <->    for ltl blocks of Promela
  words,    // always eventually next until release weakuntil && || ! implies equivalent    for ltl blocks of Promela
  lbt,      // prefix notation of LBT, for other tools; lariat does not read it
};

// The formula as text. Every operand that is itself an infix operation is in parentheses, so that no reader's precedence
// matters. The notations `spin` and `words` have no M and no ^: a M b is written b U (b && a), and a ^ b as !(a <-> b).
//
// An atom that is not a plain name for the reader is quoted ("x > 3"); `spin` and `words` write it in parentheses instead
// where that reads back as this one atom. In `lbt` all atoms but p0, p1, ... are quoted.
//
// The text is as long as the formula is as a tree: a formula with much sharing can have a very long one (see size).
std::string to_string(const FormulaStore& store, Formula f, Notation notation = Notation::letters);

}  // namespace lariat::ltl
