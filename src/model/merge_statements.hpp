// SPDX-License-Identifier: Apache-2.0
// Merges a transition with the local transitions that follow it: one step instead of several, as Spin does.
//   G. J. Holzmann. The engineering of a model checker: the Gnu i-protocol case study revisited. SPIN 1999.
//
// A location l is passed through if a process that is there has one transition t, and
//   1. t can always be taken: it has no guard, communication, `else` or `unless`; the type has no `provided` clause; the
//   program
//      has no priorities, no committed locations, and interleaves its processes;
//   2. t reads nothing that others write, and writes nothing that others or the property read: only variables of the process
//      that nobody else names, and its location, which nobody tells from the next one: no remote reference, atom, progress
//      or accepting label (where the property asks for them), and no assertion stands there;
//   3. t raises no fault other than a failed assertion, after which a run goes on;
//   4. nobody can do anything while the process is at l that it cannot do while the process is behind t. Only an offer to
//   receive
//      without a buffer could take something away: from an `else`, an `unless`, a deterministic process, or from whoever waits
//      for the end of an atomic sequence. So t does not lead to a location that receives from a channel on which such a
//      transition sends.
// A transition t0 that leads to l becomes t0;t, and so on through up to max_sequence locations. One that leads back to where
// the sequence has been ends there: a process that loops for ever still makes steps.
//
// Why this keeps the answers. By 1 to 4, {t} is an ample set of each state in which a process is at l: t is independent of all
// steps of other processes (C1), invisible (C2), and each cycle of such steps contains one at which the process stops, where
// all its steps are expanded (C3); see E. Clarke, O. Grumberg, D. Peled, Model Checking, §10. The states with a process at l
// then have the one successor, with the same atoms, and are left out: the runs that remain are stutter equivalent. Deadlocks
// are kept, since none is left out and none is added. A failed assertion of t is raised by t0;t in the same states. What counts
// steps (the next operator, fairness, observers) is not kept, and PropertyView::counts_steps switches the pass off.
//
// Atomic sequences: within one, t may follow t0 whatever comes behind; after a step that others may interrupt, t must not begin
// one, or t0 would become part of it. A rendezvous inside one may hand over control, and is not continued.
#pragma once

#include "lariat/model/reductions.hpp"

namespace lariat::model {

// True if anything was merged; `sequences` (ReducedProgram::sequences) then says what each transition stands for.
bool merge_statements(Program& program, const PropertyView& view, Sequences& sequences);

}  // namespace lariat::model
