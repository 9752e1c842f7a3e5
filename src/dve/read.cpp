// SPDX-License-Identifier: Apache-2.0
#include "lariat/dve/read.hpp"

#include <utility>

#include "dve/lowering.hpp"
#include "dve/parse.hpp"

namespace lariat::dve {

Lowering::Lowering(const Model& model, const DveOptions& options, Diagnostics& diagnostics)
    : model_(model),
      diagnostics_(diagnostics),
      expressions_(program_, names_, *model.source, model.expressions, 0, diagnostics) {
  program_.name = model.source->file();
  program_.language = "dve";
  program_.files = {model.source->file()};
  program_.overflow = options.overflow;
  program_.error_state = options.error_state;
  program_.composition = model.synchronous ? model::Program::Composition::lockstep : model::Program::Composition::interleaved;
}

model::Program Lowering::run() {
  declare_processes();
  declare_variables(model_.variables, model::none);
  declare_channels();
  for (std::size_t i = 0; i < model_.processes.size(); ++i)
    declare_variables(model_.processes[i].variables, static_cast<model::ProcessTypeId>(i));
  for (std::size_t i = 0; i < model_.processes.size() && !diagnostics_.full(); ++i)
    lower_process(model_.processes[i], static_cast<model::ProcessTypeId>(i));
  if (model_.synchronous) check_lockstep();
  return std::move(program_);
}

Result<model::Program> read_dve(std::string_view text, std::string file_name, const DveOptions& options,
                                std::vector<Diagnostic>* warnings) {
  const auto model = parse(text, std::move(file_name), options.limits);
  if (!model) return model.errors();
  Diagnostics diagnostics(*model->source, &options.limits);
  model::Program program = Lowering(*model, options, diagnostics).run();
  if (!diagnostics.empty()) return diagnostics.take();
  if (warnings != nullptr) *warnings = diagnostics.take_warnings();
  return program;
}

Result<model::ExprId> read_expression(model::Program& program, std::string_view text, std::string label) {
  const auto expression = parse_expression(text, std::move(label));
  if (!expression) return expression.errors();
  Names names(program);
  names.add_all();
  Diagnostics diagnostics(*expression->source);
  const auto file = static_cast<std::uint32_t>(program.files.size());
  ExpressionLowering lowering(program, names, *expression->source, expression->expressions, file, diagnostics);
  const model::ExprId result = lowering.lower(expression->root, {});
  if (!diagnostics.empty()) return diagnostics.take();
  program.files.push_back(expression->source->file());
  return result;
}

}  // namespace lariat::dve
