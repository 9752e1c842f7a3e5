// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cli/output.hpp"

namespace lariat::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t help_column = 24;

// `  name   help`, the help wrapped in its column.
std::string row(const std::string& name, std::string_view help) {
  std::string text = fmt::format("  {} ", pad(name, help_column - 3));
  if (columns(name) > help_column - 3) text = fmt::format("  {}\n{}", name, pad("", help_column));
  std::size_t column = help_column;
  while (!help.empty()) {
    const std::string_view word = help.substr(0, help.find(' '));
    if (column > help_column && column + 1 + word.size() > width) {
      text.append("\n").append(help_column, ' ');
      column = help_column;
    } else if (column > help_column) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
    help.remove_prefix(std::min(help.size(), word.size() + 1));
  }
  return text + '\n';
}

std::string option_name(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::string name = option.get_name();
  for (const std::string& letter : option.get_snames()) name += fmt::format(", -{}", letter);
  return option.get_items_expected_max() == 0 || type.empty() ? name : fmt::format("{} {}", name, type);
}

}  // namespace

std::string help_text(const CLI::App& app) {
  std::string name = app.get_name();
  for (const CLI::App* parent = app.get_parent(); parent != nullptr; parent = parent->get_parent())
    name = fmt::format("{} {}", parent->get_name(), name);
  std::string usage = fmt::format("usage: {}", name);
  std::string input;
  std::vector<std::string> groups;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      usage += fmt::format(" {}{}", option->get_name(), option->get_items_expected_max() > 1 ? "..." : "");
      input += row(option->get_name(), option->get_description());
    } else if (std::ranges::find(groups, option->get_group()) == groups.end()) {
      groups.push_back(option->get_group());
    }
  }
  const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  std::string text =
      fmt::format("{}\n\n{} {}\n", app.get_description(), usage, subcommands.empty() ? "[options]" : "COMMAND [options]");
  if (!input.empty()) text += "\n" + input;
  if (!subcommands.empty()) text += "\nCommands:\n";
  for (const CLI::App* subcommand : subcommands) text += row(subcommand->get_name(), subcommand->get_description());
  // How the model is read comes late: few people need it. --help belongs to CLI11's own group, which was there first.
  for (const std::string_view last : {"Model", "Options"})
    std::stable_partition(groups.begin(), groups.end(), [&](const std::string& group) { return group != last; });
  for (const std::string& group : groups) {
    text += fmt::format("\n{}:\n", group);
    for (const CLI::Option* option : app.get_options())
      if (!option->get_positional() && option->get_group() == group)
        text += row(option_name(*option), option->get_description());
  }
  if (!app.get_footer().empty()) text += "\n" + app.get_footer() + "\n";
  return text;
}

}  // namespace lariat::cli
