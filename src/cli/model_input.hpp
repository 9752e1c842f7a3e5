// SPDX-License-Identifier: Apache-2.0
// The model that a command was given.
#pragma once

#include <CLI/App.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/model/program.hpp"
#include "lariat/promela/lower.hpp"

namespace lariat::cli {

struct ModelOptions {
  std::string overflow;                    // `error`, `wrap` or `goes-on`; empty: what the language says
  std::vector<std::string> macros;         // NAME or NAME=TEXT, for the preprocessor of Promela
  bool lossy = false;                      // messages to full channels are lost
  bool inner_escapes = false;              // of nested unless, the inner one wins
  std::vector<std::string> include_paths;  // searched for files that a Promela model includes
  std::vector<std::string> include_roots;  // that these must lie in; empty: the model's folder and include_paths
  std::string claim_file;                  // never claims and ltl blocks beside those of the model

  model::InterpreterOptions interpretation() const { return {.lossy = lossy}; }
};

// A formula that a model states of itself.
struct StatedFormula {
  std::string name;
  std::string text;
  std::vector<std::pair<std::string, model::ExprId>> atoms;  // what the texts of its atoms mean
};

// A model that was read: a program, and what is needed to speak about it in its own language.
class LoadedModel {
 public:
  explicit LoadedModel(model::Program program);
  explicit LoadedModel(promela::PromelaProgram program);

  model::Program& program() { return promela_ ? promela_->program() : *program_; }
  // The model itself, if it is in Promela.
  const promela::PromelaProgram* promela() const { return promela_ ? &*promela_ : nullptr; }
  // The same with that one as its observer, if it is one: see watched_by.
  const promela::PromelaProgram* promela(const std::string& observer);
  // Adds an expression in the language of the model; diagnostics name `label` where others name a file.
  Result<model::ExprId> read_expression(std::string_view text, std::string label);
  const std::vector<StatedFormula>& formulas() const { return formulas_; }

  // What can watch the program: a property process, or the never claims.
  const std::vector<std::string>& observers() const { return observers_; }
  // The program with that one as its observer; that of program() is the first one.
  model::Program& watched_by(const std::string& observer);
  // The observers and formulas that do not come from the model but from the file of claims.
  const std::vector<std::string>& claimed() const { return claimed_; }

 private:
  friend Result<LoadedModel> read_model(const std::string& path, const ModelOptions& options, const Limits& limits);
  std::vector<std::string> observers_;
  std::vector<std::string> claimed_;
  std::map<std::string, promela::PromelaProgram> others_;  // with other observers than the first
  std::unique_ptr<model::Program> program_;                // does not move when this does
  std::optional<promela::PromelaProgram> promela_;
  std::vector<StatedFormula> formulas_;
};

// The language that a file is written in, by the end of its name; empty if that says nothing. `-` is DVE.
std::string language_of(const std::string& path);

// Reads a model in the language that its name shows; `-` is the standard input. What is wrong with it, or with reading it, is
// in the diagnostics. Throws Interrupted, and Stopped when a limit is reached.
Result<LoadedModel> read_model(const std::string& path, const ModelOptions& options, const Limits& limits = {});

// As read_model, and tells the user what is wrong on the standard error.
std::optional<LoadedModel> read_model_or_complain(const std::string& path, const ModelOptions& options,
                                                  const Limits& limits = {});

// Adds the argument MODEL and the options about how it is read.
void add_model(CLI::App& app, std::string& path, ModelOptions& options);

// Adds only the options.
void add_model_options(CLI::App& app, ModelOptions& options);

// The whole text of a file; `-` is the standard input. Throws Interrupted, and Stopped when a limit is reached.
Result<std::string> read_text(const std::string& path, const Limits& limits = {});

}  // namespace lariat::cli
