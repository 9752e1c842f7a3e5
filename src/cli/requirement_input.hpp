// SPDX-License-Identifier: Apache-2.0
// What a command is asked to check of a model.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/model_input.hpp"
#include "lariat/check/check.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

struct RequirementOptions {
  std::vector<std::string> formulas;
  std::vector<std::string> defines;       // NAME=EXPRESSION
  std::vector<std::string> define_files;  // of such lines
  std::vector<std::string> invariants;
  std::vector<std::string> reaches;
  bool deadlock = false;
  bool assertions = false;
  std::vector<std::string> properties;  // named ones of the model; an empty name is its property process
  bool end_states = false;
  bool acceptance = false;
  bool progress = false;

  // Whether anything is asked for.
  bool any() const {
    return !formulas.empty() || !invariants.empty() || !reaches.empty() || deadlock || assertions || end_states || acceptance ||
           progress || !properties.empty();
  }
};

// --define, --define-file.
void add_definitions(CLI::App& app, RequirementOptions& options);
// Those, and --ltl.
void add_formulas(CLI::App& app, RequirementOptions& options);
// --acceptance-cycles, --progress-cycles.
void add_cycles(CLI::App& app, RequirementOptions& options);
// All of them, and the rest.
void add_requirements(CLI::App& app, RequirementOptions& options);

// The requirements in the order: property process, formulas, invariants, goals, assertions, deadlock. Nothing asked for: what
// the model itself states. What is wrong with them goes to the standard error, and nothing is returned.
std::optional<std::vector<check::Requirement>> read_requirements(LoadedModel& model, ltl::FormulaStore& formulas,
                                                                 const RequirementOptions& options);

// What the definitions say, in their order. Nothing after an error, which has been shown.
std::optional<std::vector<std::pair<std::string, model::ExprId>>> read_definitions(LoadedModel& model,
                                                                                   const RequirementOptions& options);

}  // namespace lariat::cli
