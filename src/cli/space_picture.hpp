// SPDX-License-Identifier: Apache-2.0
// The states of a model as a drawing or as an automaton.
#pragma once

#include <ostream>

#include "cli/command.hpp"
#include "cli/search_options.hpp"
#include "lariat/frontend/requirements.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

struct SpacePictureOptions {
  SearchOptions search;
  bool full = false;  // also what nobody can look at
};

using frontend::Definitions;

// In the language of Graphviz: a node a state, with its variables and locations and the definitions that hold in it; an arrow a
// transition, with what happens on it.
Exit draw_dot(const model::Program& program, const Definitions& atoms, const SpacePictureOptions& options, std::ostream& out);

// In the Aldebaran format: a line for each transition, labelled with its processes and statements.
//   https://cadp.inria.fr/man/aut.html
Exit draw_aut(const model::Program& program, const SpacePictureOptions& options, std::ostream& out);

// As HOA: the words of the automaton are the runs of the model, each letter says which definitions hold. A state without
// successors repeats itself.
Exit draw_hoa(const model::Program& program, const Definitions& atoms, const SpacePictureOptions& options, std::ostream& out);

}  // namespace lariat::cli
