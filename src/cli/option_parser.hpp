// SPDX-License-Identifier: Apache-2.0
// From the command line to Options, by the table of options.
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/option_table.hpp"

namespace lariat::cli {

class OptionParser {
 public:
  // Adds the options of the command to the parser, which must not outlive this.
  OptionParser(CLI::App& app, CommandId command);

  // Checks the values that were parsed and the rules between options, and fills in the fields. Throws CLI::ValidationError.
  void apply(Options& options) const;

 private:
  void add(CLI::App& app, const OptionRow& row);
  bool holds(std::string_view condition) const;
  bool any_holds(std::string_view conditions) const;

  CommandId command_;
  std::map<std::string_view, std::vector<std::string>> given_;  // the values of each option; one empty value for a flag
};

// CLI11 takes an argument `[...]` for a list of several, and drops its brackets. A formula may look like that: `[] x[1]`.
// Arguments are shielded before CLI11 sees them; OptionParser removes the shield.
void shield(std::vector<std::string>& arguments);

// A number of bytes as people write it: `500M`, `4G`, `1000000`.
std::optional<std::uint64_t> parse_bytes(const std::string& text);

}  // namespace lariat::cli
