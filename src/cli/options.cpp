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

// Letters to insert, drop or change, or neighbours to swap.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

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

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  if (word.size() > 64) return std::nullopt;
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(word, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

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
  app.add_flag("--json", options.json, "print one JSON object (docs/json.md)")->group(output_group);
  add_word(app, "--color", options.color, "way to colour", {"auto", "always", "never"}, "colours: auto, always or never [auto]")
      ->type_name("WHEN")
      ->group(output_group);
}

}  // namespace lariat::cli
