// SPDX-License-Identifier: Apache-2.0
#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

// Words that begin something outside of processes: inside of one, a brace is missing before them.
bool begins_unit(Tok kind) {
  switch (kind) {
    case Tok::active_:
    case Tok::proctype_:
    case Tok::d_proctype_:
    case Tok::init_:
    case Tok::never_:
    case Tok::ltl_:
    case Tok::inline_:
    case Tok::typedef_:
    case Tok::trace_:
    case Tok::notrace_:
      return true;
    default:
      return false;
  }
}

}  // namespace

StmtId Parser::add(SourceLocation place, decltype(Stmt::what) what) {
  const StmtId id{static_cast<std::uint32_t>(model_.statements.size())};
  model_.statements.push_back({.place = place, .labels = {}, .what = std::move(what)});
  return id;
}

bool Parser::at_end_of_sequence() {
  const Tok kind = peek().kind;
  return kind == Tok::right_brace || kind == Tok::option || kind == Tok::fi_ || kind == Tok::od_ || kind == Tok::end ||
         begins_unit(kind);
}

// Statements and what separates them. The opener is what they are missed behind if there are none.
Sequence Parser::sequence(const Token& opener) {
  const Nesting nesting(*this);
  Sequence result;
  after_line_end_ = false;
  if (at_end_of_sequence()) {
    if (!at(Tok::end) && !begins_unit(peek().kind))
      report_.error(opener.place, opener.kind == Tok::option
                                      ? "this option has no statement; 'skip' does nothing"
                                      : "there must be at least one statement here; 'skip' does nothing");
    return result;
  }
  while (true) {
    const Nested outside = nested();
    try {
      step(result);
    } catch (const SyntaxError&) {
      restore(outside);
      recover_statement();
    }
    if (at_end_of_sequence()) break;
    if (!at_separator()) report_missing_separator();
    skip_separators();
    if (at_end_of_sequence()) break;
  }
  return result;
}

void Parser::skip_separators() {
  after_line_end_ = false;
  while (at_separator()) after_line_end_ = take().implied;
}

// If a statement follows, reading on as if there were a separator finds more errors, and invents none.
void Parser::report_missing_separator() {
  const Token& token = peek();
  if (at_statement()) return report_.error(token.place, "expected ';' or '->' before " + describe(token));
  report_.error(token.place,
                token.kind == Tok::bad ? complaint(token) : "expected ';' or '->', found " + describe(token) + hint(token));
  recover_statement();
}

// True if a statement can begin like this.
bool Parser::at_statement() {
  const Tok kind = peek().kind;
  return kind == Tok::name || kind == Tok::number || kind == Tok::left_paren || kind == Tok::left_brace || kind >= Tok::type;
}

// { statements }
Sequence Parser::braces() { return inside_braces(expect(Tok::left_brace)); }

// The rest, the closing brace included.
Sequence Parser::inside_braces(const Token& brace) {
  names_.enter_block();
  Sequence result = sequence(brace);
  while (at(Tok::option) || at(Tok::fi_) || at(Tok::od_)) {
    const Token stray = take();
    report_.error(stray.place, quote(stray.text) + " without " +
                                   (stray.kind == Tok::fi_   ? "'if'"
                                    : stray.kind == Tok::od_ ? "'do'"
                                                             : "'if' or 'do'"));
    while (at_separator()) take();
    if (!at_end_of_sequence())
      for (const StmtId more : sequence(stray)) result.push_back(more);
  }
  if (!at(Tok::right_brace)) {
    report_.error(peek().place, "expected '}' before " + describe(peek()));
    report_.note(brace.place, "this brace is open");
    throw SyntaxError{};
  }
  names_.leave_block();
  take();
  return result;
}

void Parser::recover_statement() {
  stream_->forget_parentheses();
  std::size_t inside = 0;
  while (true) {
    const Tok kind = peek().kind;
    if (kind == Tok::end || begins_unit(kind)) return;
    if (inside == 0 && (at_separator() || at_end_of_sequence())) return;
    if (kind == Tok::left_brace || kind == Tok::if_ || kind == Tok::do_) ++inside;
    if ((kind == Tok::right_brace || kind == Tok::fi_ || kind == Tok::od_) && inside > 0) --inside;
    take();
  }
}

void Parser::step(Sequence& result) {
  if (at_declaration()) {
    const Declared declared = declaration(Variable::Kind::local);
    if (!declared.variables.empty()) result.push_back(add(declared.place, Declaration{declared.variables}));
  } else if (at(Tok::xr_) || at(Tok::xs_)) {
    exclusive(result);
  } else {
    const StmtId first = statement();
    result.push_back(at(Tok::unless_) ? unless(first) : first);
  }
}

// A statement with its labels.
StmtId Parser::statement() {
  const Nesting nesting(*this);
  std::vector<Token> labels;
  while (at_label()) {
    labels.push_back(take());
    take();
    label_symbol(labels.back());
  }
  if (labels.empty()) {
    const StmtId result = unlabelled();
    initial_ = false;
    return result;
  }
  if (at_declaration() || at(Tok::xr_) || at(Tok::xs_))
    fail(labels.back(), "a label cannot stand before a declaration: put it before the first statement behind it");
  StmtId result;
  if (at_separator() || at_end_of_sequence()) {
    const ExprId skip = leaf(ExprKind::constant, labels.back().place);
    model_.expressions.back().value = 1;
    result = add(labels.back().place, Condition{.value = skip, .implied = true});
  } else {
    result = unlabelled();
  }
  initial_ = false;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    const LabelId id = define_label(*label);
    model_.labels[id.value].target = result;
    model_[result].labels.push_back(id);
  }
  return result;
}

StmtId Parser::unlabelled() {
  check_event(peek());
  const Token& token = peek();
  switch (token.kind) {
    case Tok::left_brace:
      return block(Block::Kind::plain, token.place);
    case Tok::atomic_:
      return block(Block::Kind::atomic, take().place);
    case Tok::d_step_:
      return block(Block::Kind::d_step, take().place);
    case Tok::if_:
      return choice(false);
    case Tok::do_:
      return choice(true);
    case Tok::for_:
      return for_statement();
    case Tok::select_:
      return select_statement();
    case Tok::goto_:
      return jump();
    case Tok::break_:
      return break_statement();
    case Tok::else_:
      return add(take().place, Else{});
    case Tok::assert_:
      return assertion();
    case Tok::printf_:
      return print();
    case Tok::printm_:
      return print_mtype();
    case Tok::set_priority_:
      return set_priority();
    case Tok::return_:
      return return_statement();
    case Tok::c_code_:
    case Tok::c_decl_:
    case Tok::c_state_:
    case Tok::c_track_:
      refuse_c(token);
    case Tok::unless_:
      fail(token, "there is no statement before this 'unless'" + hint(token));
    case Tok::name:
      if (names_.classify(token.text) == Names::Class::inline_name) return inline_call(std::nullopt);
      if (names_.classify(token.text) == Names::Class::plain) return from_reference();
      return condition(full_expression());
    case Tok::right_paren:
    case Tok::right_bracket:
    case Tok::comma:
    case Tok::colon:
    case Tok::semicolon:
    case Tok::arrow:
    case Tok::string:
    case Tok::typedef_:
      fail_expected("a statement");
    default:
      return condition(full_expression());
  }
}

StmtId Parser::block(Block::Kind kind, SourceLocation place) {
  initial_ = false;
  const std::size_t outer = d_step_;
  if (kind == Block::Kind::d_step && d_step_ == 0) d_step_ = ++d_steps_;
  Block result{.kind = kind, .body = braces()};
  d_step_ = outer;
  const char* const word = kind == Block::Kind::plain ? "a block" : kind == Block::Kind::atomic ? "'atomic'" : "'d_step'";
  check_first_label(result.body, word);
  return add(place, std::move(result));
}

StmtId Parser::choice(bool repeats) {
  const Token word = take();
  initial_ = false;
  if (repeats) loops_.push_back(d_step_);
  Choice result{.repeats = repeats, .options = {}};
  if (at(Tok::fi_) || at(Tok::od_)) {
    report_.error(word.place, "there must be at least one option here, beginning with '::'");
    take();
    if (repeats) loops_.pop_back();
    return add(word.place, std::move(result));
  }
  if (at(Tok::left_paren))
    fail(peek(), "expected '::' after '" + std::string(word.text) + "'; in Promela write " + std::string(word.text) +
                     (repeats ? " :: condition -> statements :: else -> break od" : " :: condition -> statements :: else fi"));
  if (!at(Tok::option)) fail_expected("'::' after '" + std::string(word.text) + "'");
  while (at(Tok::option)) {
    const Token option = take();
    result.options.push_back(sequence(option));
  }
  if (repeats) loops_.pop_back();
  const Tok closer = repeats ? Tok::od_ : Tok::fi_;
  if (!at(closer)) {
    report_.error(peek().place, "expected " + describe(closer) + ", found " + describe(peek()));
    report_.note(word.place, "this '" + std::string(word.text) + "' is open");
    if (!at(Tok::fi_) && !at(Tok::od_)) throw SyntaxError{};
  }
  take();
  check_else(result);
  return add(word.place, std::move(result));
}

StmtId Parser::jump() {
  const Token word = take();
  if (!at_plain_name()) fail_expected("the name of a label");
  const Token name = take();
  const Symbol* const symbol = label_symbol(name);
  const StmtId id = add(word.place, Goto{});
  if (symbol != nullptr) uses_.push_back({id, std::string(name.text), name.place, symbol->scope, d_step_});
  return id;
}

StmtId Parser::break_statement() {
  const Token word = take();
  if (loops_.empty())
    report_.error(word.place, "'break' outside of a loop");
  else if (loops_.back() != d_step_)
    report_.error(word.place, "'break' cannot leave a d_step");
  return add(word.place, Break{});
}

StmtId Parser::assertion() {
  const SourceLocation place = take().place;
  const ExprId value = full_expression();
  check_d_step(value, place);
  return add(place, Assertion{value});
}

StmtId Parser::print() {
  const SourceLocation place = take().place;
  expect(Tok::left_paren);
  const Token format = expect(Tok::string, "as the first argument");
  Print result{.format = std::string(format.text.substr(1, format.text.size() - 2)), .arguments = {}};
  while (accept(Tok::comma)) result.arguments.push_back(expression());
  expect(Tok::right_paren);
  for (const ExprId value : result.arguments) check_d_step(value, place);
  return add(place, std::move(result));
}

StmtId Parser::print_mtype() {
  const SourceLocation place = take().place;
  expect(Tok::left_paren);
  const bool is_constant = at(Tok::number) || (at(Tok::name) && names_.classify(peek().text) == Names::Class::mtype_constant);
  const std::uint32_t first = mark();
  const ExprId value = is_constant ? constant(take()) : from_reference(reference(), first);
  expect(Tok::right_paren);
  return add(place, PrintMtype{value});
}

StmtId Parser::set_priority() {
  const SourceLocation place = take().place;
  model_.uses_priorities = true;
  expect(Tok::left_paren);
  const ExprId process = expression();
  expect(Tok::comma);
  const ExprId priority = expression();
  expect(Tok::right_paren);
  return add(place, SetPriority{process, priority});
}

// What begins with a variable: an assignment, a send, a receive, or an expression.
StmtId Parser::from_reference() {
  const std::uint32_t first = mark();
  const RefId target = reference();
  switch (peek().kind) {
    case Tok::assign:
    case Tok::increment:
    case Tok::decrement:
      return assignment(target);
    case Tok::send:
    case Tok::sorted_send:
      return send(target, take());
    case Tok::receive:
    case Tok::random_receive:
      if (peek(1).kind != Tok::left_bracket) return receive(target, take());
      break;
    default:
      break;
  }
  return condition(continue_binary(from_reference(target, first), 1));
}

StmtId Parser::assignment(RefId target) {
  const Token sign = take();
  check_whole(target, false);
  check_target(target);
  const SourceLocation place = model_[target].place;
  if (in_trace()) refuse_event(place);
  check_indices(target);
  if (process_ && model_[process_].kind == Process::Kind::never)
    report_.warning(place, "a claim should only look at the model, not change it");
  if (sign.kind != Tok::assign) {
    if (model_.target(target).type.basic == Basic::channel && model_[target].fields.empty())
      report_.error(sign.place, "channels cannot be counted up or down");
    const auto kind = sign.kind == Tok::increment ? Assignment::Kind::increment : Assignment::Kind::decrement;
    return add(place, Assignment{.kind = kind, .target = target});
  }
  if (at(Tok::name) && names_.classify(peek().text) == Names::Class::inline_name) return inline_call(target);
  const ExprId value = full_expression();
  check_assigned(target, value);
  return add(place, Assignment{.kind = Assignment::Kind::plain, .target = target, .value = value});
}

StmtId Parser::condition(ExprId value) {
  check_condition_runs(value);
  check_d_step(value, model_[value].place);
  const SourceLocation place = model_[model_[value].first].place;
  if (in_trace()) refuse_event(place);
  return add(place, Condition{.value = value});
}

StmtId Parser::unless(StmtId body) {
  const Token word = take();
  if (d_step_ != 0) report_.error(word.place, "'unless' cannot stand in a d_step");
  const auto is_block = [&](StmtId id) { return std::holds_alternative<Block>(model_[id].what); };
  if (!model_[body].labels.empty() && !is_block(body))
    report_.error(model_[model_[body].labels.back()].place,
                  "this label belongs to one statement, not to the 'unless' around it: write label: { .. unless .. }");
  const StmtId escape = statement();
  if (!model_[escape].labels.empty())
    report_.error(model_[model_[escape].labels.back()].place, "the first statement of an escape cannot have a label");
  const StmtId id = add(model_[body].place, Unless{body, escape});
  // Whoever goes to the label goes to the whole.
  std::swap(model_[id].labels, model_[body].labels);
  for (const LabelId label : model_[id].labels) model_.labels[label.value].target = id;
  return id;
}

}  // namespace lariat::promela
