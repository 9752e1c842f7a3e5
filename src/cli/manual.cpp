// SPDX-License-Identifier: Apache-2.0
// lariat manual: writes a manual page, in the language of man, from the tables of commands and options.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/command.hpp"
#include "cli/completion.hpp"
#include "cli/options.hpp"
#include "lariat/base/nearest.hpp"

namespace lariat::cli {
namespace {

// A text that man shows as it is: signs stay those that can be copied, and no line becomes a request.
std::string roff(std::string_view text) {
  std::string escaped;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) escaped += "\\&";
    line_begins = c == '\n';
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return result;
}

std::string page_head(std::string_view name, std::string_view summary) {
  return fmt::format(
      ".\\\" `lariat manual` writes this page.\n.TH {} 1 \"\" \"lariat {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
      roff(upper_case(name)), LARIAT_VERSION, roff(name), roff(summary));
}

std::string tagged(std::string_view tag, std::string_view text) { return fmt::format(".TP\n{}\n{}\n", tag, text); }

std::string option_entry(const OptionRow& row) {
  std::string tag = fmt::format("\\fB{}\\fR", roff(row.long_name()));
  if (const std::string_view letter = letter_of(row); !letter.empty()) tag += fmt::format(", \\fB{}\\fR", roff(letter));
  if (!row.value.empty())
    tag +=
        has_optional_value(row) ? fmt::format(" [\\fI{}\\fR]", roff(row.value)) : fmt::format(" \\fI{}\\fR", roff(row.value));
  return tagged(tag, roff(help_of(row)));
}

std::string exit_status() {
  return ".SH EXIT STATUS\n" + tagged("\\fB0\\fR", "done; the property holds, or the automaton is empty") +
         tagged("\\fB1\\fR", "the property is violated, or the automaton is nonempty") +
         tagged("\\fB2\\fR", "bad usage or input") + tagged("\\fB3\\fR", "inconclusive: a limit was reached") +
         tagged("\\fB70\\fR", "internal error");
}

std::string environment_section() {
  return ".SH ENVIRONMENT\n" +
         tagged("\\fBNO_COLOR\\fR",
                roff("If it is set and not empty, output is not coloured unless --color always asks for it.")) +
         tagged("\\fBXDG_CACHE_HOME\\fR", roff("Compiled models are kept in the folder lariat of this one [~/.cache].")) +
         tagged("\\fBLC_ALL\\fR, \\fBLC_CTYPE\\fR, \\fBLANG\\fR",
                roff("Arrows and brackets are drawn with Unicode if these say UTF-8."));
}

std::string synopsis(const Command& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n\\fBlariat {}\\fR", roff(command.name));
  for (const OptionRow* const row : arguments_of(command.id)) {
    const std::string name = fmt::format("\\fI{}\\fR{}", roff(row->name), is_repeated(*row) ? "..." : "");
    text += row->required ? " " + name : fmt::format(" [{}]", name);
  }
  return text + " [\\fIoptions\\fR]\n";
}

std::string command_page(const Command& command) {
  std::string text = page_head(fmt::format("lariat-{}", command.name), command.summary) + synopsis(command);
  text += ".SH DESCRIPTION\n";
  text += roff(fmt::format("lariat {}: {}.", command.name, command.summary)) + "\n";
  for (const OptionRow* const row : arguments_of(command.id))
    text += tagged(fmt::format("\\fI{}\\fR", roff(row->name)), roff(help_of(*row)));
  text += ".SH OPTIONS\n";
  for (const auto group : {Group::properties, Group::model, Group::method, Group::automata, Group::limits, Group::output}) {
    bool headed = false;
    for (const OptionRow* const row : options_of(command.id)) {
      if (row->group != group) continue;
      if (!headed) text += fmt::format(".SS {}\n", to_string(group));
      headed = true;
      text += option_entry(*row);
    }
  }
  text += ".SS Help\n" + tagged("\\fB\\-\\-help\\fR, \\fB\\-h\\fR", "print the options and examples, and end");
  text += exit_status() + environment_section();
  if (!command.examples.empty()) text += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(command.examples));
  text += ".SH SEE ALSO\n\\fBlariat\\fR(1)";
  return text + "\n";
}

std::string program_page() {
  std::string text = page_head("lariat", "explicit-state model checker for LTL");
  text += ".SH SYNOPSIS\n\\fBlariat\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n";
  text += roff(
      "lariat checks properties of models of concurrent systems. Models are written in Promela or DVE; properties are formulas "
      "of linear temporal logic, invariants, reachability of states, absence of deadlocks and of run-time errors. If a "
      "property is violated, lariat shows a run that violates it. It also translates formulas to automata, and decides "
      "whether an automaton has an accepting run.\n");
  text += ".SH COMMANDS\n";
  for (const Command& command : commands())
    text += tagged(fmt::format("\\fBlariat\\-{}\\fR(1)", roff(command.name)), roff(command.summary));
  text += ".SH OPTIONS\n" + tagged("\\fB\\-\\-help\\fR, \\fB\\-h\\fR", "list the commands, and end") +
          tagged("\\fB\\-\\-version\\fR", "print the version, the commit, the compiler and the LLVM that is found, and end");
  text += exit_status() + environment_section();
  text += ".SH SEE ALSO\n";
  for (const Command& command : commands())
    text += fmt::format("\\fBlariat\\-{}\\fR(1){}\n", roff(command.name), &command == &commands().back() ? "" : ",");
  return text;
}

}  // namespace

Exit run_manual(Options& options, std::ostream& out) {
  const std::string& name = options.manual_page;
  if (name.empty()) {
    out << program_page();
    return Exit::ok;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    names.emplace_back(command.name);
    if (command.name != name) continue;
    out << command_page(command);
    return Exit::ok;
  }
  refuse("COMMAND", fmt::format("no command '{}'{}", shorten(name, 60), suggestion(name, names)));
}

}  // namespace lariat::cli
