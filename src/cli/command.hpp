// SPDX-License-Identifier: Apache-2.0
// The commands of the program. A new one is a file that defines its function, a value of CommandId, and a row in commands.cpp.
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>

namespace lariat::cli {

struct Options;

// The exit codes of every command; docs/cli.md explains them.
enum class Exit {
  ok = 0,  // done; nothing accepting was found where that was the question
  nonempty = 1,
  bad_input = 2,
  inconclusive = 3,
  internal = 70,
};

// The exit code if both happened: internal errors first, then bad input, then a counterexample, then an unknown answer.
Exit join(Exit a, Exit b);

// In the order in which --help shows the commands.
enum class CommandId : std::uint8_t {
  check,
  test,
  explore,
  simulate,
  replay,
  ltl,
  empty,
  compare,
  scc,
  random,
  bench,
  engines,
  lsp,
  provisos,
  algorithms,
  options,
  completion,
  manual
};

// A set of commands.
class CommandSet {
 public:
  constexpr CommandSet(CommandId command) : bits_(1U << static_cast<unsigned>(command)) {}  // NOLINT: each command is a set
  constexpr bool contains(CommandId command) const { return (bits_ >> static_cast<unsigned>(command) & 1U) != 0; }
  friend constexpr CommandSet operator|(CommandSet a, CommandSet b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  std::uint32_t bits_;
};
constexpr CommandSet operator|(CommandId a, CommandId b) { return CommandSet(a) | CommandSet(b); }

struct Command {
  CommandId id;
  std::string_view name;
  std::string_view summary;  // one line
  // Runs the command with the options that were parsed. Results go to `out`, which is the standard output and throws if writing
  // fails.
  Exit (*run)(Options& options, std::ostream& out);
  std::string_view examples = {};  // lines for the end of --help, what people use most first
};

// All commands, in the order of CommandId.
std::span<const Command> commands();
std::string_view to_string(CommandId command);

Exit run_algorithms(Options& options, std::ostream& out);
Exit run_bench(Options& options, std::ostream& out);
Exit run_check(Options& options, std::ostream& out);
Exit run_compare(Options& options, std::ostream& out);
Exit run_completion(Options& options, std::ostream& out);
Exit run_empty(Options& options, std::ostream& out);
Exit run_engines(Options& options, std::ostream& out);
Exit run_explore(Options& options, std::ostream& out);
Exit run_lsp(Options& options, std::ostream& out);
Exit run_ltl(Options& options, std::ostream& out);
Exit run_manual(Options& options, std::ostream& out);
Exit run_options(Options& options, std::ostream& out);
Exit run_provisos(Options& options, std::ostream& out);
Exit run_random(Options& options, std::ostream& out);
Exit run_replay(Options& options, std::ostream& out);
Exit run_scc(Options& options, std::ostream& out);
Exit run_simulate(Options& options, std::ostream& out);
Exit run_test(Options& options, std::ostream& out);

}  // namespace lariat::cli
