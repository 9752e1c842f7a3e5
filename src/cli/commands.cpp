// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "cli/command.hpp"

namespace lariat::cli {
namespace {

constexpr std::array table = {
    Command{CommandId::check, "check", "check properties of a model; show a counterexample if one fails", run_check},
    Command{CommandId::explore, "explore", "visit all states of a model: count them or draw them", run_explore},
    Command{CommandId::simulate, "simulate", "run a model at random, or step by step as you choose", run_simulate},
    Command{CommandId::replay, "replay", "show a saved run of a model", run_replay},
    Command{CommandId::ltl, "ltl", "translate LTL formulas to automata; compare formulas", run_ltl},
    Command{CommandId::empty, "empty", "search automata for an accepting run; show one if there is one", run_empty},
    Command{CommandId::compare, "compare", "run all algorithms on the same input; compare their figures", run_compare},
    Command{CommandId::scc, "scc", "count the reachable strongly connected components of automata", run_scc},
    Command{CommandId::random, "random", "write random automata as HOA", run_random},
    Command{CommandId::bench, "bench", "repeat experiments of published papers", run_bench},
    Command{CommandId::engines, "engines", "compare native code with the interpreter, state by state", run_engines},
    Command{CommandId::provisos, "provisos", "list the cycle provisos of partial-order reduction", run_provisos},
    Command{CommandId::algorithms, "algorithms", "list the emptiness checks and the searches for short counterexamples",
            run_algorithms},
    Command{CommandId::options, "options", "list the options of all commands, and which exclude each other", run_options},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].id != static_cast<CommandId>(i)) return false;
  return table.size() == static_cast<std::size_t>(CommandId::options) + 1;
}
static_assert(is_in_order(), "each CommandId has its row");

}  // namespace

std::span<const Command> commands() { return table; }

std::string_view to_string(CommandId command) { return table[static_cast<std::size_t>(command)].name; }

Exit join(Exit a, Exit b) {
  static constexpr std::array order = {Exit::ok, Exit::inconclusive, Exit::nonempty, Exit::bad_input, Exit::internal};
  return std::max(a, b, [](Exit x, Exit y) { return std::ranges::find(order, x) < std::ranges::find(order, y); });
}

}  // namespace lariat::cli
