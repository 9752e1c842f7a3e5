// SPDX-License-Identifier: Apache-2.0
// The text of --help.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace lariat::cli {

// Usage, commands and options of the program or of a command, options by group, at most 80 columns wide.
std::string help_text(const CLI::App& app);

}  // namespace lariat::cli
