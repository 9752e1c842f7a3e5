// SPDX-License-Identifier: Apache-2.0
// DVE models: one program, perhaps with a property process.
#include <utility>

#include "frontend/readers.hpp"
#include "lariat/base/file.hpp"
#include "lariat/dve/read.hpp"

namespace lariat::frontend {
namespace {

using model::Program;

class DveModel : public LanguageModel {
 public:
  explicit DveModel(Program program) : program_(std::move(program)) {
    if (program_.observer) observers.push_back(program_.observer->name);
    observer_kind = "property process";
  }

  Program& program() override { return program_; }
  Program& watched_by(const std::string& /*observer*/) override { return program_; }
  Result<model::ExprId> read_expression(std::string_view text, std::string label) override {
    return dve::read_expression(program_, text, std::move(label));
  }

 private:
  Program program_;
};

}  // namespace

Result<std::unique_ptr<LanguageModel>> read_dve_model(const std::string& text, const std::string& file,
                                                      const ReadOptions& options, const Limits& limits) {
  if (!options.claim_file.empty())
    return Diagnostic{.message = "--claim is for Promela models: give this one a property process, or use --ltl",
                      .file = display_name(file)};
  const Overflow overflow = options.overflow.value_or(Overflow::error);
  std::vector<Diagnostic> warnings;
  Result<Program> read =
      dve::read_dve(text, display_name(file),
                    {.overflow = overflow == Overflow::wrap ? Program::Overflow::wrap : Program::Overflow::error,
                     .error_state = overflow == Overflow::goes_on ? Program::ErrorState::goes_on : Program::ErrorState::stops,
                     .limits = limits},
                    &warnings);
  if (!read) return read.errors();
  auto model = std::make_unique<DveModel>(*std::move(read));
  model->warnings = std::move(warnings);
  return std::unique_ptr<LanguageModel>(std::move(model));
}

}  // namespace lariat::frontend
