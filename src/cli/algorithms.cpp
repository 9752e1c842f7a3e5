// SPDX-License-Identifier: Apache-2.0
// lariat algorithms: what --algorithm and --minimize may be.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "lariat/automata/emptiness.hpp"

namespace lariat::cli {
namespace {

Run define(CLI::App& /*app*/) {
  return [](std::ostream& out) {
    const auto row = [&](std::string_view name, std::string_view summary) {
      out << fmt::format("  {} {}\n", pad(name, 12), summary);
    };
    out << "emptiness checks (--algorithm)\n";
    row(info(search::Algorithm::automatic).name, info(search::Algorithm::automatic).summary);
    for (const search::AlgorithmInfo& about : search::algorithms()) row(about.name, about.summary);
    row("nonprogress", "cycles that avoid all progress states; the same as --nonprogress");
    out << "\nshort counterexamples (--minimize)\n";
    for (const automata::Minimization minimization :
         {automata::Minimization::min_bfs, automata::Minimization::min_dfs, automata::Minimization::spin_i})
      row(to_string(minimization), automata::summary(minimization));
    return Exit::ok;
  };
}

}  // namespace

extern const Command algorithms_command;
const Command algorithms_command = {"algorithms", "list the emptiness checks and the searches for short lassos", define};

}  // namespace lariat::cli
