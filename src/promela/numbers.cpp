// SPDX-License-Identifier: Apache-2.0
#include "promela/numbers.hpp"

#include <algorithm>

namespace lariat::promela {

bool has_meaning(const std::string& label) {
  return label.starts_with("end") || label.starts_with("progress") || label.starts_with("accept");
}

namespace {

bool is_jump(const Stmt& statement) {
  return std::holds_alternative<Goto>(statement.what) || std::holds_alternative<Break>(statement.what);
}

}  // namespace

Numbers::Numbers(const Model& model)
    : model_(model), numbers_(model.statements.size()), asked_(model.labels.size()), met_(model.labels.size()) {
  for (const Remote& remote : model.remotes)
    if (remote.label) asked_[remote.label.value] = true;
  for (const Process& process : model.processes) {
    sequence(process.body);
    ends_.push_back(next_++);
  }
}

void Numbers::add(StmtId id, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) numbers_[id.value].push_back(next_++);
}

void Numbers::sequence(const Sequence& body) {
  for (const StmtId id : body) {
    parts(id);
    itself(id);
  }
}

// The assignment, the condition and what is between it and the body; the body; what is behind it.
void Numbers::loop(StmtId id, const Sequence& body, std::size_t before, bool has_else) {
  add(id, before);
  sequence(body);
  add(id, has_else ? 3 : 2);  // increment, else, break
}

// The first question for a label before a goto makes of it a skip, and a new goto.
void Numbers::find_questions(ExprId expression) {
  for (std::uint32_t i = model_[expression].first.value; i <= expression.value; ++i) {
    if (model_.expressions[i].kind != ExprKind::remote_label) continue;
    const LabelId label = model_.remotes[model_.expressions[i].index].label;
    if (!label || met_[label.value]) continue;
    met_[label.value] = true;
    const StmtId target = model_[label].target;
    const bool is_known = target && !numbers_[target.value].empty();
    if (is_known && is_jump(model_[target]) && numbers_[target.value].size() == 1) ++next_;
  }
}

// What Spin has made when it has read the statement.
void Numbers::parts(StmtId id) {
  const auto& what = model_[id].what;
  if (const auto* block = std::get_if<Block>(&what)) sequence(block->body);
  if (const auto* choice = std::get_if<Choice>(&what))
    for (const Sequence& option : choice->options) sequence(option);
  if (const auto* range = std::get_if<ForRange>(&what)) loop(id, range->body, 2, true);
  if (const auto* array = std::get_if<ForArray>(&what)) loop(id, array->body, 2, true);
  if (const auto* channel = std::get_if<ForChannel>(&what)) loop(id, channel->body, 4, true);
  if (const auto* select = std::get_if<Select>(&what)) {
    if (select->at_once)
      add(id, static_cast<std::size_t>(std::max(0, model_[select->to].value - model_[select->from].value + 1)));
    else
      loop(id, {}, 2, false);
  }
  const auto* const unless = std::get_if<Unless>(&what);
  if (unless == nullptr) return;
  const auto is_plain = [&](StmtId part) {
    const auto* const block = std::get_if<Block>(&model_[part].what);
    return block != nullptr && block->kind == Block::Kind::plain;
  };
  parts(unless->body);
  parts(unless->escape);
  // A block without a label lends its statements, and is nothing itself.
  if (!is_plain(unless->escape)) itself(unless->escape);
  if (!model_[id].labels.empty() && std::holds_alternative<Block>(model_[unless->body].what))
    add(id, 2);  // the unless lies inside the block, and so does the label
  else if (!is_plain(unless->body))
    itself(unless->body);
}

// What it makes when the statement becomes part of a sequence.
void Numbers::itself(StmtId id) {
  const Stmt& statement = model_[id];
  const auto& what = statement.what;
  if (const auto* declaration = std::get_if<Declaration>(&what)) {
    const auto& variables = declaration->variables;
    return add(id, static_cast<std::size_t>(std::count_if(variables.begin(), variables.end(),
                                                          [&](VarId variable) { return model_[variable].set_by_step; })));
  }
  if (std::holds_alternative<Exclusive>(what)) return;
  if (const auto* condition = std::get_if<Condition>(&what)) find_questions(condition->value);
  if (const auto* assertion = std::get_if<Assertion>(&what)) find_questions(assertion->value);
  if (const auto* assignment = std::get_if<Assignment>(&what); assignment != nullptr && assignment->value)
    find_questions(assignment->value);
  const bool meant = is_jump(statement) && std::any_of(statement.labels.begin(), statement.labels.end(),
                                                       [&](LabelId label) { return has_meaning(model_[label].name); });
  const auto* const choice = std::get_if<Choice>(&what);
  const auto* const select = std::get_if<Select>(&what);
  const bool is_for = std::holds_alternative<ForRange>(what) || std::holds_alternative<ForArray>(what) ||
                      std::holds_alternative<ForChannel>(what);
  // An if and its end; a do, its end and where break leads.
  if ((choice != nullptr && choice->repeats) || is_for || (select != nullptr && !select->at_once)) return add(id, 3);
  const bool is_labelled_unless = std::holds_alternative<Unless>(what) && !numbers_[id.value].empty();
  if (choice != nullptr || select != nullptr || meant || (std::holds_alternative<Unless>(what) && !is_labelled_unless))
    return add(id, 2);
  add(id);
}

}  // namespace lariat::promela
