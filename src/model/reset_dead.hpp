// SPDX-License-Identifier: Apache-2.0
// Sets variables of processes to 0 as soon as their value cannot matter any more, as Spin does; also elements of small arrays
// and parameters. Assignments of values that cannot matter are dropped, fields of messages that nobody will read are not
// stored.
//
// A cell is dead at a location if it is not live there (liveness.hpp): on every way from the location the process writes it
// before it reads it, if it reads it at all, and nobody else ever does.
//
// Why this keeps every answer. Let two states be related if they differ in dead cells alone. Related states have the same
// enabled transitions, the same atoms and the same faults, since nothing of that reads a dead cell; and the same transition
// leads to related states, since what it reads is live and what becomes live is written by it. So the relation is a
// bisimulation that respects atoms, the processes that move and their enabledness: every property is kept, with the next
// operator, fairness, observers and deadlocks. The reduced program goes to one state of each class that it meets, the one with
// 0 in the dead cells.
//
// A cycle of the reduced program closes in the original after at most one more round: what a round writes into cells that are
// dead where it begins depends only on live ones, hence is the same in every round.
#pragma once

#include "lariat/model/reductions.hpp"

namespace lariat::model {

// Drops assignments and stores of values that cannot matter. True if there were any: others may be dropped then.
bool drop_dead_stores(Program& program, const PropertyView& view);

// Adds the assignments that reset dead variables. To be done once, behind everything else. True if any were added.
bool reset_dead_variables(Program& program, const PropertyView& view);

}  // namespace lariat::model
