// SPDX-License-Identifier: Apache-2.0
// What the grammar lets pass and Spin does not.
#include <algorithm>
#include <set>

#include "promela/parser.hpp"

namespace lariat::promela {

std::string title(const Process& process) {
  switch (process.kind) {
    case Process::Kind::proctype:
      return quote(process.name);
    case Process::Kind::init:
      return "'init'";
    case Process::Kind::never:
      return "the claim '" + process.name + "'";
    case Process::Kind::trace:
      return "the trace";
    case Process::Kind::notrace:
      return "the notrace";
  }
  return {};
}

bool Parser::has_run(ExprId value) const {
  for (std::uint32_t i = model_[value].first.value; i <= value.value; ++i)
    if (model_.expressions[i].kind == ExprKind::run) return true;
  return false;
}

// A process is created by a step of its own: only one, and nothing else.
void Parser::check_condition_runs(ExprId value) {
  std::size_t runs = 0;
  SourceLocation place;
  for (std::uint32_t i = model_[value].first.value; i <= value.value; ++i)
    if (model_.expressions[i].kind == ExprKind::run) {
      ++runs;
      place = model_.expressions[i].place;
    }
  if (runs > 1)
    report_.error(place, "an expression can hold one 'run' only");
  else if (runs == 1 && model_[value].kind != ExprKind::run)
    report_.error(place, "'run' must stand alone: assign its value, and use the variable then");
}

void Parser::check_d_step(ExprId value, SourceLocation place) {
  if (d_step_ == 0) return;
  for (std::uint32_t i = model_[value].first.value; i <= value.value; ++i) {
    const ExprKind kind = model_.expressions[i].kind;
    if (kind == ExprKind::run) report_.error(place, "'run' cannot be used in a d_step");
    if (kind == ExprKind::remote_label || kind == ExprKind::remote_variable)
      report_.error(place, "another process cannot be looked at in a d_step");
  }
}

void Parser::check_target(RefId target) {
  const Reference& reference = model_[target];
  for (const Predefined which : {Predefined::pid, Predefined::nr_pr, Predefined::last, Predefined::p})
    if (reference.variable == predefined(which))
      report_.error(reference.place, quote(model_[reference.variable].name) + " can be read only");
}

void Parser::check_assigned(RefId target, ExprId value) {
  const Variable& variable = model_[model_[target].variable];
  if (has_run(value)) check_d_step(value, model_[value].place);
  if (variable.type.basic == Basic::structure) return;
  if (variable.type.basic == Basic::channel && model_[value].kind == ExprKind::constant)
    report_.error(model_[value].place, "a channel cannot be set to a number");
  check_mtype_assigned(target, value);
  check_channel_use(value);
  check_fits(model_.target(target).type, model_.target(target).name, value);
}

// Constants of one list only. Which one it is, is settled by the declaration or by the first assignment.
void Parser::check_mtype_assigned(RefId target, ExprId value) {
  const Expr& constant = model_[value];
  if (constant.kind != ExprKind::constant || constant.index == 0) return;
  const VarId variable = model_[target].variable;
  const Type& type = model_[variable].type;
  const std::uint32_t list = constant.index - 1;
  std::uint32_t expected = type.index;
  if (type.basic != Basic::mtype || type.index == 0) expected = assigned_lists_.try_emplace(variable.value, list).first->second;
  if (expected == list) return;
  const auto name = [&](std::uint32_t which) {
    const std::string& given = model_.mtypes[which].name;
    return given.empty() ? std::string("mtype") : "mtype:" + given;
  };
  report_.error(constant.place,
                "this constant is of " + name(list) + ", but '" + model_[variable].name + "' holds " + name(expected));
}

// A channel may be copied; there is no calculating with it where the result is stored. What is stored of a process that is run
// is its number.
void Parser::check_channel_use(ExprId value) {
  if (model_[value].kind == ExprKind::run) return;
  for (std::uint32_t i = model_[value].first.value; i <= value.value; ++i) {
    const Expr& expr = model_.expressions[i];
    for (const ExprId operand : expr.operands) {
      if (!operand || model_[operand].kind != ExprKind::reference) continue;
      const Reference& reference = model_[model_[operand].reference];
      if (reference.fields.empty() && model_[reference.variable].type.basic == Basic::channel)
        report_.error(reference.place,
                      "the channel '" + model_[reference.variable].name + "' cannot be part of a value that is assigned");
    }
  }
}

// a[a[i]] = .., which Spin cannot undo.
void Parser::check_indices(RefId target) {
  std::vector<std::string> around;
  index_shape(target, around);
}

std::string Parser::index_shape(RefId id, std::vector<std::string>& around) {
  std::string shape;
  const auto visit = [&](VarId variable, ExprId index) {
    shape += model_[variable].name;
    if (!index) return;
    shape += "[]";
    around.push_back(shape);
    if (const Expr& expr = model_[index]; expr.kind == ExprKind::reference) {
      const std::string inner = index_shape(expr.reference, around);
      if (std::find(around.begin(), around.end(), inner) != around.end())
        report_.error(expr.place, "the array '" + model_[variable].name + "' is indexed by itself; use a variable in between");
    }
    around.pop_back();
  };
  const Reference& reference = model_[id];
  visit(reference.variable, reference.index);
  for (const Selector& selector : reference.fields) {
    shape += '.';
    visit(selector.field, selector.index);
  }
  return shape;
}

void Parser::check_multiple_targets(const std::vector<MessageArgument>& arguments) {
  std::set<std::uint32_t> seen;
  for (const MessageArgument& argument : arguments) {
    if (argument.kind != MessageArgument::Kind::variable) continue;
    const Reference& target = model_[argument.target];
    const Variable& variable = model_[target.variable];
    if (target.variable == predefined(Predefined::underscore) || variable.is_array || !target.fields.empty()) continue;
    if (!seen.insert(target.variable.value).second)
      report_.error(target.place, quote(variable.name) + " cannot take two fields of a message");
  }
}

void Parser::check_runs() {
  for (const PendingRun& pending : pending_runs_) {
    const auto found = names_.processes.find(pending.name);
    if (found == names_.processes.end()) {
      Suggestion suggestion(pending.name);
      for (const auto& [name, id] : names_.processes) suggestion.consider(name);
      report_.error(pending.place, "there is no proctype '" + pending.name + "'" + suggestion.text());
      continue;
    }
    Run& run = model_.runs[pending.run];
    run.process = found->second;
    const Process& process = model_[run.process];
    std::size_t wanted = 0;
    for (const VarId parameter : process.parameters) wanted += model_.width(model_[parameter].type);
    std::size_t given = 0;
    for (const ExprId argument : run.arguments) {
      const Expr& expr = model_[argument];
      given += expr.kind == ExprKind::reference ? model_.width(model_.target(expr.reference).type) : 1;
    }
    if (given == wanted) continue;
    report_.error(pending.place, title(process) + " has " + std::to_string(wanted) +
                                     (wanted == 1 ? " parameter" : " parameters") + ", but " + std::to_string(given) +
                                     (given == 1 ? " value is" : " values are") + " given");
    report_.note(process.place, "it is declared here");
  }
  pending_runs_.clear();
}

void Parser::check_sends() {
  const auto width = [&](const ChannelInit& channel) {
    std::size_t result = 0;
    for (const Type& field : channel.fields) result += model_.width(field);
    return result;
  };
  std::size_t widest = 0;
  for (const Variable& variable : model_.variables)
    if (variable.channel) widest = std::max(widest, width(*variable.channel));
  for (const Stmt& statement : model_.statements) {
    const auto* const send = std::get_if<Send>(&statement.what);
    if (send == nullptr) continue;
    std::size_t given = 0;
    for (const ExprId argument : send->arguments) {
      const Expr& expr = model_[argument];
      given += expr.kind == ExprKind::reference ? model_.width(model_.target(expr.reference).type) : 1;
    }
    const Variable& channel = model_.target(send->channel);
    const std::string values = std::to_string(given) + (given == 1 ? " value is" : " values are") + " sent";
    if (given > widest)
      report_.error(statement.place, values + ", but no channel takes more than " + std::to_string(widest));
    else if (channel.channel && width(*channel.channel) != given)
      report_.warning(statement.place,
                      values + ", but the messages of '" + channel.name + "' have " + std::to_string(width(*channel.channel)));
  }
}

void Parser::check_processes() {
  const bool runs =
      std::any_of(model_.processes.begin(), model_.processes.end(), [](const Process& process) { return process.active > 0; });
  if (!runs && !report_.failed())
    report_.error(begin_, "no process runs at the beginning: there must be an 'init' or an 'active proctype'");
  std::uint32_t started = 0;
  for (const Process& process : model_.processes) {
    started += process.active;
    if (started > 255) return report_.error(process.place, "more than 255 processes run at the beginning");
  }
}

void Parser::check_claim_names() {
  std::map<std::string, SourceLocation> seen;
  const auto check = [&](const std::string& name, SourceLocation place) {
    const auto [entry, fresh] = seen.try_emplace(name, place);
    if (fresh) return;
    report_.error(place, "there is a property '" + name + "' already");
    report_.note(entry->second, "it is here");
  };
  for (const Process& process : model_.processes)
    if (process.kind == Process::Kind::never) check(process.name, process.place);
  for (const Ltl& ltl : model_.ltls) check(ltl.name, ltl.place);
}

}  // namespace lariat::promela
