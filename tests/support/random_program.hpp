// SPDX-License-Identifier: Apache-2.0
// Random programs: a few processes with every feature of a Program.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) {}

  model::Program make() {
    program_.name = "random";
    program_.files = {"random.dve"};
    program_.overflow = one_in(2) ? model::Program::Overflow::wrap : model::Program::Overflow::error;
    program_.newest_first = one_in(2);
    program_.receiver_takes_over = one_in(2);
    program_.uses_priorities = one_in(12);
    dynamic_ = one_in(3);
    committed_ = one_in(6);
    sequences_ = one_in(2);
    declare();
    for (model::ProcessTypeId type = 0; type < program_.process_types.size(); ++type) add_transitions(type);
    return program_;
  }

 private:
  std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool one_in(unsigned n) { return below(n) == 0; }

  void declare() {
    program_.globals = {{.name = "x", .type = model::byte_type},
                        {.name = "y", .type = model::Type{2, false}, .initial = {1}},
                        {.name = "a", .type = model::byte_type, .size = 3, .is_array = true},
                        {.name = "c", .type = model::byte_type, .initial = {1}}};  // the number of a channel, sometimes
    if (one_in(8)) program_.last_process = 1;
    if (one_in(8)) program_.globals[1].hidden = true;
    program_.channel_types = {{.name = "queue", .capacity = 2, .fields = {model::byte_type}},
                              {.name = "slot", .capacity = 1, .fields = {model::byte_type}},
                              {.name = "meeting", .capacity = 0, .fields = {model::byte_type}}};
    program_.channels = {{.name = "queue", .type = 0}, {.name = "slot", .type = 1}, {.name = "meeting", .type = 2}};
    const std::uint32_t types = 2 + below(2);
    for (std::uint32_t t = 0; t < types; ++t) {
      model::ProcessType type{
          .name = "P" + std::to_string(t),
          .parameters = 1,
          .variables = {{.name = "u", .type = model::byte_type}, {.name = "v", .type = model::byte_type, .size = 2}}};
      type.locations.resize(2 + below(3));
      for (model::Location& location : type.locations) {
        location.committed = committed_ && one_in(4);
        location.progress = one_in(3);
      }
      type.priority = static_cast<model::Value>(1 + below(2));
      program_.process_types.push_back(type);
    }
    const std::uint32_t processes = 2 + below(2);
    for (std::uint32_t p = 0; p < processes; ++p) program_.processes.push_back({.name = "", .type = p % types});
  }

  model::ExprId constant() { return program_.constant(static_cast<model::Value>(below(4))); }

  model::Place place(model::ProcessTypeId type, unsigned depth) {
    switch (below(6)) {
      case 0:
        return {.variable = 0};
      case 1:
        return {.variable = 1};
      case 2:
        return {.variable = 2,
                .index = one_in(2) ? program_.constant(static_cast<model::Value>(below(3))) : index(type, depth, 3)};
      case 3:
        return {.scope = model::Place::Scope::local, .type = type, .variable = 0};
      case 4:
        return {.scope = model::Place::Scope::local,
                .type = type,
                .variable = 1,
                .index = one_in(2) ? program_.constant(static_cast<model::Value>(below(2))) : index(type, depth, 2)};
      default:
        return {.scope = model::Place::Scope::foreign,
                .type = below(program_.process_types.size()),
                .process = one_in(3) ? model::none : expression(type, depth),
                .variable = 0};
    }
  }

  model::ExprId index(model::ProcessTypeId type, unsigned depth, model::Value size) {
    const model::ExprId value = expression(type, depth);
    if (one_in(4))
      return program_.add(
          model::Expr{.op = model::Op::bounded, .value = size, .a = value, .place = program_.add(model::Place{.variable = 2})});
    return program_.binary(model::Op::remainder, value, program_.constant(size));
  }

  model::ExprId channel() {
    if (one_in(8)) return program_.read({.variable = 3});
    return program_.constant(static_cast<model::Value>(1 + below(3)));
  }

  model::ExprId expression(model::ProcessTypeId type, unsigned depth) {
    if (depth == 0) return one_in(2) ? constant() : program_.read({.variable = below(2)});
    --depth;
    switch (below(18)) {
      case 0:
        return constant();
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return program_.read(place(type, depth));
      case 6:
        return program_.unary(model::Op::logical_not, expression(type, depth));
      case 7:
        return program_.add(model::Expr{.op = model::Op::conditional,
                                        .a = expression(type, depth),
                                        .b = expression(type, depth),
                                        .c = expression(type, depth)});
      case 8: {
        const model::ProcessTypeId other = below(program_.process_types.size());
        return program_.at(other, one_in(2) ? model::none : expression(type, depth),
                           {below(program_.process_types[other].locations.size())});
      }
      case 9:
        return program_.unary(one_in(3) ? model::Op::length : one_in(2) ? model::Op::is_empty : model::Op::is_full, channel());
      case 10:
        return program_.unary(model::Op::logical_not,
                              program_.unary(one_in(2) ? model::Op::is_empty : model::Op::is_full, channel()));
      case 11:
        return program_.add(model::Expr{.op = model::Op::can_receive, .index = receive(type, depth, one_in(2) ? 1 : 2)});
      case 12:
        return rare();
      default: {
        constexpr model::Op ops[] = {model::Op::add,         model::Op::subtract, model::Op::less,        model::Op::equal,
                                     model::Op::not_equal,   model::Op::divide,   model::Op::logical_and, model::Op::logical_or,
                                     model::Op::logical_and, model::Op::less};
        return program_.binary(ops[below(std::size(ops))], expression(type, depth), expression(type, depth));
      }
    }
  }

  model::ExprId rare() {
    switch (below(6)) {
      case 0:
        return program_.add(model::Expr{.op = one_in(4) ? model::Op::timeout : model::Op::nonprogress});
      case 1:
        return program_.add(model::Expr{.op = model::Op::process_count});
      case 2:
        return program_.add(model::Expr{.op = one_in(4) ? model::Op::is_enabled : model::Op::location_of, .a = constant()});
      case 3:
        return program_.add(model::Expr{.op = model::Op::priority_of, .a = constant()});
      default:
        return program_.add(model::Expr{.op = model::Op::own_number});
    }
  }

  std::uint32_t receive(model::ProcessTypeId type, unsigned depth, model::Value constant_channel = 0) {
    model::Communication receive{.kind = model::Communication::Kind::receive,
                                 .channel = constant_channel == 0 ? channel() : program_.constant(constant_channel),
                                 .anywhere = one_in(3),
                                 .copies = one_in(6)};
    if (one_in(3))
      receive.arguments = {{.value = expression(type, depth)}};
    else
      receive.arguments = {{.kind = model::Communication::Argument::Kind::store, .place = program_.add(place(type, depth))}};
    return program_.add(receive);
  }

  std::uint32_t send(model::ProcessTypeId type) {
    return program_.add(
        model::Communication{.channel = channel(), .arguments = {{.value = expression(type, 1)}}, .sorted = one_in(4)});
  }

  model::Effect effect(model::ProcessTypeId type) {
    if (one_in(12)) return {.kind = model::Effect::Kind::check, .value = expression(type, 2)};
    if (one_in(20) && program_.uses_priorities)
      return {.kind = model::Effect::Kind::set_priority, .value = constant(), .arguments = {constant()}};
    if (dynamic_ && one_in(6))
      return {.kind = model::Effect::Kind::start,
              .place = one_in(2) ? model::none : program_.add(place(type, 1)),
              .type = below(program_.process_types.size()),
              .arguments = {expression(type, 1)}};
    if (dynamic_ && one_in(8))
      return {.kind = model::Effect::Kind::make_channel,
              .place = program_.add(model::Place{.variable = 3}),
              .type = below(program_.channel_types.size())};
    return {.place = program_.add(place(type, 2)), .value = expression(type, 2)};
  }

  void add_transitions(model::ProcessTypeId id) {
    if (one_in(8)) program_.process_types[id].provided = expression(id, 2);
    if (dynamic_ && one_in(2))
      program_.process_types[id].on_start = {{.place = program_.add(place(id, 1)), .value = constant()}};
    const std::size_t locations = program_.process_types[id].locations.size();
    for (model::LocationId from = 0; from < locations; ++from) {
      const std::uint32_t count = 1 + below(3);
      for (std::uint32_t i = 0; i < count; ++i) {
        model::Transition transition{.source = from, .target = below(locations)};
        if (!one_in(3)) transition.guard = expression(id, 3);
        if (i > 0 && one_in(4)) transition.is_else = true;
        if (i > 0 && one_in(6)) transition.unless = {program_.process_types[id].locations[from].out.front()};
        if (one_in(3)) transition.communication = one_in(2) ? send(id) : receive(id, 1);
        if (dynamic_ && transition.communication == model::none && one_in(8)) {
          transition.effects = {{.kind = model::Effect::Kind::end}};
        } else {
          for (std::uint32_t k = below(3); k > 0; --k) transition.effects.push_back(effect(id));
          // Sequences that go on only to later locations have an end.
          if (sequences_ && transition.target > from && one_in(2))
            transition.then = one_in(2) ? model::Transition::Then::atomic : model::Transition::Then::at_once;
        }
        model::ProcessType& type = program_.process_types[id];
        type.transitions.push_back(transition);
        type.locations[from].out.push_back(static_cast<model::TransitionId>(type.transitions.size() - 1));
      }
    }
  }

  std::mt19937_64 random_;
  model::Program program_;
  bool dynamic_ = false;
  bool committed_ = false;
  bool sequences_ = false;
};

}  // namespace lariat::model
