// SPDX-License-Identifier: Apache-2.0
// The model that a command was given, and the messages about it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "lariat/frontend/model.hpp"

namespace lariat::cli {

// Input that cannot be used. Thrown by the commands, caught in main(), which prints the diagnostics on the standard error, and
// with --json as an object.
struct BadInput {
  std::vector<Diagnostic> diagnostics;
};

// Writes each diagnostic to the standard error.
void complain(const std::vector<Diagnostic>& diagnostics);

// The diagnostics as a list of objects.
nlohmann::ordered_json diagnostics_json(const std::vector<Diagnostic>& diagnostics);
// The object of a command that could not use its input.
void write_bad_input(JsonWriter& json, std::string_view command, const std::string& input,
                     const std::vector<Diagnostic>& diagnostics);

// Reads a model. Warnings go to the standard error. Throws BadInput, Interrupted, and Stopped when a limit is reached.
frontend::Model read_model(const std::string& path, const ModelOptions& options, const Limits& limits = {});

// The requirements that were asked for, in the same way.
frontend::Requirements requirements_of(frontend::Model& model, ltl::FormulaStore& formulas,
                                       const frontend::RequirementTexts& texts, const Limits& limits = {});

}  // namespace lariat::cli
