// SPDX-License-Identifier: Apache-2.0
#include "automata/io/never_parser.hpp"

#include <algorithm>
#include <utility>

#include "lariat/ltl/parse.hpp"

namespace lariat::automata::never {
namespace {

constexpr std::string_view unsupported[] = {"unless", "for", "select", "run", "printf", "printm", "c_code"};

bool begins_or_ends(const Lexer& lexer) {
  return lexer.token() == Token::option || lexer.is("goto") || lexer.is("fi") || lexer.is("od") || lexer.is("if") ||
         lexer.is("do") || lexer.token() == Token::end_of_file;
}

}  // namespace

Claim Parser::parse() {
  claim_ = {};
  claim_.nodes.emplace_back();
  here_ = 0;
  option_start_ = false;
  frames_.clear();
  loop_exits_.clear();
  gotos_.clear();
  named_.clear();
  store_ = {};
  known_.clear();
  if (!lexer_.is("never")) lexer_.fail_expected("'never'");
  lexer_.advance();
  if (lexer_.token() == Token::word) {
    claim_.name = lexer_.spelling();
    lexer_.advance();
  }
  if (lexer_.token() != Token::open_brace) lexer_.fail_expected("'{'");
  frames_.push_back({.kind = Frame::Kind::claim, .offset = lexer_.begin()});
  lexer_.advance();
  if (lexer_.token() == Token::close_brace) lexer_.fail_expected("a statement");
  while (!frames_.empty()) statement();
  resolve_gotos();
  return std::move(claim_);
}

NodeId Parser::new_node() {
  claim_.nodes.emplace_back();
  return static_cast<NodeId>(claim_.nodes.size() - 1);
}

// One statement, or the piece of one that ends or begins something.
void Parser::statement() {
  switch (lexer_.token()) {
    case Token::semicolon:
    case Token::arrow:
      if (option_start_) lexer_.fail_expected("a statement");
      lexer_.advance();
      return;
    case Token::option:
      return option();
    case Token::open_brace:
      frames_.push_back({.kind = Frame::Kind::block, .offset = lexer_.begin()});
      lexer_.advance();
      return;
    case Token::close_brace:
      return close_brace();
    case Token::end_of_file:
      lexer_.fail(frames_.back().offset, "this has no end");
    default:
      break;
  }
  if (lexer_.token() == Token::word && lexer_.peek() == ':' && lexer_.peek(1) != ':') return label();
  if (lexer_.is("fi") || lexer_.is("od")) return end_choice();
  here().offset = lexer_.begin();
  if (lexer_.is("if")) return begin_choice(false);
  if (lexer_.is("do")) return begin_choice(true);
  if (lexer_.is("goto")) return go_to();
  if (lexer_.is("break")) return leave_loop();
  if (lexer_.is("else")) return other();
  if (lexer_.is("atomic") || lexer_.is("d_step")) return atomic();
  if (lexer_.is("skip")) {
    lexer_.advance();
    return step(Labels::always);
  }
  if (lexer_.is("assert")) {
    const LabelId holds = assertion();
    return step(holds, claim_.labels.negate(holds));
  }
  for (const std::string_view word : unsupported)
    if (lexer_.is(word)) lexer_.fail(lexer_.begin(), "'" + std::string(word) + "' is not understood in a never claim");
  step(expression());
}

void Parser::label() {
  const std::string_view name = lexer_.spelling();
  // A place has one acceptance flag and one name for people; each of its labels leads to it.
  if (!named_.emplace(name, here_).second) lexer_.fail(lexer_.begin(), "there is a label '" + std::string(name) + "' already");
  if (here().name.empty()) here().name = name;
  if (name.starts_with("accept")) here().accepting = true;
  lexer_.advance();
  lexer_.advance();
}

void Parser::step(LabelId guard, LabelId violation) {
  const NodeId next = new_node();
  here().kind = Node::Kind::step;
  here().guard = guard;
  here().violation = violation;
  here().next = next;
  here_ = next;
  option_start_ = false;
}

// As Spin has it: a jump takes a step of its own where an option begins with it, and where it is to be an accepting state.
void Parser::jump(NodeId next) {
  const bool reads = option_start_ || here().accepting;
  here().kind = reads ? Node::Kind::step : Node::Kind::jump;
  here().next = next;
  here_ = new_node();
  option_start_ = false;
}

void Parser::go_to() {
  lexer_.advance();
  if (lexer_.token() != Token::word) lexer_.fail_expected("a label");
  gotos_.push_back({here_, lexer_.spelling(), lexer_.begin()});
  lexer_.advance();
  jump(0);
}

void Parser::leave_loop() {
  if (loop_exits_.empty()) lexer_.fail(lexer_.begin(), "'break' outside of a loop");
  lexer_.advance();
  jump(loop_exits_.back());
}

void Parser::other() {
  const bool first = option_start_;
  if (first) {
    // Blocks may lie between.
    const auto choice =
        std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame& f) { return f.kind != Frame::Kind::block; });
    if (choice->has_else) lexer_.fail(lexer_.begin(), "there is an 'else' already");
    choice->has_else = true;
  }
  lexer_.advance();
  const NodeId node = here_;
  step(Labels::always);
  if (first) claim_.nodes[node].kind = Node::Kind::other;
}

void Parser::begin_choice(bool repeats) {
  const NodeId choice = here_;
  const NodeId exit = new_node();
  here().kind = Node::Kind::choice;
  frames_.push_back({.kind = repeats ? Frame::Kind::repetition : Frame::Kind::selection,
                     .choice = choice,
                     .exit = exit,
                     .offset = lexer_.begin()});
  if (repeats) loop_exits_.push_back(exit);
  option_start_ = false;
  lexer_.advance();
  if (lexer_.token() != Token::option) lexer_.fail_expected("'::'");
}

// The sequence that ends here goes on at `next`. A label at its end is a place of its own, as if a skip followed.
void Parser::end_sequence(NodeId next) {
  if (!here().name.empty()) step(Labels::always);
  here().kind = Node::Kind::jump;
  here().next = next;
}

void Parser::option() {
  Frame& frame = frames_.back();
  if (frame.kind == Frame::Kind::claim || frame.kind == Frame::Kind::block) lexer_.fail_expected("a statement");
  if (option_start_) lexer_.fail_expected("a statement");
  Node& choice = claim_.nodes[frame.choice];
  if (!choice.options.empty()) end_sequence(frame.kind == Frame::Kind::repetition ? frame.choice : frame.exit);
  here_ = new_node();
  claim_.nodes[frame.choice].options.push_back(here_);
  option_start_ = true;
  lexer_.advance();
}

void Parser::end_choice() {
  const Frame frame = frames_.back();
  const Frame::Kind wanted = lexer_.is("fi") ? Frame::Kind::selection : Frame::Kind::repetition;
  if (frame.kind != wanted || option_start_) lexer_.fail_expected(option_start_ ? "a statement" : "the end of what was begun");
  end_sequence(frame.kind == Frame::Kind::repetition ? frame.choice : frame.exit);
  std::vector<NodeId>& options = claim_.nodes[frame.choice].options;
  std::stable_partition(options.begin(), options.end(), [&](NodeId id) { return claim_.nodes[id].kind != Node::Kind::other; });
  if (frame.kind == Frame::Kind::repetition) loop_exits_.pop_back();
  here_ = frame.exit;
  frames_.pop_back();
  lexer_.advance();
}

void Parser::close_brace() {
  const Frame::Kind kind = frames_.back().kind;
  if (option_start_) lexer_.fail_expected("a statement");
  if (kind == Frame::Kind::selection) lexer_.fail_expected("'::' or 'fi'");
  if (kind == Frame::Kind::repetition) lexer_.fail_expected("'::' or 'od'");
  if (kind == Frame::Kind::claim) {
    if (!here().name.empty()) step(Labels::always);
    here().kind = Node::Kind::end;
    here().offset = lexer_.begin();
  }
  frames_.pop_back();
  lexer_.advance();
}

// All of it reads one letter: conditions, assertions, and at last perhaps a jump.
void Parser::atomic() {
  const std::size_t begin = lexer_.begin();
  const std::string_view word = lexer_.spelling();
  lexer_.advance();
  if (lexer_.token() != Token::open_brace) lexer_.fail_expected("'{'");
  lexer_.advance();
  LabelId guard = Labels::always;
  LabelId violation = Labels::never;
  bool any = false;
  bool ended = false;
  NodeId next = 0;
  bool leaves = false;
  for (; lexer_.token() != Token::close_brace; any = true) {
    if (lexer_.token() == Token::end_of_file) lexer_.fail(begin, "this has no end");
    if (any && (lexer_.token() == Token::semicolon || lexer_.token() == Token::arrow)) {
      lexer_.advance();
      continue;
    }
    if (ended || lexer_.is("if") || lexer_.is("do") || lexer_.is("else") || lexer_.token() == Token::open_brace ||
        lexer_.is("atomic") || lexer_.is("d_step"))
      lexer_.fail(lexer_.begin(), "inside '" + std::string(word) + "' a claim may have conditions and assertions only");
    if (lexer_.is("goto")) {
      lexer_.advance();
      if (lexer_.token() != Token::word) lexer_.fail_expected("a label");
      gotos_.push_back({here_, lexer_.spelling(), lexer_.begin()});
      lexer_.advance();
      ended = true;
    } else if (lexer_.is("break")) {
      if (loop_exits_.empty()) lexer_.fail(lexer_.begin(), "'break' outside of a loop");
      next = loop_exits_.back();
      leaves = ended = true;
      lexer_.advance();
    } else if (lexer_.is("skip")) {
      lexer_.advance();
    } else if (lexer_.is("assert")) {
      const LabelId holds = assertion();
      violation = claim_.labels.disjoin(violation, claim_.labels.subtract(guard, holds));
      guard = claim_.labels.conjoin(guard, holds);
    } else {
      guard = claim_.labels.conjoin(guard, expression());
    }
  }
  if (!any) lexer_.fail_expected("a statement");
  lexer_.advance();
  const NodeId node = here_;
  step(guard, violation);
  if (leaves) claim_.nodes[node].next = next;
}

LabelId Parser::assertion() {
  lexer_.advance();
  if (lexer_.token() != Token::open) lexer_.fail_expected("'('");
  return expression();
}

// From the current token up to the end of the statement.
LabelId Parser::expression() {
  const std::size_t begin = lexer_.begin();
  std::vector<std::size_t> open;
  bool braces_follow = false;
  for (;; lexer_.advance()) {
    const Token token = lexer_.token();
    if (begins_or_ends(lexer_)) {
      if (!open.empty()) lexer_.fail(open.back(), "this is not closed");
      break;
    }
    if (open.empty() && (token == Token::arrow || token == Token::semicolon || token == Token::close_brace)) break;
    if (token == Token::open_brace && !braces_follow && open.empty()) break;
    if (token == Token::open || token == Token::open_brace) open.push_back(lexer_.begin());
    if (token == Token::close || token == Token::close_brace) {
      if (open.empty()) lexer_.fail_expected("a statement");
      open.pop_back();
    }
    braces_follow = lexer_.is("c_expr");
  }
  const std::string_view text = lexer_.text().substr(begin, lexer_.previous_end() - begin);
  if (text.empty() || lexer_.begin() == begin) lexer_.fail_expected("a statement");
  const Lexer::Place place = lexer_.place(begin);
  const auto parsed = ltl::parse_formula(
      store_, text, {.dialect = ltl::Dialect::promela, .file = lexer_.file(), .line = place.line, .column = place.column});
  if (!parsed) {
    // The message of the formula parser, with the whole line of the claim.
    const Diagnostic& error = parsed.errors().front();
    lexer_.fail(std::min(lexer_.offset(error.line, error.column), lexer_.text().size()), error.message);
  }
  if (!store_.has(parsed->formula, ltl::is_boolean)) lexer_.fail(begin, "a claim's conditions have no temporal operators");
  return label_of(parsed->formula);
}

LabelId Parser::label_of(ltl::Formula f) {
  Labels& labels = claim_.labels;
  for (const ltl::Formula part : store_.subformulas(f)) {
    if (known_.contains(part.id)) continue;
    std::vector<LabelId> operands;
    for (const ltl::Formula operand : store_.operands(part)) operands.push_back(known_.at(operand.id));
    LabelId label = Labels::never;
    switch (store_.op(part)) {
      case ltl::Op::constant_true:
        label = Labels::always;
        break;
      case ltl::Op::atom:
        label = labels.atom(static_cast<std::uint32_t>(claim_.atoms.size()));
        claim_.atoms.push_back(store_.name(part));
        break;
      case ltl::Op::negation:
        label = labels.negate(operands[0]);
        break;
      case ltl::Op::conjunction:
        label = labels.conjoin_all(operands);
        break;
      case ltl::Op::disjunction:
        label = labels.disjoin_all(operands);
        break;
      case ltl::Op::implication:
        label = labels.disjoin(labels.negate(operands[0]), operands[1]);
        break;
      case ltl::Op::exclusive_or:
      case ltl::Op::equivalence:
        label = labels.disjoin(labels.subtract(operands[0], operands[1]), labels.subtract(operands[1], operands[0]));
        if (store_.op(part) == ltl::Op::equivalence) label = labels.negate(label);
        break;
      default:
        break;
    }
    known_[part.id] = label;
  }
  return known_.at(f.id);
}

void Parser::resolve_gotos() {
  for (const Goto& jump : gotos_) {
    const auto found = named_.find(jump.label);
    if (found == named_.end()) lexer_.fail(jump.offset, "there is no label '" + std::string(jump.label) + "'");
    claim_.nodes[jump.node].next = found->second;
  }
}

}  // namespace lariat::automata::never
