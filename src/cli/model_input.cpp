// SPDX-License-Identifier: Apache-2.0
#include "cli/model_input.hpp"

#include "cli/interruption.hpp"
#include "cli/output.hpp"

namespace lariat::cli {

void complain(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) complain(to_string(diagnostic));
}

std::optional<frontend::Model> read_model_or_complain(const std::string& path, const ModelOptions& options,
                                                      const Limits& limits) {
  Limits all = limits;
  all.interrupted = &interrupted();
  auto model = frontend::load_model(path, options.read, all);
  complain(model ? model->warnings() : model.errors());
  if (!model) return std::nullopt;
  return *std::move(model);
}

std::optional<std::vector<check::Requirement>> read_requirements_or_complain(frontend::Model& model,
                                                                             ltl::FormulaStore& formulas,
                                                                             const frontend::RequirementTexts& texts) {
  auto requirements = frontend::read_requirements(model, formulas, texts, {.interrupted = &interrupted()});
  complain(requirements ? requirements->warnings : requirements.errors());
  if (!requirements) return std::nullopt;
  return std::move(requirements->list);
}

}  // namespace lariat::cli
