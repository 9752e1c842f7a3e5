// SPDX-License-Identifier: Apache-2.0
// lariat compare --provisos: a model reduced with all cycle provisos, each with many orders of transitions.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/search_options.hpp"
#include "lariat/reduce/proviso.hpp"

namespace lariat::cli {

struct CompareProvisosOptions {
  bool wanted = false;
  std::uint64_t runs = 100;
  std::uint64_t seed = 1;
  std::string sort = "states";
  std::string por = "stubborn";
  std::vector<reduce::Proviso> only;  // empty: all
};

// --provisos, and what belongs to it.
void add_compare_provisos(CLI::App& app, CompareProvisosOptions& options);

// Throws CLI::ValidationError if an option was given that does not go with --provisos, or only with it.
void check_compare_provisos(const CLI::App& app, const CompareProvisosOptions& options);

// The table, or the object. What is asked of the search is that of all commands; its time limit is for all runs together.
Exit compare_provisos(const std::string& path, const ModelOptions& model, const SearchOptions& search,
                      const CommonOptions& common, const CompareProvisosOptions& options, std::ostream& out);

}  // namespace lariat::cli
