// SPDX-License-Identifier: Apache-2.0
// The completion script for bash. Needs no other script.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "cli/completion.hpp"

namespace lariat::cli {
namespace {

// bash splits a line at `=`, so that `--por=stub` arrives as three words.
constexpr std::string_view bash_head = R"bash(# bash completion of lariat; `lariat completion bash` writes it.

_lariat_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_lariat_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
_lariat_properties() {
  local files=() i
  for ((i = 2; i < ${#COMP_WORDS[@]}; ++i)); do
    if [[ -f ${COMP_WORDS[i]} ]]; then files+=("${COMP_WORDS[i]}"); fi
  done
  if ((${#files[@]} == 0)); then return; fi
  _lariat_words "$("${COMP_WORDS[0]}" completion properties "${files[@]}" 2>/dev/null)"
}

_lariat() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
)bash";

std::string bash_action(const ValueCompletion& value) {
  switch (value.source) {
    case ValueCompletion::Source::words:
      return fmt::format("_lariat_words '{}'", fmt::join(value.words, " "));
    case ValueCompletion::Source::properties:
      return "_lariat_properties";
    case ValueCompletion::Source::files:
      return "_lariat_files -f";
    case ValueCompletion::Source::folders:
      return "_lariat_files -d";
    case ValueCompletion::Source::nothing:
      break;
  }
  return ":";
}

// The cases for the values of a command's options, and what stands where none is expected.
std::string bash_command(const Command& command) {
  std::string text = fmt::format("    {})\n      case $option in\n", command.name);
  std::string names;
  for (const OptionRow* const row : options_of(command.id)) {
    names += fmt::format("{} ", row->long_name());
    if (std::holds_alternative<Flag>(row->kind)) continue;
    const std::string_view letter = letter_of(*row);
    text += fmt::format("        {}{}{}) {}; return ;;\n", row->long_name(), letter.empty() ? "" : "|", letter,
                        bash_action(completion_of(*row)));
  }
  text += fmt::format("      esac\n      if [[ $word == -* ]]; then _lariat_words '{}--help'", names);
  const auto arguments = arguments_of(command.id);
  if (!arguments.empty()) {
    // Commands with several arguments have files, or files behind a word.
    const std::string first = bash_action(completion_of(*arguments.front()));
    const std::string others = bash_action(completion_of(*arguments.back()));
    if (first != others) text += fmt::format("; elif ((COMP_CWORD == 2)); then {}", first);
    text += fmt::format("; else {}", others);
  }
  return text + "; fi ;;\n";
}

}  // namespace

std::string bash_completion() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  std::string text(bash_head);
  text += fmt::format("  local commands='{}'\n", fmt::join(names, " "));
  text += "  if ((COMP_CWORD == 1)); then\n    _lariat_words \"$commands help --help --version\"\n    return\n  fi\n";
  text += "  case $command in\n    help) _lariat_words \"$commands\" ;;\n";
  for (const Command& command : commands()) text += bash_command(command);
  return text + "  esac\n}\n\ncomplete -F _lariat lariat\n";
}

}  // namespace lariat::cli
