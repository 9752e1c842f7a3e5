// SPDX-License-Identifier: Apache-2.0
// The program: finds the command, lets it read its options, runs it, and turns what went wrong into a message and an exit code.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "cli/interruption.hpp"
#include "cli/option_parser.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/limits.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/base/result.hpp"
#include "lariat/native/compile_service.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done, holds, empty; 1 violated, nonempty; 2 bad usage or input;\n"
    "3 inconclusive; 70 internal error.";

void complain_of(const std::string& message) { complain(to_string(Diagnostic{.message = message, .file = "lariat"})); }

// The command line, with all commands and their options.
class CommandLine {
 public:
  CommandLine() : app_("lariat: an explicit-state model checker for LTL, and its parts", "lariat") {
    app_.set_version_flag("--version", "lariat " LARIAT_VERSION, "print the version and end");
    app_.set_help_flag("--help", "print this and end");
    app_.require_subcommand(0, 1);
    app_.footer("`lariat COMMAND --help` lists the options of a command; docs/cli.md describes them.");
    for (const Command& command : commands()) {
      CLI::App* const sub = app_.add_subcommand(std::string(command.name), std::string(command.summary));
      sub->footer(exit_codes);
      parsers_.push_back(std::make_unique<OptionParser>(*sub, command.id));
    }
  }

  Exit run(std::vector<std::string> arguments, std::ostream& out) {
    if (arguments.empty()) {
      complain(help_text(app_));
      return Exit::bad_input;
    }
    try {
      if (const std::string& first = arguments.front(); !first.starts_with('-')) expect_command(first);
      shield(arguments);
      std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // the order that CLI11 wants
      app_.parse(reversed);
      for (const Command& command : commands()) {
        if (!app_.get_subcommand(std::string(command.name))->parsed()) continue;
        Options options;
        parsers_[static_cast<std::size_t>(command.id)]->apply(options);
        return command.run(options, out);
      }
      complain(help_text(app_));
      return Exit::bad_input;
    } catch (const CLI::CallForHelp&) {
      out << help_text(*chosen());
      return Exit::ok;
    } catch (const CLI::CallForVersion& version) {
      out << version.what() << '\n';
      return Exit::ok;
    } catch (const CLI::ExtrasError& error) {
      complain_of(unexpected());
    } catch (const CLI::ParseError& error) {
      complain_of(printable(error.what()));
    }
    complain(fmt::format("`lariat{} --help` shows what there is.\n", chosen() == &app_ ? "" : " " + chosen()->get_name()));
    return Exit::bad_input;
  }

 private:
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
    std::vector<std::string> names;
    for (const CLI::Option* option : chosen()->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return fmt::format("no option '{}'{}", printable(shorten(first, 60)), suggestion(first, names));
  }

  CLI::App app_;
  std::vector<std::unique_ptr<OptionParser>> parsers_;  // by CommandId
};

Exit run(std::vector<std::string> arguments) {
  try {
    StandardOutput out;
    CommandLine line;
    const Exit exit = line.run(std::move(arguments), out);
    out.flush();
    return exit;
  } catch (const WriteError& error) {
    if (error.reader_left) return Exit::inconclusive;
    complain_of(fmt::format("cannot write: {}", error.what()));
    return Exit::bad_input;
  } catch (const Interrupted&) {
    complain_of("interrupted before the search could begin");
    return Exit::inconclusive;
  } catch (const Stopped& stopped) {
    complain_of(fmt::format("{} before the search could begin", stopped.reason));
    return Exit::inconclusive;
  } catch (const std::bad_alloc&) {
    complain_of("out of memory");
    return Exit::inconclusive;
  } catch (const search::InternalError& error) {
    complain_of(fmt::format("internal error: {}", error.what()));
  } catch (const std::exception& error) {
    complain_of(fmt::format("unexpected: {}", error.what()));
  }
  return Exit::internal;
}

}  // namespace
}  // namespace lariat::cli

int main(int argc, char** argv) {
  if (lariat::native::is_compile_service(argc, argv)) return lariat::native::compile_service();
  lariat::cli::watch_signals();
  return static_cast<int>(lariat::cli::run({argv + 1, argv + argc}));
}
