// SPDX-License-Identifier: Apache-2.0
// From a Promela model to a program. What each part does is in docs/promela.md; what is a step and what is none, in
// lower_control.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/model/program.hpp"
#include "lariat/promela/lower.hpp"
#include "promela/model.hpp"
#include "promela/numbers.hpp"

namespace lariat::promela {

// The program that a model means. Otherwise what cannot be done.
Result<PromelaProgram> lower(Model model, const LowerOptions& options = {});

class Lowering {
 public:
  Lowering(const Model& model, const LowerOptions& options, model::Program& program)
      : model_(model), options_(options), program_(program), numbers_(model), limit_check_(&options.limits) {
    index_parts();
  }

  // To be called in every loop over parts of the model. Throws Stopped.
  void tick() { limit_check_(); }
  LimitCheck& limit_check() { return limit_check_; }

  // lower.cpp
  std::vector<Diagnostic> run();
  model::ExprId outside_expression(ExprId expression);  // one that stands in no process
  std::vector<Diagnostic> take_errors() { return std::move(errors_); }

  // lower_variables.cpp: structures are taken apart, and what is left are variables of the program.
  struct Leaf {
    model::VariableId variable = model::none;
    std::vector<std::uint32_t> sizes = {};  // of the arrays on the way, outermost first; a last one for the leaf itself
    Type type = {};
    bool is_array = false;  // the leaf itself
  };
  void declare_trace();
  void declare_globals();
  void declare_locals(ProcessId process);
  void initialise_globals();
  // The effects that give a variable its initial value. By a step, only the first element of an array gets one.
  void initialise(VarId variable, bool by_step, std::vector<model::Effect>& effects);
  // What a reference means: one place, or those of all fields if it is a structure.
  std::vector<model::Place> places(RefId reference);
  model::Place place(RefId reference);
  const Leaf& leaf(RefId reference) const;
  model::Type stored_type(const Type& type, bool is_array, bool hidden) const;
  void flatten(const Type& type, std::vector<Type>& fields) const;
  model::ChannelTypeId channel_type(const ChannelInit& init, const std::string& name);

  // lower_expressions.cpp
  model::ExprId expression(ExprId id);
  std::vector<model::ExprId> values(std::span<const ExprId> ids);  // structures become their fields
  std::vector<model::Communication::Argument> arguments(std::span<const MessageArgument> arguments);
  // What the sends of a trace match.
  std::vector<model::Communication::Argument> patterns(std::span<const ExprId> arguments);
  bool is_run(ExprId id) const { return model_[id].kind == ExprKind::run; }
  // True if any channel of the model has no buffer.
  bool has_rendezvous() const;
  bool is_true(ExprId id) const { return model_[id].kind == ExprKind::constant && model_[id].value != 0; }
  model::Effect start(ExprId run);

  model::Source source(SourceLocation place);
  void error(SourceLocation place, const std::string& message);

  const Model& model() const { return model_; }
  const std::vector<LabelId>& labels_of(ProcessId process) const { return labels_[process.value]; }
  bool is_asked_for(LabelId label) const { return remote_labels_.contains(label.value); }
  const Numbers& numbers() const { return numbers_; }
  const LowerOptions& options() const { return options_; }
  model::Program& program() { return program_; }
  model::ProcessTypeId type_of(ProcessId process) const { return types_[process.value]; }
  // The locations of labels are known when all processes have been lowered.
  struct PendingLabel {
    model::ExprId expression = model::none;
    LabelId label = {};
  };
  std::vector<PendingLabel> pending_labels;
  std::map<std::uint32_t, model::LocationId> label_locations;   // by LabelId
  std::vector<std::vector<std::uint32_t>> transition_elements;  // Spin's numbers, by type of process and transition
  // Transitions of the claim that stand for several statements of an atomic sequence: the numbers of all of them.
  std::map<model::TransitionId, std::vector<std::uint32_t>> claim_elements;
  std::optional<model::VariableId> hidden_counter(ProcessId process);

 private:
  struct Declared {
    bool is_global = true;
    model::ProcessTypeId type = model::none;
    std::map<std::vector<std::uint32_t>, Leaf> leaves = {};  // by the fields that lead there
  };

  void index_parts();
  void declare(VarId id, model::ProcessTypeId type);
  void declare_leaf(Declared& declared, const Variable& root, const Variable& variable, std::vector<std::uint32_t>& path,
                    std::vector<std::uint32_t> sizes, const std::string& name);
  void initialise_path(const Variable& root, VarId id, const Variable& variable, std::vector<std::uint32_t>& path,
                       const std::vector<std::uint32_t>& indices, bool by_step, std::vector<model::Effect>& effects);
  model::Place leaf_place(VarId variable, const Leaf& leaf, std::span<const model::ExprId> indices, SourceLocation at);
  void collect_places(VarId root, const Variable& variable, std::vector<std::uint32_t>& path,
                      std::vector<model::ExprId>& indices, bool is_indexed, SourceLocation at, std::vector<model::Place>& out);
  model::Place nowhere() const { return {.scope = model::Place::Scope::nowhere}; }

  model::ExprId node(const Expr& expression);
  model::ExprId reference_value(const Expr& expression);
  model::ExprId channel_question(const Expr& expression);
  model::ExprId remote(const Expr& expression);

  const Model& model_;
  const LowerOptions& options_;
  model::Program& program_;
  const Numbers numbers_;
  LimitCheck limit_check_;
  std::vector<std::vector<VarId>> locals_;           // by process, parameters aside
  std::vector<std::vector<LabelId>> labels_;         // by process
  std::unordered_set<std::uint32_t> remote_labels_;  // that an expression P@label asks for
  std::vector<Diagnostic> errors_;
  std::map<std::uint32_t, Declared> declared_;  // by VarId
  std::vector<model::ExprId> lowered_;          // by ExprId
  std::vector<model::ProcessTypeId> types_;     // by ProcessId; none for traces
  std::map<std::string, std::uint32_t> files_;
};

// lower_statements.cpp: what a statement that is one step needs and does.
model::Transition lower_statement(Lowering& lowering, StmtId id, bool in_d_step, bool in_trace);

// lower_control.cpp: the locations and transitions of a process.
void lower_body(Lowering& lowering, ProcessId process);

// lower_claims.cpp: the same of a never claim.
void lower_claim(Lowering& lowering, ProcessId process);

}  // namespace lariat::promela
