// SPDX-License-Identifier: Apache-2.0
// Promela models as programs: what Spin's verifier makes of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/model/program.hpp"
#include "lariat/promela/model.hpp"
#include "lariat/promela/parse.hpp"

namespace lariat::promela {

struct LowerOptions {
  std::string claim = {};            // the never claim to watch the program; empty: the first one, if there is any
  bool no_claim = false;             // none
  bool inner_escapes_first = false;  // of nested `unless`, as spin -J; otherwise the outer one wins
};

// An `ltl` block of the model.
struct StatedFormula {
  std::string name;
  std::string text;
  model::Source source;
  std::vector<std::pair<std::string, model::ExprId>> atoms;  // what the texts of its atoms mean
};

// A model and the program that it means, together, so that expressions can be added later.
class PromelaProgram {
 public:
  PromelaProgram(Model model, const LowerOptions& options);
  PromelaProgram(PromelaProgram&&) noexcept;
  PromelaProgram& operator=(PromelaProgram&&) noexcept;
  ~PromelaProgram();

  model::Program& program() { return *program_; }
  const model::Program& program() const { return *program_; }
  const Model& model() const { return *model_; }
  const std::vector<StatedFormula>& formulas() const { return formulas_; }
  // Spin's number of the statement that a transition is a step of, by type of process and transition: what its trails are made
  // of. Steps inside a d_step have the number of the d_step.
  const std::vector<std::vector<std::uint32_t>>& elements() const;
  // How many numbers there are, those of statements that are no step of their own included.
  std::uint32_t element_count() const;

  // Adds an expression as it may stand in a claim. Diagnostics name `label` where others name a file.
  Result<model::ExprId> read_expression(std::string_view text, std::string label);

 private:
  friend Result<PromelaProgram> lower(Model model, const LowerOptions& options);
  std::unique_ptr<Model> model_;
  std::unique_ptr<model::Program> program_;
  std::unique_ptr<LowerOptions> options_;
  std::unique_ptr<class Lowering> lowering_;
  std::vector<StatedFormula> formulas_;
};

// The program that a model means. Otherwise what cannot be done.
Result<PromelaProgram> lower(Model model, const LowerOptions& options = {});

// Both at once: parse, then lower.
Result<PromelaProgram> read_promela(std::string_view text, std::string file_name, const ParseOptions& parse_options = {},
                                    const LowerOptions& options = {});

}  // namespace lariat::promela
