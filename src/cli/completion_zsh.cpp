// SPDX-License-Identifier: Apache-2.0
// The completion script for zsh: a list of arguments for _arguments for each command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "cli/completion.hpp"

namespace lariat::cli {
namespace {

constexpr std::string_view zsh_head = R"zsh(#compdef lariat
# zsh completion of lariat; `lariat completion zsh` writes it.

_lariat_properties() {
  local -a files names
  local word
  for word in $words[2,-1]; do [[ -f $word ]] && files+=("$word"); done
  (( $#files )) || return 1
  names=("${(@f)$(lariat completion properties $files 2>/dev/null)}")
  compadd -a names
}

_lariat() {
  local curcontext=$curcontext state line command
  typeset -A opt_args
  local -a commands
)zsh";

// A text within single quotes.
std::string zsh_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

// A text that _arguments or _describe takes as it is.
std::string zsh_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string zsh_action(const ValueCompletion& value) {
  switch (value.source) {
    case ValueCompletion::Source::words:
      return fmt::format("({})", fmt::join(value.words, " "));
    case ValueCompletion::Source::properties:
      return "_lariat_properties";
    case ValueCompletion::Source::files:
      return "_files";
    case ValueCompletion::Source::folders:
      return "_files -/";
    case ValueCompletion::Source::nothing:
      break;
  }
  return " ";
}

std::string zsh_option(const OptionRow& row, std::string_view name, std::string_view sign) {
  const std::string help = zsh_escaped(help_of(row));
  const std::string times = is_repeated(row) ? "*" : "";
  if (std::holds_alternative<Flag>(row.kind)) return zsh_quoted(fmt::format("{}{}[{}]", times, name, help));
  return zsh_quoted(fmt::format("{}{}{}[{}]{}{}:{}", times, name, sign, help, has_optional_value(row) ? "::" : ":",
                                zsh_escaped(row.value), zsh_action(completion_of(row))));
}

std::string zsh_command(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments -S", command.name);
  for (const OptionRow* const row : options_of(command.id)) {
    text += " \\\n        " + zsh_option(*row, row->long_name(), "=");
    if (const std::string_view letter = letter_of(*row); !letter.empty())
      text += " \\\n        " + zsh_option(*row, letter, "+");
  }
  text += " \\\n        '(- *)--help[print the options and examples, and end]'";
  for (const OptionRow* const row : arguments_of(command.id))
    text += " \\\n        " + zsh_quoted(fmt::format("{}:{}:{}",
                                                     is_repeated(*row) ? "*"
                                                     : row->required   ? ""
                                                                       : ":",
                                                     zsh_escaped(row->name), zsh_action(completion_of(*row))));
  return text + " ;;\n";
}

}  // namespace

std::string zsh_completion() {
  std::string text(zsh_head);
  text += "  commands=(\n";
  for (const Command& command : commands())
    text += fmt::format("    {}\n", zsh_quoted(fmt::format("{}:{}", command.name, zsh_escaped(command.summary))));
  text +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe -t commands command commands\n"
      "    _arguments '--help[list the commands, and end]' '--version[print the version, and end]'\n"
      "    return\n"
      "  fi\n"
      "  command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n"
      "    help) _describe -t commands command commands ;;\n";
  for (const Command& command : commands()) text += zsh_command(command);
  return text + "  esac\n}\n\nif [[ $funcstack[1] == _lariat ]]; then _lariat \"$@\"; else compdef _lariat lariat; fi\n";
}

}  // namespace lariat::cli
