// SPDX-License-Identifier: Apache-2.0
// Options that are checked as they are read, with messages that help.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "lariat/base/nearest.hpp"

namespace lariat::cli {

// ` (did you mean 'x'?)` or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

// An option that takes a whole number from `least` to `most`.
CLI::Option* add_count(CLI::App& app, const std::string& name, std::uint64_t& value, std::uint64_t least, std::uint64_t most,
                       const std::string& help);

// An option that takes a number from `least` to `most`.
CLI::Option* add_number(CLI::App& app, const std::string& name, double& value, double least, double most,
                        const std::string& help);

// An option that takes one of these words. `what` says what they are: "no algorithm 'x'".
CLI::Option* add_word(CLI::App& app, const std::string& name, std::string& value, const std::string& what,
                      std::vector<std::string> words, const std::string& help);

// CLI11 takes an argument `[...]` for a list of several, and drops its brackets. A formula may look like that: `[] x[1]`. Where
// formulas are expected, arguments are shielded before CLI11 sees them, and what it hands out is unshielded.
void shield(std::vector<std::string>& arguments);
void unshield(std::vector<std::string>& arguments);

// What the commands that read automata have in common.
struct CommonOptions {
  std::vector<std::string> files;
  bool json = false;
  bool full = false;
  std::string color = "auto";

  ColorMode color_mode() const;
};

void add_files(CLI::App& app, CommonOptions& options);
// --full, and those of add_report: --json and --color.
void add_output(CLI::App& app, CommonOptions& options);
void add_report(CLI::App& app, CommonOptions& options);

// The headings under which --help shows options.
inline constexpr const char* model_group = "The model";
inline constexpr const char* what_group = "What is done";
inline constexpr const char* limit_group = "Limits";
inline constexpr const char* output_group = "Output";

}  // namespace lariat::cli
