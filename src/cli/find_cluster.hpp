// SPDX-License-Identifier: Apache-2.0
// Processes that mpirun, or a batch system in its place, starts together. Those that search become lariat-mpi, the program that
// is linked with MPI and is found beside this one; so lariat itself neither needs nor loads MPI.
#pragma once

#include <optional>

#include "cli/command.hpp"

namespace lariat::cli {

// True if this process is one of several, by the environment that mpirun sets, and the command is one that they do together.
bool is_for_cluster(int argc, const char* const* argv);

// Replaces this process by lariat-mpi. Returns only if there is none, with the exit code, after a message.
std::optional<Exit> become_rank(char** argv);

}  // namespace lariat::cli
