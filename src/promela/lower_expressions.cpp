// SPDX-License-Identifier: Apache-2.0
// Expressions. Those of a model stand in an order in which operands come first, so that no recursion is needed.
#include <algorithm>

#include "promela/lowering.hpp"

namespace lariat::promela {

namespace {

std::optional<model::Op> operator_of(ExprKind kind) {
  using model::Op;
  switch (kind) {
    case ExprKind::minus:
      return Op::negate;
    case ExprKind::complement:
      return Op::complement;
    case ExprKind::negation:
      return Op::logical_not;
    case ExprKind::enabled:
      return Op::is_enabled;
    case ExprKind::pc_value:
      return Op::location_of;
    case ExprKind::get_priority:
      return Op::priority_of;
    case ExprKind::multiply:
      return Op::multiply;
    case ExprKind::divide:
      return Op::divide;
    case ExprKind::modulo:
      return Op::remainder;
    case ExprKind::add:
      return Op::add;
    case ExprKind::subtract:
      return Op::subtract;
    case ExprKind::shift_left:
      return Op::shift_left;
    case ExprKind::shift_right:
      return Op::shift_right;
    case ExprKind::less:
      return Op::less;
    case ExprKind::greater:
      return Op::greater;
    case ExprKind::less_equal:
      return Op::less_equal;
    case ExprKind::greater_equal:
      return Op::greater_equal;
    case ExprKind::equal:
      return Op::equal;
    case ExprKind::not_equal:
      return Op::not_equal;
    case ExprKind::bit_and:
      return Op::bit_and;
    case ExprKind::bit_xor:
      return Op::bit_xor;
    case ExprKind::bit_or:
      return Op::bit_or;
    case ExprKind::logical_and:
      return Op::logical_and;
    case ExprKind::logical_or:
      return Op::logical_or;
    case ExprKind::conditional:
      return Op::conditional;
    default:
      return std::nullopt;
  }
}

}  // namespace

model::ExprId Lowering::expression(ExprId id) {
  lowered_.resize(std::max<std::size_t>(lowered_.size(), model_.expressions.size()), model::none);
  const std::uint32_t first = model_[id].first ? model_[id].first.value : id.value;
  for (std::uint32_t i = first; i <= id.value; ++i)
    if (lowered_[i] == model::none) lowered_[i] = node(model_.expressions[i]);
  const model::ExprId result = lowered_[id.value];
  if (program_.depth(result) > model::max_depth) {
    error(model_[id].place, "this expression is too deep");
    return program_.constant(0);
  }
  return result;
}

model::ExprId Lowering::node(const Expr& e) {
  tick();
  const auto operand = [&](std::size_t i) { return e.operands[i] ? lowered_[e.operands[i].value] : model::none; };
  if (const auto op = operator_of(e.kind)) {
    model::Expr result{.op = *op, .a = operand(0), .b = operand(1), .c = operand(2), .source = source(e.place)};
    // What is too deep is refused by whoever asked for the whole.
    for (const model::ExprId part : {result.a, result.b, result.c})
      if (part != model::none && program_.depth(part) > model::max_depth) return part;
    return program_.add(result);
  }
  switch (e.kind) {
    case ExprKind::constant:
      return program_.constant(e.value, source(e.place));
    case ExprKind::reference:
      return reference_value(e);
    case ExprKind::len:
    case ExprKind::empty:
    case ExprKind::nempty:
    case ExprKind::full:
    case ExprKind::nfull:
    case ExprKind::poll:
      return channel_question(e);
    case ExprKind::remote_label:
    case ExprKind::remote_variable:
      return remote(e);
    case ExprKind::timeout:
      return program_.add(model::Expr{.op = model::Op::timeout, .source = source(e.place)});
    case ExprKind::nonprogress:
      // A system that cannot move makes no cycle without progress.
      return program_.binary(model::Op::logical_and, program_.add(model::Expr{.op = model::Op::nonprogress}),
                             program_.add(model::Expr{.op = model::Op::can_move}), source(e.place));
    default:
      return program_.constant(0);  // run: what it does is an effect
  }
}

model::ExprId Lowering::reference_value(const Expr& e) {
  const Reference& reference = model_[e.reference];
  const auto own = [&] { return program_.add(model::Expr{.op = model::Op::own_number, .source = source(e.place)}); };
  if (reference.variable == predefined(Predefined::pid)) return own();
  if (reference.variable == predefined(Predefined::nr_pr))
    return program_.add(model::Expr{.op = model::Op::process_count, .source = source(e.place)});
  if (reference.variable == predefined(Predefined::priority))
    return program_.unary(model::Op::priority_of, own(), source(e.place));
  if (reference.variable == predefined(Predefined::p)) return program_.unary(model::Op::location_of, own(), source(e.place));
  const Variable& target = model_.target(e.reference);
  if (target.type.basic == Basic::structure) return program_.constant(0);  // a structure as a whole: see values()
  return program_.read(place(e.reference));
}

std::vector<model::ExprId> Lowering::values(std::span<const ExprId> ids) {
  std::vector<model::ExprId> result;
  for (const ExprId id : ids) {
    const Expr& e = model_[id];
    const bool is_structure = e.kind == ExprKind::reference && model_.target(e.reference).type.basic == Basic::structure;
    if (!is_structure) {
      result.push_back(expression(id));
      continue;
    }
    expression(id);  // its indices
    for (const model::Place& place : places(e.reference)) result.push_back(program_.read(place));
  }
  return result;
}

std::vector<model::Communication::Argument> Lowering::arguments(std::span<const MessageArgument> arguments) {
  using Argument = model::Communication::Argument;
  std::vector<Argument> result;
  for (const MessageArgument& argument : arguments) {
    if (argument.kind != MessageArgument::Kind::variable) {
      result.push_back({.kind = Argument::Kind::value, .value = expression(argument.value)});
      continue;
    }
    for (const model::Place& place : places(argument.target)) {
      if (place.scope == model::Place::Scope::nowhere)
        result.push_back({.kind = Argument::Kind::any});
      else
        result.push_back({.kind = Argument::Kind::store, .place = program_.add(place)});
    }
  }
  return result;
}

std::vector<model::Communication::Argument> Lowering::patterns(std::span<const ExprId> arguments) {
  using Argument = model::Communication::Argument;
  std::vector<Argument> result;
  for (const ExprId argument : arguments) {
    const Expr& e = model_[argument];
    if (e.kind == ExprKind::reference && model_[e.reference].variable == predefined(Predefined::underscore))
      result.push_back({.kind = Argument::Kind::any});
    else
      result.push_back({.kind = Argument::Kind::value, .value = expression(argument)});
  }
  return result;
}

model::ExprId Lowering::channel_question(const Expr& e) {
  using model::Op;
  const model::ExprId channel = program_.read(place(e.reference));
  switch (e.kind) {
    case ExprKind::len:
      return program_.unary(Op::length, channel, source(e.place));
    case ExprKind::empty:
      return program_.unary(Op::is_empty, channel, source(e.place));
    case ExprKind::nempty:
      return program_.unary(Op::logical_not, program_.unary(Op::is_empty, channel, source(e.place)), source(e.place));
    case ExprKind::full:
      return program_.unary(Op::is_full, channel, source(e.place));
    case ExprKind::nfull:
      return program_.unary(Op::logical_not, program_.unary(Op::is_full, channel, source(e.place)), source(e.place));
    default:
      break;
  }
  const std::uint32_t receive = program_.add(model::Communication{.kind = model::Communication::Kind::receive,
                                                                  .channel = channel,
                                                                  .arguments = arguments(model_.messages[e.index]),
                                                                  .anywhere = e.value != 0,
                                                                  .source = source(e.place)});
  const model::ExprId position = program_.add(model::Expr{.op = Op::can_receive, .index = receive, .source = source(e.place)});
  // Spin's `c??[..]` is a position only in models where all channels have buffers.
  if (e.value == 0 || !has_rendezvous()) return position;
  return program_.binary(Op::not_equal, position, program_.constant(0), source(e.place));
}

model::ExprId Lowering::remote(const Expr& e) {
  const Remote& remote = model_.remotes[e.index];
  const model::ExprId number = remote.pid ? expression(remote.pid) : model::none;
  const model::ProcessTypeId type = type_of(remote.process);
  if (e.kind == ExprKind::remote_label) {
    const model::ExprId result = program_.at(type, number, {}, source(e.place));
    pending_labels.push_back({.expression = result, .label = remote.label});
    return result;
  }
  const auto declared = declared_.find(remote.variable.value);
  if (declared == declared_.end() || declared->second.leaves.empty()) return program_.constant(0);
  const Leaf& leaf = declared->second.leaves.begin()->second;
  model::Place place{.scope = model::Place::Scope::foreign,
                     .type = type,
                     .process = number,
                     .variable = leaf.variable,
                     .index = remote.index ? expression(remote.index) : model::none,
                     .source = source(e.place)};
  return program_.read(place);
}

model::Effect Lowering::start(ExprId id) {
  const Run& run = model_.runs[model_[id].index];
  model::Effect effect{.kind = model::Effect::Kind::start, .type = type_of(run.process), .source = source(model_[id].place)};
  effect.arguments = values(run.arguments);
  // The priority of a proctype is that of its active processes only.
  if (program_.uses_priorities) effect.value = program_.constant(run.priority != 0 ? run.priority : 1);
  return effect;
}

}  // namespace lariat::promela
