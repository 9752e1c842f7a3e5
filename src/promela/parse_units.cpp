// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

constexpr std::size_t max_structure_depth = 100;

}  // namespace

void Parser::parse_model() {
  know_model();  // what is predefined
  while (!at(Tok::end)) {
    try {
      unit();
    } catch (const SyntaxError&) {
      // c_state and c_track end with their strings, not with a semicolon.
      if (at(Tok::c_state_) || at(Tok::c_track_)) {
        take();
        while (at(Tok::string)) take();
      } else {
        recover_unit();
      }
    }
  }
  check_runs();
  resolve_remotes();
  check_sends();
  check_claim_names();
  for (const PendingLtl& pending : pending_ltls_) {
    check_ltl(model_.ltls[pending.ltl], pending.offset);
    model_.units.push_back({Unit::Kind::ltl, pending.ltl});
  }
  resolve_remotes();
  check_processes();
}

void Parser::unit() {
  switch (peek().kind) {
    case Tok::semicolon:
    case Tok::arrow:
      take();
      return;
    case Tok::active_:
    case Tok::proctype_:
    case Tok::d_proctype_:
      return proctype();
    case Tok::init_:
      return unparametrised(Process::Kind::init);
    case Tok::never_:
      return unparametrised(Process::Kind::never);
    case Tok::trace_:
      return unparametrised(Process::Kind::trace);
    case Tok::notrace_:
      return unparametrised(Process::Kind::notrace);
    case Tok::typedef_:
      return type_definition();
    case Tok::inline_:
      return inline_definition();
    case Tok::ltl_:
      take();
      fail_expected("a formula in braces, with a name before it or not");
    default:
      break;
  }
  if (!at_declaration()) {
    Suggestion suggestion(peek().text);
    if (at(Tok::name)) consider_keywords(suggestion);
    fail_expected("a declaration or a process" + (suggestion.text().empty() ? "" : " (" + suggestion.text().substr(2) + ")"));
  }
  for (const VarId id : declaration(Variable::Kind::global).variables) {
    const bool again = std::any_of(model_.units.begin(), model_.units.end(), [&](const Unit& unit) {
      return unit.kind == Unit::Kind::variable && unit.index == id.value;
    });
    if (!again) model_.units.push_back({Unit::Kind::variable, id.value});
  }
}

// Goes on with the next thing that can stand outside of processes.
void Parser::recover_unit() {
  stream_->forget_parentheses();
  const bool in_process = static_cast<bool>(process_);
  restore({0, 0, 0, 0});
  close_process();
  if (at(Tok::c_code_) || at(Tok::c_decl_)) {
    take();
    return skip_block();
  }
  std::size_t open = 0;
  while (!at(Tok::end)) {
    switch (peek().kind) {
      case Tok::active_:
      case Tok::proctype_:
      case Tok::d_proctype_:
      case Tok::init_:
      case Tok::never_:
      case Tok::inline_:
      case Tok::typedef_:
      case Tok::ltl_:
        return;
      case Tok::left_brace:
        ++open;
        break;
      case Tok::right_brace:
        if (open > 0) --open;
        break;
      case Tok::semicolon:
        if (open == 0 && !in_process) return;
        break;
      default:
        break;
    }
    take();
  }
}

ProcessId Parser::open_process(Process process) {
  const ProcessId id{static_cast<std::uint32_t>(model_.processes.size())};
  model_.processes.push_back(std::move(process));
  model_.units.push_back({Unit::Kind::process, id.value});
  process_ = id;
  names_.enter_process(id);
  initial_ = true;
  return id;
}

void Parser::close_process() {
  stream_->set_in_sequence(false);
  names_.leave_process();
  process_ = {};
  uses_.clear();
  definitions_.clear();
  definitions_by_name_.clear();
}

void Parser::body(ProcessId id) {
  const Token brace = expect(Tok::left_brace);
  stream_->set_in_sequence(true);
  initial_ = true;
  Sequence statements = inside_braces(brace);
  stream_->set_in_sequence(false);
  model_[id].end = stream_->last_place();
  model_[id].body = std::move(statements);
  resolve_labels();
  close_process();
}

// [active [n]] proctype P(parameters) [priority n] [provided (e)] { .. }
void Parser::proctype() {
  Process process{.place = peek().place};
  if (accept(Tok::active_)) process.active = instances();
  process.deterministic = at(Tok::d_proctype_);
  if (!process.deterministic && !at(Tok::proctype_)) fail_expected("'proctype'");
  take();
  const Token name = expect_new_name("the name of a proctype");
  process.name = name.text;
  process.place = name.place;
  if (const Symbol* old = names_.find(name.text)) {
    report_.error(name.place, quote(process.name) + " is declared already");
    if (old->place) report_.note(old->place, "it is declared here");
  }
  const ProcessId id = open_process(std::move(process));
  names_.processes.emplace(name.text, id);
  expect(Tok::left_paren);
  while (!at(Tok::right_paren)) {
    if (!at_declaration()) fail_expected("a parameter");
    for (const VarId parameter : declaration(Variable::Kind::parameter).variables) {
      const Type& type = model_[parameter].type;
      if (type.basic == Basic::structure && model_.typedefs[type.index].has_array)
        report_.error(model_[parameter].place, "a structure with an array in it cannot be a parameter");
      model_[id].parameters.push_back(parameter);
    }
    if (!at(Tok::right_paren)) expect(Tok::semicolon, "between parameters");
  }
  take();
  model_[id].priority = optional_priority();
  if (at(Tok::provided_)) provided(id);
  body(id);
}

// [n], behind `active`
std::uint32_t Parser::instances() {
  if (!accept(Tok::left_bracket)) return 1;
  const SourceLocation place = peek().place;
  std::int32_t count = 0;
  if (at_plain_name() && peek(1).kind == Tok::right_bracket) {
    const Variable& variable = model_[resolve(take())->variable];
    if (!variable.initial || model_[variable.initial].kind != ExprKind::constant)
      report_.error(
          place, quote(variable.name) + " has no constant as its initial value, and cannot say how many processes there are");
    else
      count = model_[variable.initial].value;
  } else {
    count = constant_expression();
  }
  expect(Tok::right_bracket);
  if (count > 255) report_.error(place, "there can be at most 255 processes");
  return count < 0 ? 0 : static_cast<std::uint32_t>(std::min(count, 255));
}

std::int32_t Parser::optional_priority() {
  if (!accept(Tok::priority_)) return 0;
  model_.uses_priorities = true;
  const Token value = expect(Tok::number, "after 'priority'");
  if (value.value < 1 || value.value > 255) report_.error(value.place, "a priority is a number from 1 to 255");
  return value.value;
}

void Parser::provided(ProcessId id) {
  take();
  expect(Tok::left_paren);
  const ExprId condition = full_expression();
  expect(Tok::right_paren);
  for (std::uint32_t i = model_[condition].first.value; i <= condition.value; ++i) {
    const Expr& expr = model_.expressions[i];
    if (expr.kind == ExprKind::run) report_.error(expr.place, "'run' cannot be used here");
    if (expr.reference && model_[model_[expr.reference].variable].process)
      report_.error(expr.place, "the condition of 'provided' can use globals and _pid only");
  }
  model_[id].provided = condition;
}

// init, never [name], trace, notrace, and the body
void Parser::unparametrised(Process::Kind kind) {
  const Token word = take();
  Process process{.kind = kind, .name = std::string(word.text), .place = word.place};
  const auto count = [&](Process::Kind wanted) {
    return std::count_if(model_.processes.begin(), model_.processes.end(),
                         [&](const Process& other) { return other.kind == wanted; });
  };
  if (kind == Process::Kind::init) process.active = 1;
  if (kind == Process::Kind::never) {
    process.name = "never_" + std::to_string(count(kind));
    if (at(Tok::name)) process.name = take().text;
  }
  if ((kind == Process::Kind::trace || kind == Process::Kind::notrace) &&
      count(Process::Kind::trace) + count(Process::Kind::notrace) > 0)
    report_.error(word.place, "there is a trace already");
  if (kind == Process::Kind::init) process.priority = optional_priority();
  body(open_process(std::move(process)));
}

// typedef name { declarations }
void Parser::type_definition() {
  take();
  const Token name = expect_new_name("the name of a type");
  expect(Tok::left_brace);
  stream_->set_in_sequence(true);
  Typedef result{.name = std::string(name.text), .place = name.place};
  try {
    while (true) {
      if (!at_declaration()) fail_expected("a field");
      for (const VarId field : declaration(Variable::Kind::field, &result.fields).variables) result.fields.push_back(field);
      if (at(Tok::right_brace)) break;
      if (!at(Tok::semicolon)) fail_expected("';' or '}'");
      while (at(Tok::semicolon)) take();
      if (at(Tok::right_brace)) break;
    }
  } catch (const SyntaxError&) {
    // The type exists even so: what uses it is not to blame.
    restore({0, 0, 0, 0});
    while (!at(Tok::right_brace) && !at(Tok::end)) take();
  }
  take();
  stream_->set_in_sequence(false);
  for (const VarId id : result.fields) {
    const Variable& field = model_[id];
    std::size_t width = 1;
    result.has_array = result.has_array || field.is_array;
    if (field.type.basic == Basic::structure) {
      const Typedef& inner = model_.typedefs[field.type.index];
      width = inner.width;
      result.depth = std::max(result.depth, inner.depth + 1);
      result.has_array = result.has_array || inner.has_array;
      result.has_structure_array = result.has_structure_array || inner.has_structure_array || field.is_array;
    }
    const bool large = width != 0 && field.size > Typedef::max_width / width;
    result.width = large ? Typedef::max_width + 1 : std::min(result.width + width * field.size, Typedef::max_width + 1);
  }
  if (result.width > Typedef::max_width) report_.fatal(name.place, "the structure '" + result.name + "' is too large");
  if (result.depth > max_structure_depth) report_.fatal(name.place, "structures are nested too deeply");
  const TypedefId id{static_cast<std::uint32_t>(model_.typedefs.size())};
  names_.typedefs.emplace(result.name, id);
  model_.units.push_back({Unit::Kind::type_definition, id.value});
  model_.typedefs.push_back(std::move(result));
}

}  // namespace lariat::promela
