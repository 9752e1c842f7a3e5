// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "cli/command.hpp"

namespace lariat::cli {

extern const Command algorithms_command, bench_command, check_command, compare_command, empty_command, engines_command,
    explore_command, ltl_command, provisos_command, random_command, replay_command, scc_command, simulate_command;

std::span<const Command* const> commands() {
  static constexpr std::array table = {
      &check_command,   &explore_command,  &simulate_command,   &replay_command, &ltl_command,
      &empty_command,   &compare_command,  &scc_command,        &random_command, &bench_command,
      &engines_command, &provisos_command, &algorithms_command,
  };
  return table;
}

Exit join(Exit a, Exit b) {
  static constexpr std::array order = {Exit::ok, Exit::inconclusive, Exit::nonempty, Exit::bad_input, Exit::internal};
  return std::max(a, b, [](Exit x, Exit y) { return std::ranges::find(order, x) < std::ranges::find(order, y); });
}

}  // namespace lariat::cli
