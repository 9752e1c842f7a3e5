// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "lariat/base/excerpt.hpp"

namespace lariat::cli {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) { throw CLI::ValidationError(name, why); }

// The whole text as a number, or nothing.
template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string in_quotes(std::string_view text) { return "'" + printable(shorten(text, 60)) + "'"; }

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? fmt::format(" (did you mean '{}'?)", *meant) : "";
}

CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
                       const std::string& help) {
  const auto read = [=, &value](const std::string& text) {
    const auto number = parse<std::uint64_t>(text);
    if (!number || *number < least || *number > most)
      refuse(name, fmt::format("{} is not a whole number from {} to {}", in_quotes(text), least, most));
    value = *number;
  };
  return app.add_option_function<std::string>(name, read, help)->type_name("N");
}

CLI::Option* add_number(CLI::App& app, const std::string& name, double& value, double least, double most,
                        const std::string& help) {
  const auto read = [=, &value](const std::string& text) {
    const auto number = parse<double>(text);
    if (!number || std::isnan(*number) || *number < least || *number > most)
      refuse(name, fmt::format("{} is not a number from {} to {}", in_quotes(text), least, most));
    value = *number;
  };
  return app.add_option_function<std::string>(name, read, help)->type_name("X");
}

CLI::Option* add_word(CLI::App& app, const std::string& name, std::string& value, const std::string& what,
                      std::vector<std::string> words, const std::string& help) {
  const auto read = [=, &value, words = std::move(words)](const std::string& text) {
    if (std::ranges::find(words, text) == words.end()) {
      std::string known = suggestion(text, words);
      if (known.empty()) known = fmt::format("; there is {}", fmt::join(words, ", "));
      refuse(name, fmt::format("no {} {}{}", what, in_quotes(text), known));
    }
    value = text;
  };
  return app.add_option_function<std::string>(name, read, help)->type_name("NAME");
}

void shield(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments)
    if (argument.starts_with('[') && argument.ends_with(']')) argument += ' ';
}

void unshield(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments)
    if (argument.starts_with('[') && argument.ends_with("] ")) argument.pop_back();
}

ColorMode CommonOptions::color_mode() const {
  return color == "always" ? ColorMode::always : color == "never" ? ColorMode::never : ColorMode::automatic;
}

void add_files(CLI::App& app, CommonOptions& options) {
  app.add_option("FILE", options.files, "HOA files or never claims; `-` is the standard input")->required()->type_name("");
}

void add_output(CLI::App& app, CommonOptions& options) {
  app.add_flag("--full", options.full, "abbreviate nothing")->group(output_group);
  add_report(app, options);
}

void add_report(CLI::App& app, CommonOptions& options) {
  app.add_flag("--json", options.json, "print one JSON object (docs/json.md)")->group(output_group);
  add_word(app, "--color", options.color, "way to colour", {"auto", "always", "never"}, "colours: auto, always or never [auto]")
      ->type_name("WHEN")
      ->group(output_group);
}

}  // namespace lariat::cli
