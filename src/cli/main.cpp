// SPDX-License-Identifier: Apache-2.0
// The program. A process that mpirun started for a search by several ranks becomes lariat-mpi.
#include "cli/find_cluster.hpp"
#include "cli/interruption.hpp"
#include "cli/program.hpp"
#include "lariat/native/compile_service.hpp"

int main(int argc, char** argv) {
  if (lariat::native::is_compile_service(argc, argv)) return lariat::native::compile_service();
  if (lariat::cli::is_for_cluster(argc, argv))
    if (const auto exit = lariat::cli::become_rank(argv)) return static_cast<int>(*exit);
  lariat::cli::watch_signals();
  return static_cast<int>(lariat::cli::run_program({argv + 1, argv + argc}));
}
