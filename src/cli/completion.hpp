// SPDX-License-Identifier: Apache-2.0
// Completion of command lines: a script for each shell, made of the tables of commands and options.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/option_table.hpp"

namespace lariat::cli {

// What the value of an option, or an argument, is completed with.
struct ValueCompletion {
  enum class Source : std::uint8_t {
    words,       // `words`, and nothing else
    properties,  // the properties of the models on the command line
    files,
    folders,
    nothing  // a text of the user's own, as a formula or a number
  };
  Source source = Source::nothing;
  std::vector<std::string> words = {};
};

// How the value of an option or argument is completed. A flag has none: nothing.
ValueCompletion completion_of(const OptionRow& row);

// True if the value may be left out.
bool has_optional_value(const OptionRow& row);
// True if the option may be given several times, or the argument has several values.
bool is_repeated(const OptionRow& row);

// `-D` of `--macro,-D`; empty if there is none.
std::string_view letter_of(const OptionRow& row);

// The rows of a command in the order of the table: its options, or its arguments.
std::vector<const OptionRow*> options_of(CommandId command);
std::vector<const OptionRow*> arguments_of(CommandId command);

// The scripts. Each is complete: a shell that reads it completes `lariat`.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace lariat::cli
