// SPDX-License-Identifier: Apache-2.0
// lariat-mpi: the program that mpirun's processes become. All ranks read the same input and search together; rank 0 writes.
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/interruption.hpp"
#include "cli/mpi_transport.hpp"
#include "cli/output.hpp"
#include "cli/program.hpp"
#include "lariat/base/result.hpp"
#include "lariat/native/compile_service.hpp"

namespace lariat::cli {
namespace {

// What this rank writes is what rank 0 writes.
void be_silent() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0)
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Exit::internal));
  close(nowhere);
}

Exit run_rank(std::vector<std::string> arguments) {
  MpiTransport transport;
  if (transport.rank() != 0) be_silent();
  const Exit exit = run_program(std::move(arguments), &transport);
  // A rank that ends by an internal error ends all: other ranks may wait for it in the middle of a search.
  if (exit == Exit::internal) MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Exit::internal));
  try {
    if (!transport.has_disagreed()) cluster::agree(transport, "has come to its end", 0);
  } catch (const cluster::Disagreement& disagreement) {
    complain(to_string(Diagnostic{.message = disagreement.what(), .file = "lariat"}));
    return Exit::bad_input;
  }
  return exit;
}

}  // namespace
}  // namespace lariat::cli

int main(int argc, char** argv) {
  if (lariat::native::is_compile_service(argc, argv)) return lariat::native::compile_service();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  lariat::cli::watch_signals();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const lariat::cli::Exit exit = lariat::cli::run_rank({argv + 1, argv + argc});
  MPI_Finalize();
  return rank == 0 ? static_cast<int>(exit) : 0;  // mpirun ends with the exit code of rank 0
}
