// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "cli/help.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/option_parser.hpp"
#include "cli/options.hpp"
#include "cli/version.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/base/result.hpp"

namespace lariat::cli {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done, holds, empty; 1 violated, nonempty; 2 bad usage or input;\n"
    "3 inconclusive; 70 internal error.";

// Options of other tools, and what they are called here.
struct Habit {
  CommandId command;
  std::string_view option;
  std::string_view here;
};
constexpr std::array habits = {
    Habit{CommandId::ltl, "-f", "write the formula without -f; -F reads a file"},
    Habit{CommandId::ltl, "-B", "here: --type ba"},
    Habit{CommandId::ltl, "--ba", "here: --type ba"},
    Habit{CommandId::ltl, "--buchi", "here: --type ba"},
    Habit{CommandId::ltl, "--tgba", "here: --type tgba, which is the default"},
    Habit{CommandId::ltl, "--spin", "here: --format never"},
    Habit{CommandId::ltl, "-s", "here: --format never"},
    Habit{CommandId::ltl, "--dot", "here: --format dot"},
    Habit{CommandId::ltl, "-d", "here: --format dot"},
    Habit{CommandId::ltl, "--hoaf", "here: --format hoa"},
    Habit{CommandId::ltl, "-H", "here: --format hoa"},
    Habit{CommandId::ltl, "--stats", "here: --format stats"},
    Habit{CommandId::ltl, "--small", "here: --prefer small"},
    Habit{CommandId::ltl, "--deterministic", "here: --prefer deterministic"},
    Habit{CommandId::ltl, "-D", "here: --prefer deterministic"},
    Habit{CommandId::check, "-a", "here: --acceptance-cycles; formulas and never claims are checked without it"},
    Habit{CommandId::check, "-l", "here: --progress-cycles"},
    Habit{CommandId::check, "-f", "here: --fair for weak fairness, --ltl FORMULA for a formula"},
    Habit{CommandId::check, "-N", "here: --property NAME, or --claim FILE"},
    Habit{CommandId::check, "-m", "here: --max-depth N; the stack has no limit by default"},
    Habit{CommandId::check, "-i", "here: --minimize spin-i"},
    Habit{CommandId::check, "-I", "here: --minimize min-dfs"},
    Habit{CommandId::check, "-t", "here: lariat replay MODEL FILE.trail"},
    Habit{CommandId::check, "-E", "not needed: invalid end states are a property of their own"},
    Habit{CommandId::simulate, "-i", "here: --interactive"},
    Habit{CommandId::simulate, "-n", "here: --seed N"},
    Habit{CommandId::simulate, "-u", "here: --steps N"},
    Habit{CommandId::simulate, "-t", "here: lariat replay MODEL FILE.trail"},
    Habit{CommandId::check, "-run", "not needed: `lariat check MODEL` does it"},
    Habit{CommandId::check, "-search", "not needed: `lariat check MODEL` does it"},
};

// The command line, with all commands and their options.
class CommandLine {
 public:
  CommandLine() : app_("lariat: an explicit-state model checker for LTL, and its parts", "lariat") {
    app_.set_version_flag("--version", version_text, "print the version, the compiler and the LLVM found, and end");
    app_.set_help_flag("--help,-h", "print this and end");
    app_.require_subcommand(0, 1);
    app_.footer("`lariat COMMAND --help` lists the options of a command; docs/cli.md describes them.");
    for (const Command& command : commands()) {
      CLI::App* const sub = app_.add_subcommand(std::string(command.name), std::string(command.summary));
      sub->footer(fmt::format("{}{}", examples_of(command), exit_codes));
      parsers_.push_back(std::make_unique<OptionParser>(*sub, command.id));
    }
  }

  ParsedLine parse(std::vector<std::string> arguments, Options& options, StandardOutput& out) {
    if (arguments.empty()) {
      complain(help_text(app_));
      return {.exit = Exit::bad_input};
    }
    const bool json = std::ranges::find(arguments, "--json") != arguments.end();
    if (arguments.front() == "help") {  // `lariat help check` is `lariat check --help`
      arguments.erase(arguments.begin());
      arguments.resize(std::min<std::size_t>(arguments.size(), 1));
      arguments.emplace_back("--help");
    }
    std::string message;
    try {
      if (const std::string& first = arguments.front(); !first.starts_with('-')) expect_command(first);
      shield(arguments);
      std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // the order that CLI11 wants
      app_.parse(reversed);
      for (const Command& command : commands()) {
        if (!app_.get_subcommand(std::string(command.name))->parsed()) continue;
        parsers_[static_cast<std::size_t>(command.id)]->apply(options);
        return {.command = &command};
      }
      complain(help_text(app_));
      return {.exit = Exit::bad_input};
    } catch (const CLI::CallForHelp&) {
      out << help_text(*chosen());
      return {.exit = Exit::ok};
    } catch (const CLI::CallForVersion& version) {
      out << version.what() << '\n';
      return {.exit = Exit::ok};
    } catch (const CLI::ExtrasError& error) {
      message = unexpected();
    } catch (const CLI::ParseError& error) {
      message = printable(error.what());
    }
    explain_misuse(chosen() == &app_ ? "" : chosen()->get_name(), message, json, out);
    return {.exit = Exit::bad_input};
  }

 private:
  // The examples of a command, at the end of its --help.
  static std::string examples_of(const Command& command) {
    if (command.examples.empty()) return {};
    return fmt::format("Examples:\n{}\n\n", command.examples);
  }

  void expect_command(const std::string& name) const {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    if (std::ranges::find(names, name) != names.end()) return;
    throw CLI::ParseError(fmt::format("no command '{}'{}", shorten(name, 60), suggestion(name, names)), 2);
  }

  const CLI::App* chosen() const {
    const auto parsed = app_.get_subcommands();
    return parsed.empty() ? &app_ : parsed.front();
  }

  // The message about an argument or option that the command does not take.
  std::string unexpected() const {
    const std::vector<std::string> extras = app_.remaining(true);
    const std::string first = extras.empty() ? "" : extras.front().substr(0, extras.front().find('='));
    if (!first.starts_with('-')) return fmt::format("unexpected argument '{}'", printable(first));
    for (const Habit& habit : habits)
      if (chosen()->get_name() == to_string(habit.command) && first == habit.option)
        return fmt::format("no option '{}' ({})", first, habit.here);
    std::vector<std::string> names;
    for (const CLI::Option* option : chosen()->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return fmt::format("no option '{}'{}", printable(shorten(first, 60)), suggestion(first, names));
  }

  CLI::App app_;
  std::vector<std::unique_ptr<OptionParser>> parsers_;  // by CommandId
};

}  // namespace

ParsedLine parse_command_line(std::vector<std::string> arguments, Options& options, StandardOutput& out) {
  return CommandLine().parse(std::move(arguments), options, out);
}

void explain_misuse(std::string_view command, const std::string& message, bool json, StandardOutput& out) {
  complain_of(message);
  if (json && !out.has_text()) {
    JsonWriter object(out);
    write_bad_input(object, command, "", {{.message = message, .file = "lariat"}});
  }
  complain(fmt::format("`lariat{}{} --help` shows what there is.\n", command.empty() ? "" : " ", command));
}

void complain_of(const std::string& message) { complain(to_string(Diagnostic{.message = message, .file = "lariat"})); }

}  // namespace lariat::cli
