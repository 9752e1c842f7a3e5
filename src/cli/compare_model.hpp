// SPDX-License-Identifier: Apache-2.0
// lariat compare on a model: all algorithms on the same property, side by side.
#pragma once

#include <CLI/App.hpp>
#include <ostream>
#include <string>

#include "cli/command.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/requirement_input.hpp"
#include "cli/search_options.hpp"

namespace lariat::cli {

struct CompareModelOptions {
  std::string path;
  ModelOptions model;
  RequirementOptions requirements;
  SearchOptions search;
  CommonOptions common;
};

void add_compare_model(CLI::App& app, CompareModelOptions& options);

Exit compare_model(CompareModelOptions& options, std::ostream& out);

}  // namespace lariat::cli
