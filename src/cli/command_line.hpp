// SPDX-License-Identifier: Apache-2.0
// The command line: which command the arguments name, and its options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"

namespace lariat::cli {

// The command to run; if there is none, all has been said that there is to say, and the program ends with that exit code.
struct ParsedLine {
  const Command* command = nullptr;
  Exit exit = Exit::ok;
};

// Reads the arguments, without the name of the program, into the options. Writes help and versions to `out`; messages about
// arguments that are wrong go to the standard error, and with --json to `out` as an object.
ParsedLine parse_command_line(std::vector<std::string> arguments, Options& options, StandardOutput& out);

// Says what is wrong with the options of a command, or with all arguments if its name is empty: on the standard error, and with
// `json` to `out` as an object, unless something has been written before.
void explain_misuse(std::string_view command, const std::string& message, bool json, StandardOutput& out);

// Writes an error of the program to the standard error.
void complain_of(const std::string& message);

}  // namespace lariat::cli
