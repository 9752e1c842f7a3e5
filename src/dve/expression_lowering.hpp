// SPDX-License-Identifier: Apache-2.0
// From expressions as they are written to expressions of a program: names are looked up, constants computed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dve/ast.hpp"
#include "dve/diagnostics.hpp"
#include "dve/names.hpp"
#include "lariat/model/program.hpp"

namespace lariat::dve {

// Who evaluates an expression, and when.
struct Context {
  model::ProcessTypeId type = model::none;   // none: it stands outside of all processes
  model::LocationId location = model::none;  // where the observer is, if it is the one
  bool initial = false;                      // variables have their initial values, and so the result is a constant
};

class ExpressionLowering {
 public:
  // `nodes` and the others must outlive it. `file` is what places in the program say of the file.
  ExpressionLowering(model::Program& program, const Names& names, const SourceText& source, std::span<const Expr> nodes,
                     std::uint32_t file, Diagnostics& diagnostics)
      : program_(program), names_(names), source_(source), nodes_(nodes), file_(file), diagnostics_(diagnostics) {}

  // The expression, or some constant after an error.
  model::ExprId lower(ExprId root, const Context& context);

  // What can be assigned, or nothing after an error.
  std::optional<model::PlaceId> lower_target(ExprId root, const Context& context);

  // Warns if a value that is a constant is none of this type's; `name` is what is to hold it.
  void check_fits(ExprId written, model::ExprId value, const model::Type& type, std::string_view name);

  // The value of an expression that must be known now, or nothing after an error.
  std::optional<model::Value> evaluate(ExprId root, model::ProcessTypeId type);

  model::Source source_at(std::uint32_t offset) const;

 private:
  // Operands of one associative operator in a row, or a single expression. They are put together late, so that a long row
  // becomes a tree of little depth.
  struct Chain {
    std::vector<model::ExprId> parts;
    model::Op op = model::Op::constant;
  };

  ExprId first_of(ExprId root) const;
  void lower_node(const Expr& node, const Context& context, std::vector<Chain>& stack);
  Chain unary(model::Op op, Chain a, std::uint32_t offset);
  Chain binary(model::Op op, Chain a, Chain b, std::uint32_t offset);
  model::ExprId join(Chain chain);

  std::optional<Symbol> find_variable(const Expr& node, const Context& context, model::ProcessTypeId& owner);
  void report_unknown_variable(const Expr& node, model::ProcessTypeId type);
  model::ExprId variable(const Expr& node, const Context& context, model::ExprId index);
  model::ExprId known_variable(const Expr& node, const Context& context, const Symbol& symbol, model::ExprId index);
  bool is_good_index(const Expr& node, const Context& context, model::Value index, const model::Variable& array);
  model::ExprId table(const model::Variable& values, model::ExprId index, std::uint32_t offset);
  std::optional<model::Place> place(const Expr& node, const Context& context, const Symbol& symbol, model::ProcessTypeId owner,
                                    model::ExprId index);
  model::ExprId at_state(const Expr& node, const Context& context);

  std::optional<model::ProcessTypeId> find_process(const Name& name);
  bool is_observer(model::ProcessTypeId type) const { return program_.observer && program_.observer->type == type; }
  model::Value process_number(model::ProcessTypeId type) const;
  const model::Expr* constant(model::ExprId id) const;

  model::Program& program_;
  const Names& names_;
  const SourceText& source_;
  std::span<const Expr> nodes_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
};

}  // namespace lariat::dve
