// SPDX-License-Identifier: Apache-2.0
#include "cli/find_cluster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "cli/output.hpp"
#include "lariat/base/result.hpp"

namespace lariat::cli {
namespace {

// The number of processes that were started together, by Open MPI and by launchers that speak PMI; 0: not known.
int started_together() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* const size = std::getenv(name)) return std::atoi(size);
  // A launcher that speaks PMIx tells the rank; Slurm tells how many there are.
  if (std::getenv("PMIX_RANK") == nullptr) return 0;
  const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  return tasks == nullptr ? 0 : std::atoi(tasks);
}

// True for the process that writes messages.
bool is_first() {
  for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (const char* const rank = std::getenv(name)) return std::string_view(rank) == "0";
  return true;
}

}  // namespace

bool is_for_cluster(int argc, const char* const* argv) {
  if (argc < 2 || (std::string_view(argv[1]) != "check" && std::string_view(argv[1]) != "explore")) return false;
  return started_together() > 0;
}

std::optional<Exit> become_rank(char** argv) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = error ? std::string("lariat-mpi") : (self.parent_path() / "lariat-mpi").string();
  execv(program.c_str(), argv);
  if (started_together() == 1) return std::nullopt;  // one process needs no others
  if (is_first())
    complain(to_string(
        Diagnostic{.message = fmt::format("{} cannot be started: {}; it is built where Open MPI is installed (docs/cluster.md)",
                                          program, std::strerror(errno)),
                   .file = "lariat"}));
  return Exit::bad_input;
}

}  // namespace lariat::cli
