// SPDX-License-Identifier: Apache-2.0
// The model that a command was given, and the messages about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "lariat/frontend/model.hpp"

namespace lariat::cli {

// Writes each diagnostic to the standard error.
void complain(const std::vector<Diagnostic>& diagnostics);

// Reads a model. Errors and warnings go to the standard error; nothing after an error. Throws Interrupted, and Stopped when a
// limit is reached.
std::optional<frontend::Model> read_model_or_complain(const std::string& path, const ModelOptions& options,
                                                      const Limits& limits = {});

// The requirements that were asked for, in the same way.
std::optional<std::vector<check::Requirement>> read_requirements_or_complain(frontend::Model& model,
                                                                             ltl::FormulaStore& formulas,
                                                                             const frontend::RequirementTexts& texts);

}  // namespace lariat::cli
