// SPDX-License-Identifier: Apache-2.0
// Trails: runs of Promela models as Spin keeps them.
//
//   -2:1:-2      process type 1 is the claim that watches; it is process 0 then, and the others count from 1
//   -4:-4:-4     the verifier merged statements: a line may stand for several of one process
//   1:0:9        at depth 1, process 0 takes the step of the statement with the number 9 (promela/lower.hpp: elements)
//   -1:-1:-1     what follows is repeated for ever
//
// A d_step is one line, each step of an atomic sequence is one, and where two processes meet the sender's comes first.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/promela/lower.hpp"
#include "lariat/run/run.hpp"

namespace lariat::run {

// Whether a text looks like a trail: whether its first line is three numbers with colons between them.
bool is_trail(std::string_view text);

// The name of the never claim that takes part in a trail; empty if none of the model's does.
std::string claim_of(std::string_view text, const promela::PromelaProgram& program);

// Writes a run of the program, without merged statements, such that `spin -t` takes the same steps. Spin knows the never claim
// of the model, and its moves are written if it takes part in the run. It does not know the automaton of a formula: of these
// runs, and where nobody moves, only the steps of the model are there. If the run is one of a formula of the model, `formula`
// is its name: Spin then counts its claim as a process.
void write_trail(std::ostream& out, const promela::PromelaProgram& program, const Run& run, const std::string& formula = "");

struct ReadTrail {
  Run run = {};                         // has no flaw (check::find_flaw)
  std::vector<std::string> notes = {};  // what is not as the trail says, in sentences without a full stop
};

// The run that a trail of lariat, or of a verifier made by Spin with whatever options, tells. The program is the interpreter's.
// The interpreter is replaced if the run needs it: with a claim, Spin's `_nr_pr` counts one process more.
// Moves of a claim count only if it is the one that watches the program. A cycle of Spin's may need several rounds, or may not
// close at all, because it takes variables as equal that nobody reads any more. The errors name lines of the trail; `file` is
// where it comes from.
Result<ReadTrail> parse_trail(std::string_view text, const std::string& file, const promela::PromelaProgram& program,
                              model::Interpreter& interpreter);

}  // namespace lariat::run
