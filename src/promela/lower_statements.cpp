// SPDX-License-Identifier: Apache-2.0
// Statements that are one step: what the step needs and does.
#include "promela/lowering.hpp"
#include "promela/output_format.hpp"
#include "promela/print.hpp"

namespace lariat::promela {
namespace {

using model::Transition;

class StatementLowering {
 public:
  StatementLowering(Lowering& lowering, StmtId id, bool in_d_step, bool in_trace)
      : lowering_(lowering), model_(lowering.model()), id_(id), in_d_step_(in_d_step), in_trace_(in_trace) {}

  Transition run() {
    transition_ = {.position = source(), .text = to_text(model_, id_)};
    std::visit([&](const auto& what) { lower(what); }, model_[id_].what);
    return std::move(transition_);
  }

 private:
  model::Source source() { return lowering_.source(model_[id_].place); }

  void lower(const Condition& what) {
    if (what.implied) transition_.text = "skip";
    if (lowering_.is_run(what.value))
      transition_.effects.push_back(lowering_.start(what.value));
    else if (!lowering_.is_true(what.value))
      transition_.guard = lowering_.expression(what.value);
  }

  void lower(const Assignment& what) {
    model::Program& program = lowering_.program();
    const model::Place place = lowering_.place(what.target);
    if (what.kind == Assignment::Kind::plain && lowering_.is_run(what.value)) {
      transition_.effects.push_back(lowering_.start(what.value));
      transition_.effects.back().place = program.add(place);
      return;
    }
    const auto changed = [&](model::Op op) { return program.binary(op, program.read(place), program.constant(1)); };
    const model::ExprId value = what.kind == Assignment::Kind::plain       ? lowering_.expression(what.value)
                                : what.kind == Assignment::Kind::increment ? changed(model::Op::add)
                                                                           : changed(model::Op::subtract);
    if (model_[what.target].variable == predefined(Predefined::priority))
      transition_.effects.push_back({.kind = model::Effect::Kind::set_priority,
                                     .value = value,
                                     .arguments = {program.add(model::Expr{.op = model::Op::own_number})},
                                     .source = source()});
    else
      transition_.effects.push_back({.place = program.add(place), .value = value, .source = source()});
  }

  void lower(const Send& what) {
    model::Program& program = lowering_.program();
    model::Communication send{.kind = model::Communication::Kind::send,
                              .channel = program.read(lowering_.place(what.channel)),
                              .sorted = what.sorted,
                              .alone = in_d_step_,
                              .source = source()};
    if (in_trace_)
      send.arguments = lowering_.patterns(what.arguments);
    else
      for (const model::ExprId value : lowering_.values(what.arguments))
        send.arguments.push_back({.kind = model::Communication::Argument::Kind::value, .value = value});
    transition_.communication = program.add(std::move(send));
  }

  void lower(const Receive& what) {
    model::Program& program = lowering_.program();
    transition_.communication = program.add(model::Communication{.kind = model::Communication::Kind::receive,
                                                                 .channel = program.read(lowering_.place(what.channel)),
                                                                 .arguments = lowering_.arguments(what.arguments),
                                                                 .anywhere = what.random,
                                                                 .copies = what.keeps,
                                                                 .source = source()});
  }

  void lower(const Assertion& what) {
    transition_.effects.push_back(
        {.kind = model::Effect::Kind::check, .value = lowering_.expression(what.value), .source = source()});
  }

  void lower(const Print& what) {
    transition_.effects.push_back({.kind = model::Effect::Kind::print,
                                   .arguments = lowering_.values(what.arguments),
                                   .text = output_format(model_, what.format, what.arguments),
                                   .source = source()});
  }

  void lower(const PrintMtype& what) {
    transition_.effects.push_back({.kind = model::Effect::Kind::print,
                                   .arguments = {lowering_.expression(what.value)},
                                   .text = output_format(model_, "%e", {what.value}),
                                   .source = source()});
  }

  void lower(const SetPriority& what) {
    transition_.effects.push_back({.kind = model::Effect::Kind::set_priority,
                                   .value = lowering_.expression(what.priority),
                                   .arguments = {lowering_.expression(what.process)},
                                   .source = source(),
                                   .checked = true});
  }

  // What is more than a step, or none, is taken apart elsewhere: lower_control.cpp.
  template <class What>
  void lower(const What&) {}

  Lowering& lowering_;
  const Model& model_;
  StmtId id_;
  bool in_d_step_;
  bool in_trace_;
  Transition transition_;
};

}  // namespace

Transition lower_statement(Lowering& lowering, StmtId id, bool in_d_step, bool in_trace) {
  return StatementLowering(lowering, id, in_d_step, in_trace).run();
}

}  // namespace lariat::promela
