// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "cli/command.hpp"

namespace lariat::cli {
namespace {

constexpr std::array table = {
    Command{CommandId::check, "check", "check properties of models; show a counterexample if one fails", run_check,
            "  lariat check lock.pml                            what the model states itself\n"
            "  lariat check lock.pml --ltl '[] (try -> <> cs)' --fair\n"
            "  lariat check lock.pml --invariant 'n <= 1' --deadlock\n"
            "  lariat check lock.pml --max-time 60 --trace run.json\n"
            "  lariat check models/ --strict                    every model of a folder"},
    Command{CommandId::test, "test", "check models against what they are expected to do", run_test,
            "  lariat test models/\n"
            "  lariat test models/ --jobs 4 --max-time 300 --junit report.xml\n"
            "  lariat test models/ --strict --quiet --sarif report.sarif"},
    Command{CommandId::explore, "explore", "visit all states of a model: count them or draw them", run_explore,
            "  lariat explore lock.pml\n"
            "  lariat explore lock.pml --dot --define cs=P[0]@cs | dot -Tsvg -o lock.svg\n"
            "  lariat explore lock.pml --por stubborn"},
    Command{CommandId::simulate, "simulate", "run a model at random, or step by step as you choose", run_simulate,
            "  lariat simulate lock.pml --seed 7\n"
            "  lariat simulate lock.pml --interactive\n"
            "  lariat simulate lock.pml --prints                only what the model prints"},
    Command{CommandId::replay, "replay", "show a saved run of a model", run_replay,
            "  lariat replay lock.pml run.json                  saved by check --trace\n"
            "  lariat replay lock.pml run.json --steps          one step at a time\n"
            "  lariat replay lock.pml lock.pml.trail --state    a trail of Spin"},
    Command{CommandId::ltl, "ltl", "translate LTL formulas to automata; compare formulas", run_ltl,
            "  lariat ltl 'G (p -> F q)'\n"
            "  lariat ltl 'G F p' --type ba --format never\n"
            "  lariat ltl --equivalent 'F G p' '!G F !p'"},
    Command{CommandId::empty, "empty", "search automata for an accepting run; show one if there is one", run_empty,
            "  lariat empty automaton.hoa\n"
            "  lariat ltl 'G F p & F G !p' --format hoa | lariat empty -"},
    Command{CommandId::compare, "compare", "run all algorithms on the same input; compare their figures", run_compare,
            "  lariat compare lock.pml --ltl '[] <> cs'\n"
            "  lariat compare automaton.hoa"},
    Command{CommandId::scc, "scc", "count the reachable strongly connected components of automata", run_scc,
            "  lariat scc automaton.hoa --list"},
    Command{CommandId::random, "random", "write random automata as HOA", run_random,
            "  lariat random --states 100 --seed 3 | lariat empty -"},
    Command{CommandId::bench, "bench", "repeat experiments of published papers", run_bench,
            "  lariat bench leader-election\n"
            "  lariat bench emptiness --models beem/ --max-time 30 --out results\n"
            "  lariat bench emptiness --models beem/ --max-time 30 --out results --resume"},
    Command{CommandId::engines, "engines", "compare native code with the interpreter, state by state", run_engines,
            "  lariat engines lock.pml"},
    Command{CommandId::lsp, "lsp", "serve editors as a language server, on the standard input and output", run_lsp,
            "  lariat lsp                  started by an editor: docs/editors.md"},
    Command{CommandId::provisos, "provisos", "list the cycle provisos of partial-order reduction", run_provisos},
    Command{CommandId::algorithms, "algorithms", "list the emptiness checks and the searches for short counterexamples",
            run_algorithms},
    Command{CommandId::options, "options", "list the options of all commands, and which exclude each other", run_options},
    Command{CommandId::completion, "completion", "write the script that completes command lines in a shell", run_completion,
            "  lariat completion fish > ~/.config/fish/completions/lariat.fish\n"
            "  source <(lariat completion bash)"},
    Command{CommandId::manual, "manual", "write a manual page, for man", run_manual,
            "  lariat manual check > lariat-check.1 && man ./lariat-check.1"},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].id != static_cast<CommandId>(i)) return false;
  return table.size() == static_cast<std::size_t>(CommandId::manual) + 1;
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
