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
#include "lariat/promela/options.hpp"

namespace lariat::promela {

struct Model;  // the syntax tree, private to this room

// An `ltl` block of the model.
struct StatedFormula {
  std::string name;
  std::string text;
  std::string written;  // before macros were expanded; empty if that is not known
  model::Source source;
  std::vector<std::pair<std::string, model::ExprId>> atoms;  // what the texts of its atoms mean
  std::uint32_t number = 0;                                  // that Spin gives its claim: behind all proctypes and claims
};

// A never claim of the model.
struct NeverClaim {
  std::string name;
  std::uint32_t number = 0;  // that Spin gives it among the proctypes and claims, from 0 in the order of the text
};

// A model and the program that it means, together, so that expressions can be added later.
class PromelaProgram {
 public:
  PromelaProgram(PromelaProgram&&) noexcept;
  PromelaProgram& operator=(PromelaProgram&&) noexcept;
  ~PromelaProgram();

  model::Program& program() { return *program_; }
  const model::Program& program() const { return *program_; }
  const std::vector<NeverClaim>& claims() const { return claims_; }
  const std::vector<Diagnostic>& warnings() const;
  const std::vector<StatedFormula>& formulas() const { return formulas_; }
  // Spin's number of the statement that a transition is a step of, by type of process and transition: what its trails are made
  // of. Steps inside a d_step have the number of the d_step.
  const std::vector<std::vector<std::uint32_t>>& elements() const;
  // All numbers of a transition: several if it is one of the claim and stands for an atomic sequence.
  std::vector<std::uint32_t> elements_of(model::ProcessTypeId type, model::TransitionId transition) const;
  // How many numbers there are, those of statements that are no step of their own included.
  std::uint32_t element_count() const;

  // Lowers the model again, watched by another of its claims.
  Result<PromelaProgram> watched_by(const std::string& claim) const;

  // Adds an expression as it may stand in a claim. Diagnostics name `label` where others name a file.
  Result<model::ExprId> read_expression(std::string_view text, std::string label);

 private:
  friend Result<PromelaProgram> lower(Model model, const LowerOptions& options);
  PromelaProgram(Model model, const LowerOptions& options);
  std::unique_ptr<Model> model_;
  std::unique_ptr<model::Program> program_;
  std::unique_ptr<LowerOptions> options_;
  std::unique_ptr<class Lowering> lowering_;
  std::vector<StatedFormula> formulas_;
  std::vector<NeverClaim> claims_;
};

// The program that a text means. Otherwise what is wrong with it: at least one error; each may be followed by notes.
Result<PromelaProgram> read_promela(std::string_view text, std::string file_name, const ParseOptions& parse_options = {},
                                    const LowerOptions& options = {});

}  // namespace lariat::promela
