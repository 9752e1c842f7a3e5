// SPDX-License-Identifier: Apache-2.0
// Drops what cannot have an influence on any answer: transitions that cannot be reached or taken, assignments to global
// variables that nobody reads, and what is printed.
//
// Why this keeps every answer. A transition is dropped if its guard is the constant 0, if its source cannot be reached from the
// initial location along transitions that are left, or if no process of its type is ever started: no step of any state contains
// it, and whether an `else` or an `unless` is allowed does not depend on a transition that can never be taken. An assignment is
// dropped if no expression of the program or the property reads the variable and if it cannot raise a fault (value_range.hpp);
// states that differ in the variable alone then have the same steps and the same atoms, a bisimulation of which the reduced
// program keeps one state. What is printed is no part of a state; a run is shown with the original program, which prints.
#pragma once

#include "lariat/model/reductions.hpp"

namespace lariat::model {

// True if anything was dropped.
bool drop_unused(Program& program, const PropertyView& view);

}  // namespace lariat::model
