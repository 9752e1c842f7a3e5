// SPDX-License-Identifier: Apache-2.0
// lariat algorithms: lists the values of --algorithm and --minimize.
#include "lariat/search/algorithms.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "lariat/automata/minimization.hpp"

namespace lariat::cli {
Exit run_algorithms(Options& /*options*/, std::ostream& out) {
  const auto row = [&](std::string_view name, std::string_view summary) {
    out << fmt::format("  {} {}\n", pad(name, 12), summary);
  };
  out << "emptiness checks (--algorithm)\n";
  row(info(search::Algorithm::automatic).name, info(search::Algorithm::automatic).summary);
  for (const search::AlgorithmInfo& about : search::algorithms()) row(about.name, about.summary);
  row("nonprogress", "cycles that avoid all progress states; the same as --nonprogress");
  out << "\nfor several threads (--threads), with what they share\n";
  for (const search::AlgorithmInfo& about : search::algorithms())
    if (!about.shares.empty()) row(about.name, about.shares);
  out << "\nshort counterexamples (--minimize)\n";
  for (const automata::MinimizationInfo& about : automata::minimizations) row(about.name, about.summary);
  return Exit::ok;
}

}  // namespace lariat::cli
