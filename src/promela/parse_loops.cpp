// SPDX-License-Identifier: Apache-2.0
// for, select, xr and xs, and checks of sequences.
#include <algorithm>

#include "promela/characters.hpp"
#include "promela/parser.hpp"

namespace lariat::promela {

StmtId Parser::for_statement() {
  const Token word = take();
  initial_ = false;
  expect(Tok::left_paren);
  in_for_header_ = true;
  const RefId index = reference();
  if (at_word("in")) {
    take();
    const RefId range = reference();
    in_for_header_ = false;
    expect(Tok::right_paren);
    const Variable& over = model_[model_[range].variable];
    const bool plain = model_[range].fields.empty() && !model_[range].index;
    if (is_whole_structure(index)) {
      const bool fits = model_[range].fields.empty() && over.channel && over.channel->capacity > 0 &&
                        over.channel->fields.size() == 1 && over.channel->fields[0].basic == Basic::structure &&
                        over.channel->fields[0].index == model_.target(index).type.index;
      if (!fits)
        report_.error(model_[range].place, "to go over its messages, this must be a buffered channel whose messages are one '" +
                                               model_.typedefs[model_.target(index).type.index].name + "'");
      return add(word.place, ForChannel{index, range, for_body()});
    }
    if ((!plain || !over.is_array) && !unknown_.contains(model_[range].variable.value))
      report_.error(model_[range].place, quote(over.name) + " is no array to go over");
    check_loop_index(index);
    return add(word.place, ForArray{index, range, for_body()});
  }
  in_for_header_ = false;
  if (at(Tok::assign))
    fail(peek(), "a loop over numbers is written for (i : 0 .. 9), with the last number in place of a condition");
  if (!at(Tok::colon)) fail_expected("':' or 'in'");
  take();
  const ExprId from = expression();
  expect(Tok::dots);
  const ExprId to = expression();
  expect(Tok::right_paren);
  check_loop_index(index);
  const Expr& low = model_[from];
  const Expr& high = model_[to];
  if (low.kind == ExprKind::constant && high.kind == ExprKind::constant && low.value > high.value)
    report_.error(low.place, "this loop begins behind its end");
  return add(word.place, ForRange{index, from, to, for_body()});
}

Sequence Parser::for_body() {
  while (at_separator()) take();
  loops_.push_back(d_step_);
  Sequence body = braces();
  loops_.pop_back();
  return body;
}

void Parser::check_loop_index(RefId reference) {
  const Reference& index = model_[reference];
  const Variable& variable = model_[index.variable];
  if (!index.fields.empty() || index.index || variable.is_array || variable.type.basic == Basic::channel ||
      variable.type.basic == Basic::structure)
    report_.error(index.place, "the index of a loop must be a plain variable, no element, field or channel");
  check_target(reference);
}

StmtId Parser::select_statement() {
  const Token word = take();
  initial_ = false;
  expect(Tok::left_paren);
  // Spin replaces a selection between two numbers by a choice, while it still deals with characters.
  bool simple = !word.inlined;
  const auto look = [&] {
    const Token& token = peek();
    if (token.newline || token.inlined) simple = false;
    return token;
  };
  const Token name = look();
  if (!std::all_of(name.text.begin(), name.text.end(), [](char c) { return is_word(c) && c != '_'; })) simple = false;
  const RefId target = reference();
  check_whole(target, false);
  if (model_[target].index || !model_[target].fields.empty()) simple = false;
  look();
  expect(Tok::colon);
  const Token first = look();
  const ExprId from = expression();
  if (first.kind != Tok::number || !is_digit(first.text[0]) || model_[from].kind != ExprKind::constant) simple = false;
  look();
  expect(Tok::dots);
  const Token last = look();
  const ExprId to = expression();
  if (last.kind != Tok::number || !is_digit(last.text[0]) || model_[to].kind != ExprKind::constant) simple = false;
  look();
  expect(Tok::right_paren);
  if (!simple) check_loop_index(target);
  check_target(target);
  const Expr& low = model_[from];
  const Expr& high = model_[to];
  const bool constants = low.kind == ExprKind::constant && high.kind == ExprKind::constant;
  if (constants && low.value > high.value) report_.error(low.place, "there is nothing to select between these");
  const bool few = static_cast<std::int64_t>(high.value) - low.value <= 32;
  return add(word.place, Select{.target = target, .from = from, .to = to, .at_once = simple && few, .break_first = !simple});
}

// xr c, d
void Parser::exclusive(Sequence& result) {
  const Token word = take();
  exclusive_seen_ = true;
  Exclusive statement{.receives = word.kind == Tok::xr_, .channels = {}};
  do {
    const RefId channel = reference();
    const Type& type = model_.target(channel).type;
    if (type.basic != Basic::channel && type.basic != Basic::structure)
      report_.error(model_[channel].place, quote(word.text) + " needs a channel");
    check_exclusive(channel, statement.receives);
    statement.channels.push_back(channel);
  } while (accept(Tok::comma));
  result.push_back(add(word.place, std::move(statement)));
}

void Parser::check_exclusive(RefId channel, bool receives) {
  const Reference& reference = model_[channel];
  if (!reference.fields.empty()) return;
  const auto [entry, fresh] = exclusives_.try_emplace({reference.variable.value, receives}, process_);
  if (!fresh && entry->second != process_)
    report_.error(reference.place, title(model_[entry->second]) + " says already that it is the only one to " +
                                       (receives ? "receive from '" : "send to '") + model_[reference.variable].name + "'");
}

bool Parser::in_trace() const {
  if (!process_) return false;
  const Process::Kind kind = model_[process_].kind;
  return kind == Process::Kind::trace || kind == Process::Kind::notrace;
}

void Parser::refuse_event(SourceLocation place) {
  report_.error(place, "a trace describes events, that is plain sends and receives, and has no other statements");
}

// In a trace there are sends, receives, and what leads from one to the other.
void Parser::check_event(const Token& token) {
  if (!in_trace()) return;
  switch (token.kind) {
    case Tok::if_:
    case Tok::do_:
    case Tok::for_:
    case Tok::select_:
    case Tok::goto_:
    case Tok::break_:
      return;
    case Tok::name:  // decided when it is known what follows
      if (names_.classify(token.text) == Names::Class::plain) return;
      break;
    default:
      break;
  }
  refuse_event(token.place);
}

// Spin cannot make the first location of such a sequence the target of a jump. Loops have one of their own.
void Parser::check_first_label(const Sequence& body, const char* where) {
  const StmtId first = first_step(body);
  if (!first || model_[first].labels.empty()) return;
  const auto& what = model_[first].what;
  if (const auto* loop = std::get_if<Choice>(&what); loop != nullptr && loop->repeats) return;
  if (const auto* select = std::get_if<Select>(&what); select != nullptr && !select->at_once) return;
  if (std::holds_alternative<ForRange>(what) || std::holds_alternative<ForArray>(what) ||
      std::holds_alternative<ForChannel>(what))
    return;
  const Label& label = model_[model_[first].labels.back()];
  report_.error(label.place, "the first statement of " + std::string(where) + " cannot have a label: put '" + label.name +
                                 ":' before the whole");
}

// The first statement that is one: some declarations and promises are none.
StmtId Parser::first_step(const Sequence& sequence) const {
  for (const StmtId id : sequence) {
    if (std::holds_alternative<Exclusive>(model_[id].what)) continue;
    const auto* const declared = std::get_if<Declaration>(&model_[id].what);
    if (declared == nullptr || model_[declared->variables.front()].set_by_step) return id;
  }
  return {};
}

void Parser::check_else(const Choice& choice) {
  StmtId found;
  bool channels = false;
  for (const Sequence& option : choice.options) {
    const StmtId first = first_step(option);
    if (!first) continue;
    if (!std::holds_alternative<Else>(model_[first].what)) {
      channels = channels || uses_channel(first);
      continue;
    }
    if (found) {
      report_.error(model_[first].place, "there is an 'else' in this selection already");
      report_.note(model_[found].place, "it is here");
    }
    found = first;
  }
  if (found && channels && exclusive_seen_)
    report_.error(model_[found].place, "'else' beside sends or receives cannot be used in a model with xr or xs");
}

// True if it sends, receives, or asks if a channel is full or empty.
bool Parser::uses_channel(StmtId id) const {
  const auto& what = model_[id].what;
  if (std::holds_alternative<Send>(what) || std::holds_alternative<Receive>(what)) return true;
  ExprId value;
  if (const auto* condition = std::get_if<Condition>(&what)) value = condition->value;
  if (const auto* assignment = std::get_if<Assignment>(&what)) value = assignment->value;
  if (const auto* assertion = std::get_if<Assertion>(&what)) value = assertion->value;
  if (!value) return false;
  for (std::uint32_t i = model_[value].first.value; i <= value.value; ++i) {
    const ExprKind kind = model_.expressions[i].kind;
    if (kind == ExprKind::full || kind == ExprKind::nfull || kind == ExprKind::empty || kind == ExprKind::nempty) return true;
  }
  return false;
}

}  // namespace lariat::promela
