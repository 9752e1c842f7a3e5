// SPDX-License-Identifier: Apache-2.0
// The model that a command was given.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "lariat/base/result.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

struct ModelOptions {
  std::string overflow;  // `error`, `wrap` or `goes-on`; empty: what the language says
};

// The language that a file is written in, by the end of its name; empty if that says nothing. `-` is DVE.
std::string language_of(const std::string& path);

// Reads a model in the language that its name shows; `-` is the standard input. What is wrong with it, or with reading it, is
// in the diagnostics. Throws Interrupted.
Result<model::Program> read_model(const std::string& path, const ModelOptions& options);

// As read_model, and tells the user what is wrong on the standard error.
std::optional<model::Program> read_model_or_complain(const std::string& path, const ModelOptions& options);

// Adds the argument MODEL and the options about how it is read.
void add_model(CLI::App& app, std::string& path, ModelOptions& options);

// Adds only the options.
void add_overflow(CLI::App& app, ModelOptions& options);

// Adds an expression in the language of the model; diagnostics name `label` where others name a file.
Result<model::ExprId> read_expression(model::Program& program, std::string_view text, std::string label);

// The whole text of a file; `-` is the standard input. Throws Interrupted.
Result<std::string> read_text(const std::string& path);

}  // namespace lariat::cli
