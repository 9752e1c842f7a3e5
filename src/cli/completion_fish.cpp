// SPDX-License-Identifier: Apache-2.0
// The completion script for fish: a line for each option of each command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "cli/completion.hpp"

namespace lariat::cli {
namespace {

constexpr std::string_view fish_head = R"fish(# fish completion of lariat; `lariat completion fish` writes it.

function __lariat_no_command
    test (count (commandline -opc)) -eq 1
end
function __lariat_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end
function __lariat_properties
    set -l files
    for word in (commandline -opc)[2..-1]
        test -f $word; and set -a files $word
    end
    test (count $files) -gt 0; and lariat completion properties $files 2>/dev/null
end

complete -c lariat -f
complete -c lariat -n __lariat_no_command -l help -d 'list the commands, and end'
complete -c lariat -n __lariat_no_command -l version -d 'print the version, and end'
)fish";

std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// The end of a line that completes with the value. An argument of `complete` must come from somewhere: -x excludes files.
std::string fish_action(const ValueCompletion& value, bool argument) {
  const std::string_view needs_value = argument ? "" : " -x";
  switch (value.source) {
    case ValueCompletion::Source::words:
      return fmt::format("{} -a '{}'", needs_value, fmt::join(value.words, " "));
    case ValueCompletion::Source::properties:
      return fmt::format("{} -a '(__lariat_properties)'", needs_value);
    case ValueCompletion::Source::files:
      return argument ? " -F" : " -r -F";
    case ValueCompletion::Source::folders:
      return fmt::format("{} -a '(__fish_complete_directories)'", needs_value);
    case ValueCompletion::Source::nothing:
      break;
  }
  return std::string(needs_value);
}

std::string fish_option(const Command& command, const OptionRow& row) {
  std::string text = fmt::format("complete -c lariat -n '__lariat_command {}' -l {}", command.name, row.long_name().substr(2));
  if (const std::string_view letter = letter_of(row); !letter.empty()) text += fmt::format(" -s {}", letter.substr(1));
  if (!std::holds_alternative<Flag>(row.kind)) text += fish_action(completion_of(row), false);
  return text + fmt::format(" -d {}\n", fish_quoted(help_of(row)));
}

}  // namespace

std::string fish_completion() {
  std::string text(fish_head);
  for (const Command& command : commands())
    text += fmt::format("complete -c lariat -n __lariat_no_command -a {} -d {}\n", command.name, fish_quoted(command.summary));
  for (const Command& command : commands()) {
    text +=
        fmt::format("complete -c lariat -n '__lariat_command help' -a {} -d {}\n", command.name, fish_quoted(command.summary));
  }
  for (const Command& command : commands()) {
    for (const OptionRow* const row : options_of(command.id)) text += fish_option(command, *row);
    text +=
        fmt::format("complete -c lariat -n '__lariat_command {}' -l help -s h -d 'print the options, and end'\n", command.name);
    for (const OptionRow* const row : arguments_of(command.id))
      if (const auto action = fish_action(completion_of(*row), true); !action.empty())
        text += fmt::format("complete -c lariat -n '__lariat_command {}'{}\n", command.name, action);
  }
  return text;
}

}  // namespace lariat::cli
