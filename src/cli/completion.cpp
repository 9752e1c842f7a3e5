// SPDX-License-Identifier: Apache-2.0
// lariat completion: writes the script that completes command lines in a shell, and answers its questions.
#include "cli/completion.hpp"

#include <chrono>
#include <variant>

#include "cli/command.hpp"
#include "cli/interruption.hpp"
#include "cli/options.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/reduce/proviso.hpp"

namespace lariat::cli {
namespace {

std::vector<const OptionRow*> rows_of(CommandId command, bool arguments) {
  std::vector<const OptionRow*> rows;
  for (const OptionRow& row : option_table())
    if (row.commands.contains(command) && row.is_argument() == arguments) rows.push_back(&row);
  return rows;
}

// The properties that --property takes, of each model that can be read within a second; silent about the others.
void list_properties(const std::vector<std::string>& paths, std::ostream& out) {
  const Limits limits = limits_of(1);
  for (const std::string& path : paths) {
    try {
      const auto model = frontend::load_model(path, {}, limits);
      if (!model) continue;
      for (const frontend::StatedFormula& formula : model->formulas()) out << printable(formula.name) << '\n';
      for (const std::string& observer : model->observers()) out << printable(observer) << '\n';
    } catch (const Stopped&) {
      return;
    } catch (const Interrupted&) {
      return;
    }
  }
}

}  // namespace

ValueCompletion completion_of(const OptionRow& row) {
  using Source = ValueCompletion::Source;
  if (const Choice* const choice = std::get_if<Choice>(&row.kind)) return {Source::words, choice->names()};
  const std::string_view name = row.long_name();
  if (name == "--property") return {Source::properties};
  if (name == "--proviso" || name == "--only") {
    ValueCompletion provisos{Source::words};
    for (const reduce::Proviso& proviso : reduce::all_provisos()) provisos.words.push_back(to_string(proviso));
    return provisos;
  }
  if (row.value == "DIR") return {Source::folders};
  const std::string_view what = row.is_argument() ? name : row.value;
  if (what == "MODEL" || what == "PATH" || what.starts_with("FILE")) return {Source::files};
  if (row.is_argument() && name == "COMMAND") {
    ValueCompletion names{Source::words};
    for (const Command& command : commands()) names.words.emplace_back(command.name);
    return names;
  }
  return {};
}

bool has_optional_value(const OptionRow& row) {
  const Text* const text = std::get_if<Text>(&row.kind);
  return text != nullptr && (text->times == Text::Times::optional || text->times == Text::Times::repeated_option);
}

bool is_repeated(const OptionRow& row) {
  const Text* const text = std::get_if<Text>(&row.kind);
  return text != nullptr && (text->times == Text::Times::repeated || text->times == Text::Times::repeated_option);
}

std::string_view letter_of(const OptionRow& row) {
  const std::size_t comma = row.name.find(',');
  return comma == row.name.npos ? std::string_view() : row.name.substr(comma + 1);
}

std::vector<const OptionRow*> options_of(CommandId command) { return rows_of(command, false); }
std::vector<const OptionRow*> arguments_of(CommandId command) { return rows_of(command, true); }

Exit run_completion(Options& options, std::ostream& out) {
  switch (options.completion.kind) {
    case CompletionOptions::Kind::bash:
      out << bash_completion();
      break;
    case CompletionOptions::Kind::zsh:
      out << zsh_completion();
      break;
    case CompletionOptions::Kind::fish:
      out << fish_completion();
      break;
    case CompletionOptions::Kind::properties:
      list_properties(options.paths, out);
      break;
  }
  return Exit::ok;
}

}  // namespace lariat::cli
