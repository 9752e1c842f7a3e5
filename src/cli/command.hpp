// SPDX-License-Identifier: Apache-2.0
// What a command of the program is. A new one is a file that defines a Command, and a line in commands.cpp.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <ostream>
#include <span>
#include <string_view>

namespace lariat::cli {

// The exit codes of every command; docs/cli.md explains them.
enum class Exit {
  ok = 0,  // done; nothing accepting was found where that was the question
  nonempty = 1,
  bad_input = 2,
  inconclusive = 3,
  internal = 70,
};

// The exit code where both happened: a fault of ours before one of the user's, that before a witness, a witness before a doubt.
Exit join(Exit a, Exit b);

// Runs a command whose options are parsed. Results go to `out`, which is the standard output and throws where it cannot write.
using Run = std::function<Exit(std::ostream& out)>;

struct Command {
  std::string_view name;
  std::string_view summary;      // one line
  Run (*define)(CLI::App& app);  // adds the options to `app`, and says what runs once they are parsed
};

// All commands, in the order in which --help shows them.
std::span<const Command* const> commands();

}  // namespace lariat::cli
