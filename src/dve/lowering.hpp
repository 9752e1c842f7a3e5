// SPDX-License-Identifier: Apache-2.0
// From a model as it is written to a program, with all checks on the way.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dve/ast.hpp"
#include "dve/diagnostics.hpp"
#include "dve/expression_lowering.hpp"
#include "dve/names.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/model/program.hpp"

namespace lariat::dve {

class Lowering {
 public:
  Lowering(const Model& model, const DveOptions& options, Diagnostics& diagnostics);

  // Complete only if no error was reported.
  model::Program run();

 private:
  // declaration_lowering.cpp
  void declare_variables(std::span<const Variable> variables, model::ProcessTypeId type);
  void declare_variable(const Variable& variable, model::ProcessTypeId type);
  std::uint32_t array_size(const Variable& variable, model::ProcessTypeId type);
  std::vector<model::Value> initial_values(const Variable& variable, const model::Variable& shape, model::ProcessTypeId type);
  void declare_channels();
  void declare_channel(const Channel& channel);
  void count_bytes(std::uint64_t bytes, std::uint32_t offset);

  // process_lowering.cpp
  void declare_processes();
  void declare_process(const Process& process, model::ProcessTypeId type);
  void mark_states(const Process& process, model::ProcessTypeId type);
  void mark_accepting(const Process& process, model::ProcessTypeId type);
  void lower_process(const Process& process, model::ProcessTypeId type);
  void lower_transition(const Process& process, const Transition& transition, model::ProcessTypeId type);
  std::uint32_t lower_sync(const Sync& sync, model::ProcessTypeId type, const Context& context);
  void check_lockstep();
  void check_property_sync(const Sync& sync);
  model::LocationId find_state(const Name& name, model::ProcessTypeId type);  // 0 after an error
  bool is_property(const Process& process) const { return model_.property && model_.property->text == process.name.text; }
  std::string one_line(const Transition& transition) const;

  const Model& model_;
  Diagnostics& diagnostics_;
  model::Program program_;
  Names names_{program_};
  ExpressionLowering expressions_;
  std::uint64_t state_bytes_ = 0;
  bool too_large_ = false;  // the state; reported once
};

}  // namespace lariat::dve
