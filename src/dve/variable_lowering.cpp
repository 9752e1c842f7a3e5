// SPDX-License-Identifier: Apache-2.0
// Variables and constants in expressions.
#include <fmt/format.h>

#include "dve/expression_lowering.hpp"

namespace lariat::dve {
namespace {

model::Value element(const model::Variable& variable, std::size_t index) {
  return index < variable.initial.size() ? variable.initial[index] : 0;
}

}  // namespace

void ExpressionLowering::report_unknown_variable(const Expr& node, model::ProcessTypeId type) {
  const std::string_view name = node.name.text;
  std::string hint;
  if (type != model::none && names_.find_location(name, type))
    hint = fmt::format(" (a state is '{}.{}')", program_.process_types[type].name, name);
  else if (names_.find_channel(name))
    hint = " (it is a channel)";
  else if (names_.find_process(name))
    hint = " (it is a process)";
  else
    hint = did_you_mean(name, names_.variable_names(type));
  diagnostics_.error(node.name.offset, node.process.text.empty() ? fmt::format("there is no variable {}{}", quote(name), hint)
                                                                 : fmt::format("process {} has no variable {}{}",
                                                                               quote(node.process.text), quote(name), hint));
}

// What the name stands for; `owner` becomes the process that it was looked for in.
std::optional<Symbol> ExpressionLowering::find_variable(const Expr& node, const Context& context, model::ProcessTypeId& owner) {
  owner = context.type;
  if (!node.process.text.empty()) {
    const auto process = find_process(node.process);
    if (!process) return std::nullopt;
    owner = *process;
  }
  const auto symbol = names_.find_variable(node.name.text, owner);
  if (!symbol) {
    report_unknown_variable(node, owner);
    return std::nullopt;
  }
  if (node.a != none && !symbol->variable->is_array) {
    diagnostics_.error(node.name.offset, fmt::format("{} is no array", quote(node.name.text)));
    return std::nullopt;
  }
  return symbol;
}

model::ExprId ExpressionLowering::variable(const Expr& node, const Context& context, model::ExprId index) {
  model::ProcessTypeId owner = model::none;
  const auto symbol = find_variable(node, context, owner);
  if (!symbol) return program_.constant(0, source_at(node.offset));
  if (symbol->constant || context.initial) return known_variable(node, context, *symbol, index);
  const auto where = place(node, context, *symbol, owner, index);
  return where ? program_.read(*where) : program_.constant(0, source_at(node.offset));
}

// A constant; or a variable where its initial value is meant. An array without an index is its first element.
model::ExprId ExpressionLowering::known_variable(const Expr& node, const Context& context, const Symbol& symbol,
                                                 model::ExprId index) {
  const model::Variable& values = *symbol.variable;
  if (index == model::none) return program_.constant(element(values, 0), source_at(node.offset));
  const auto* const known = constant(index);
  if (known == nullptr) return table(values, index, node.offset);
  const model::Value i = known->value;
  if (i >= 0 && static_cast<std::uint32_t>(i) < values.size)
    return program_.constant(element(values, static_cast<std::size_t>(i)), source_at(node.offset));
  return is_good_index(node, context, i, values) ? table(values, index, node.offset)
                                                 : program_.constant(0, source_at(node.offset));
}

// False after an error. A process may have a statement with a bad index where it never comes, which deserves a warning; a
// property could not be evaluated in any state.
bool ExpressionLowering::is_good_index(const Expr& node, const Context& context, model::Value index,
                                       const model::Variable& array) {
  if (index >= 0 && static_cast<std::uint32_t>(index) < array.size) return true;
  std::string message =
      fmt::format("the index {} is outside the array {}, which has {} elements", index, quote(node.name.text), array.size);
  if (!context.initial && context.type != model::none) {
    diagnostics_.warning(node.offset, std::move(message));
    return true;
  }
  diagnostics_.error(node.offset, std::move(message));
  return false;
}

void ExpressionLowering::check_fits(ExprId written, model::ExprId value, const model::Type& type, std::string_view name) {
  const auto* const known = constant(value);
  if (known == nullptr || type.holds(known->value)) return;
  diagnostics_.warning(nodes_[written].offset, fmt::format("the value {} does not fit into {}, which holds {} to {}",
                                                           known->value, quote(name), type.min(), type.max()));
}

// An element of a constant array, found by halving: constants are no part of a state, hence there is nothing to read. An index
// outside goes wrong.
model::ExprId ExpressionLowering::table(const model::Variable& values, model::ExprId index, std::uint32_t offset) {
  const model::Source source = source_at(offset);
  std::vector<model::ExprId> parts;
  for (std::uint32_t i = 0; i < values.size; ++i) parts.push_back(program_.constant(element(values, i), source));
  index =
      program_.add({.op = model::Op::bounded, .value = static_cast<model::Value>(values.size), .a = index, .source = source});
  // One comparison at least, so that the index is looked at.
  if (parts.size() == 1) parts.push_back(parts[0]);
  for (model::Value width = 1; parts.size() > 1; width *= 2) {
    // parts[k] covers the indices from k * width on.
    std::size_t kept = 0;
    for (std::size_t k = 0; k < parts.size(); k += 2) {
      if (k + 1 == parts.size()) {
        parts[kept++] = parts[k];
        continue;
      }
      const model::ExprId middle = program_.constant(static_cast<model::Value>(k + 1) * width, source);
      const model::ExprId below = program_.binary(model::Op::less, index, middle, source);
      parts[kept++] =
          program_.add({.op = model::Op::conditional, .a = below, .b = parts[k], .c = parts[k + 1], .source = source});
    }
    parts.resize(kept);
  }
  return parts[0];
}

std::optional<model::Place> ExpressionLowering::place(const Expr& node, const Context& context, const Symbol& symbol,
                                                      model::ProcessTypeId owner, model::ExprId index) {
  model::Place place{.variable = symbol.number, .index = index, .source = source_at(node.offset)};
  if (const auto* const known = index == model::none ? nullptr : constant(index);
      known != nullptr && !is_good_index(node, context, known->value, *symbol.variable))
    return std::nullopt;
  if (symbol.type == model::none) return place;
  place.type = symbol.type;
  place.scope = model::Place::Scope::local;
  if (owner == context.type) return place;
  if (is_observer(owner)) {
    diagnostics_.error(node.offset, "the property process watches the others; nobody else can refer to it");
    return std::nullopt;
  }
  place.scope = model::Place::Scope::foreign;
  place.process = program_.constant(process_number(owner), place.source);
  return place;
}

std::optional<model::PlaceId> ExpressionLowering::lower_target(ExprId root, const Context& context) {
  const Expr& node = nodes_[root];
  if (node.op != Op::variable) {
    diagnostics_.error(node.offset, "only a variable or an element of an array can take a value");
    return std::nullopt;
  }
  // The index first: it may have errors of its own.
  const model::ExprId index = node.a == none ? model::none : lower(node.a, context);
  model::ProcessTypeId owner = model::none;
  const auto symbol = find_variable(node, context, owner);
  if (!symbol) return std::nullopt;
  if (symbol->constant) {
    diagnostics_.error(node.name.offset, fmt::format("{} is a constant", quote(node.name.text)));
    return std::nullopt;
  }
  if (symbol->type != model::none && owner != context.type) {
    diagnostics_.error(node.offset, fmt::format("only process {} can change its variables", quote(node.process.text)));
    return std::nullopt;
  }
  if (symbol->type == model::none && context.type != model::none && is_observer(context.type)) {
    diagnostics_.error(node.offset, "the property process watches the others; it cannot change a global variable");
    return std::nullopt;
  }
  const auto where = place(node, context, *symbol, owner, index);
  return where ? std::optional(program_.add(*where)) : std::nullopt;
}

}  // namespace lariat::dve
