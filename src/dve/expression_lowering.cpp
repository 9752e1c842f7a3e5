// SPDX-License-Identifier: Apache-2.0
#include "dve/expression_lowering.hpp"

#include <fmt/format.h>

#include <utility>

#include "lariat/model/arithmetic.hpp"

namespace lariat::dve {
namespace {

constexpr std::size_t long_chain = 64;  // longer ones are built as balanced trees

std::size_t operand_count(const Expr& node) {
  return static_cast<std::size_t>(node.a != none) + static_cast<std::size_t>(node.b != none);
}

model::Op program_operator(Op op) {
  switch (op) {
    case Op::negate:
      return model::Op::negate;
    case Op::complement:
      return model::Op::complement;
    case Op::logical_not:
      return model::Op::logical_not;
    case Op::logical_and:
      return model::Op::logical_and;
    case Op::imply:  // not a, or b
    case Op::logical_or:
      return model::Op::logical_or;
    case Op::bit_and:
      return model::Op::bit_and;
    case Op::bit_or:
      return model::Op::bit_or;
    case Op::bit_xor:
      return model::Op::bit_xor;
    case Op::equal:
      return model::Op::equal;
    case Op::not_equal:
      return model::Op::not_equal;
    case Op::less:
      return model::Op::less;
    case Op::less_equal:
      return model::Op::less_equal;
    case Op::greater:
      return model::Op::greater;
    case Op::greater_equal:
      return model::Op::greater_equal;
    case Op::shift_left:
      return model::Op::shift_left;
    case Op::shift_right:
      return model::Op::shift_right;
    case Op::add:
      return model::Op::add;
    case Op::subtract:
      return model::Op::subtract;
    case Op::multiply:
      return model::Op::multiply;
    case Op::divide:
      return model::Op::divide;
    case Op::remainder:
      return model::Op::remainder;
    case Op::number:
    case Op::variable:
    case Op::at_state:
      break;
  }
  return model::Op::constant;
}

// Where brackets may be moved without a change of value: sums wrap around, and truth values are 0 and 1.
bool is_associative(model::Op op) {
  return op == model::Op::add || op == model::Op::multiply || op == model::Op::bit_and || op == model::Op::bit_or ||
         op == model::Op::bit_xor || op == model::Op::logical_and || op == model::Op::logical_or;
}

}  // namespace

model::Source ExpressionLowering::source_at(std::uint32_t offset) const {
  const SourceText::Position position = source_.position(offset);
  return {.file = file_, .line = position.line, .column = position.column};
}

const model::Expr* ExpressionLowering::constant(model::ExprId id) const {
  const model::Expr& expression = program_.expressions[id];
  return expression.op == model::Op::constant ? &expression : nullptr;
}

// Operands stand right before their operator: going back, each node met is one operand less to find, and brings its own.
ExprId ExpressionLowering::first_of(ExprId root) const {
  ExprId first = root;
  for (std::size_t missing = operand_count(nodes_[root]); missing > 0; --missing) missing += operand_count(nodes_[--first]);
  return first;
}

model::ExprId ExpressionLowering::lower(ExprId root, const Context& context) {
  std::vector<Chain> stack;
  for (ExprId i = first_of(root); i <= root; ++i) lower_node(nodes_[i], context, stack);
  const model::ExprId result = join(std::move(stack.back()));
  if (program_.depth(result) > model::max_depth) {
    diagnostics_.error(nodes_[root].offset,
                       fmt::format("the expression is nested too deeply; {} levels are possible", model::max_depth));
    return program_.constant(0);
  }
  return result;
}

void ExpressionLowering::lower_node(const Expr& node, const Context& context, std::vector<Chain>& stack) {
  const auto pop = [&stack] {
    Chain chain = std::move(stack.back());
    stack.pop_back();
    return chain;
  };
  const auto push = [&stack](model::ExprId id) { stack.push_back({.parts = {id}}); };
  const model::Op op = program_operator(node.op);
  switch (node.op) {
    case Op::number:
      return push(program_.constant(node.value, source_at(node.offset)));
    case Op::variable: {
      const model::ExprId index = node.a == none ? model::none : join(pop());
      return push(variable(node, context, index));
    }
    case Op::at_state:
      return push(at_state(node, context));
    case Op::negate:
    case Op::complement:
    case Op::logical_not:
      return stack.push_back(unary(op, pop(), node.offset));
    default: {
      Chain b = pop();
      Chain a = pop();
      if (node.op == Op::imply) a = unary(model::Op::logical_not, std::move(a), node.offset);
      return stack.push_back(binary(op, std::move(a), std::move(b), node.offset));
    }
  }
}

ExpressionLowering::Chain ExpressionLowering::unary(model::Op op, Chain a, std::uint32_t offset) {
  const model::ExprId operand = join(std::move(a));
  if (const auto* known = constant(operand))
    return {.parts = {program_.constant(*model::apply(op, known->value), source_at(offset))}};
  return {.parts = {program_.unary(op, operand, source_at(offset))}};
}

ExpressionLowering::Chain ExpressionLowering::binary(model::Op op, Chain a, Chain b, std::uint32_t offset) {
  const model::ExprId right = join(std::move(b));
  if (a.parts.size() > 1 && a.op == op) {
    a.parts.push_back(right);
    return a;
  }
  const model::ExprId left = join(std::move(a));
  const auto* const known = constant(left);
  if (known != nullptr && constant(right) != nullptr)
    if (const auto value = model::apply(op, known->value, constant(right)->value))
      return {.parts = {program_.constant(*value, source_at(offset))}};
  // The right operand is not evaluated if the left one decides.
  if (known != nullptr && op == model::Op::logical_and && known->value == 0) return {.parts = {left}};
  if (known != nullptr && op == model::Op::logical_or && known->value != 0)
    return {.parts = {program_.constant(1, source_at(offset))}};
  if (is_associative(op)) return {.parts = {left, right}, .op = op};
  return {.parts = {program_.binary(op, left, right, source_at(offset))}};
}

model::ExprId ExpressionLowering::join(Chain chain) {
  std::vector<model::ExprId>& parts = chain.parts;
  const auto together = [&](model::ExprId a, model::ExprId b) {
    return program_.binary(chain.op, a, b, program_.expressions[a].source);
  };
  while (parts.size() > long_chain) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); i += 2)
      parts[kept++] = i + 1 < parts.size() ? together(parts[i], parts[i + 1]) : parts[i];
    parts.resize(kept);
  }
  model::ExprId result = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) result = together(result, parts[i]);
  return result;
}

std::optional<model::Value> ExpressionLowering::evaluate(ExprId root, model::ProcessTypeId type) {
  const model::ExprId id = lower(root, {.type = type, .initial = true});
  if (const auto* known = constant(id)) return known->value;
  diagnostics_.error(nodes_[root].offset, "this has no value: a division by 0");
  return std::nullopt;
}

std::optional<model::ProcessTypeId> ExpressionLowering::find_process(const Name& name) {
  const auto type = names_.find_process(name.text);
  if (!type)
    diagnostics_.error(name.offset, fmt::format("there is no process {}{}", quote(name.text),
                                                did_you_mean(name.text, names_.process_names())));
  return type;
}

model::Value ExpressionLowering::process_number(model::ProcessTypeId type) const {
  std::size_t number = 0;
  while (program_.processes[number].type != type) ++number;
  return static_cast<model::Value>(number);
}

model::ExprId ExpressionLowering::at_state(const Expr& node, const Context& context) {
  const model::ExprId nothing = program_.constant(0, source_at(node.offset));
  const auto type = find_process(node.process);
  if (!type) return nothing;
  const auto location = names_.find_location(node.name.text, *type);
  if (!location) {
    const bool is_variable = names_.find_variable(node.name.text, *type).has_value();
    diagnostics_.error(node.name.offset,
                       fmt::format("process {} has no state {}{}", quote(node.process.text), quote(node.name.text),
                                   is_variable ? fmt::format(" (a variable is '{}->{}')", node.process.text, node.name.text)
                                               : did_you_mean(node.name.text, names_.location_names(*type))));
    return nothing;
  }
  if (context.initial)
    return program_.constant(program_.process_types[*type].initial == *location ? 1 : 0, source_at(node.offset));
  if (is_observer(*type)) {
    if (context.type == *type) return program_.constant(context.location == *location ? 1 : 0, source_at(node.offset));
    diagnostics_.error(node.offset, "the property process watches the others; nobody else can refer to it");
    return nothing;
  }
  const model::ExprId process = program_.constant(process_number(*type), source_at(node.offset));
  return program_.at(*type, process, {*location}, source_at(node.offset));
}

}  // namespace lariat::dve
