// SPDX-License-Identifier: Apache-2.0
// An operator-precedence parser with explicit stacks. It works in two steps: tokens to a syntax tree, the tree to a formula.
// The tree is needed because only the context says what a piece of text is: in `(a && b) == c` the conjunction belongs to an
// expression of the model, which becomes one atom as a whole.
#include "lariat/ltl/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "lariat/ltl/print.hpp"
#include "ltl/lexer.hpp"
#include "ltl/precedence.hpp"

namespace lariat::ltl {
namespace {

using enum TokenKind;

bool is_temporal_prefix(TokenKind kind) { return kind == globally || kind == finally || kind == next; }
bool is_prefix(TokenKind kind) { return is_temporal_prefix(kind) || kind == exclamation || kind == tilde || kind == minus; }
bool is_infix(TokenKind kind) { return kind >= implication; }

struct Node {
  TokenKind kind = end;  // of the operator, or of the leaf's first token
  bool prefix = false;
  bool model = false;       // an expression of the model: becomes one atom
  bool logic_only = false;  // contains what no expression of the model can contain
  std::uint32_t token = 0;  // of the operator
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t first = 0, last = 0;              // its tokens, without parentheses around it
  std::uint32_t outer_first = 0, outer_last = 0;  // with them
};

class Parser {
 public:
  // as_spin: group as Spin does. What the signs mean is always up to options.dialect.
  Parser(const Tokens& tokens, const ParseOptions& options, bool as_spin)
      : tokens_(tokens), options_(options), as_spin_(as_spin) {}

  // Builds the tree; false if there was an error.
  bool run();
  Formula build(FormulaStore& store);

  std::optional<Remark> error;
  // The first operator at which Spin would have grouped differently.
  std::optional<std::size_t> departure;

 private:
  struct Pending {  // an operator or an open parenthesis that waits for its right side
    TokenKind kind;
    bool prefix;
    std::uint32_t token;
  };

  const Token& token(std::size_t i) const { return tokens_.list[i]; }
  std::string spelling(std::size_t i) const { return std::string(tokens_.spelling(token(i))); }
  bool fail(std::size_t token_number, std::string message) {
    error = Remark{token(token_number).begin, std::move(message)};
    return false;
  }

  bool operand();
  bool after_operand();
  bool skip_brackets();
  bool missing_operand();
  bool adjacent_operands();
  bool reduces(Dialect dialect, bool spin_prefix, const Pending& top, TokenKind incoming) const;
  void note_departure(const Pending& top, bool ours);
  bool reduce();
  void push_leaf(std::size_t first, std::size_t last);
  bool is_model_operator(TokenKind kind) const;
  std::optional<Formula> leaf(FormulaStore& store, const Node& node);
  static Op op_of(const Node& node);

  const Tokens& tokens_;
  const ParseOptions& options_;
  bool as_spin_;
  std::size_t at_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> values_;
  std::vector<Pending> pending_;
};

bool Parser::is_model_operator(TokenKind kind) const {
  if (kind >= equal || kind == minus) return true;
  const bool promela = options_.dialect == Dialect::promela;
  return promela && (kind == bar || kind == caret || kind == ampersand || kind == tilde);
}

bool Parser::run() {
  if (token(0).kind == end) return fail(0, "the formula is empty");
  bool operand_next = true;
  for (; token(at_).kind != end; ++at_) {
    const TokenKind kind = token(at_).kind;
    if (operand_next) {
      if (is_prefix(kind)) {
        pending_.push_back({kind, true, static_cast<std::uint32_t>(at_)});
      } else if (kind == open_paren) {
        pending_.push_back({kind, false, static_cast<std::uint32_t>(at_)});
      } else {
        if (!operand()) return false;
        operand_next = false;
      }
    } else {
      if (!after_operand()) return false;
      operand_next = kind != close_paren;
    }
  }
  if (operand_next) return missing_operand();
  while (!pending_.empty()) {
    if (pending_.back().kind == open_paren) return fail(pending_.back().token, "this '(' is never closed");
    if (!reduce()) return false;
  }
  return true;
}

// Reads a leaf and what belongs to it: x, x[i].f, len(q), P[1]@l, P:x, q?[a,b], 3, "text".
bool Parser::operand() {
  const std::size_t first = at_;
  const TokenKind kind = token(at_).kind;
  if (kind == number || kind == quoted || kind == constant_true || kind == constant_false) {
    push_leaf(first, at_);
    return true;
  }
  if (kind != name) return missing_operand();
  if (is_function(tokens_.spelling(token(at_))) && token(at_ + 1).kind == open_paren) {
    ++at_;
    if (!skip_brackets()) return false;
  }
  for (;;) {
    const TokenKind after = token(at_ + 1).kind;
    if (after == open_bracket) {
      ++at_;
      if (!skip_brackets()) return false;
    } else if (after == poll && token(at_ + 2).kind == open_bracket) {
      at_ += 2;
      if (!skip_brackets()) return false;
    } else if (after == dot || after == TokenKind::at || after == colon) {
      if (token(at_ + 2).kind != name) return fail(at_ + 2, fmt::format("a name is expected after '{}'", spelling(at_ + 1)));
      at_ += 2;
    } else {
      break;
    }
  }
  push_leaf(first, at_);
  return true;
}

// From an opening bracket to the one that closes it.
bool Parser::skip_brackets() {
  std::vector<std::size_t> open;
  for (;; ++at_) {
    const TokenKind kind = token(at_).kind;
    if (kind == open_paren || kind == open_bracket) open.push_back(at_);
    if (kind == end) return fail(open.back(), fmt::format("this '{}' is never closed", spelling(open.back())));
    if (kind == quoted) return fail(at_, "quoted text cannot be part of an expression");
    if (kind != close_paren && kind != close_bracket) continue;
    if ((kind == close_paren) != (token(open.back()).kind == open_paren))
      return fail(open.back(), fmt::format("this '{}' is closed by a '{}'", spelling(open.back()), spelling(at_)));
    if (at_ == open.back() + 1)
      return fail(at_, fmt::format("something is missing between '{}' and '{}'", spelling(at_ - 1), spelling(at_)));
    open.pop_back();
    if (open.empty()) return true;
  }
}

bool Parser::missing_operand() {
  const TokenKind kind = token(at_).kind;
  if (at_ > 0 && token(at_ - 1).kind == open_paren && kind == close_paren) return fail(at_, "these parentheses are empty");
  const std::string found = kind == end ? "the formula ends" : fmt::format("'{}' comes", spelling(at_));
  if (at_ == 0) return fail(at_, fmt::format("an operand is missing before '{}'", spelling(at_)));
  return fail(at_, fmt::format("an operand is missing: after '{}', {}", spelling(at_ - 1), found));
}

bool Parser::adjacent_operands() {
  const std::string before = spelling(at_ - 1);
  const std::string here = spelling(at_);
  std::string hint;
  for (const std::string& word : {before, here}) {
    if (word == "and" || word == "or" || word == "not")
      hint = fmt::format("; '{}' is written '{}'", word, word == "and" ? "&&" : word == "or" ? "||" : "!");
    if (options_.dialect == Dialect::promela && (word == "G" || word == "F"))
      hint = fmt::format("; Promela writes '{}' for {}", word == "G" ? "[]" : "<>", word);
    if (options_.dialect == Dialect::promela && (word == "R" || word == "M" || word == "xor"))
      hint = fmt::format("; Promela has no operator {}{}", word, word == "R" ? ", its name there is V" : "");
  }
  return fail(at_, fmt::format("two operands without an operator between them: '{}' and '{}'{}", before, here, hint));
}

bool Parser::after_operand() {
  const TokenKind kind = token(at_).kind;
  if (kind == close_paren) {
    while (!pending_.empty() && pending_.back().kind != open_paren)
      if (!reduce()) return false;
    if (pending_.empty()) return fail(at_, "this ')' closes nothing");
    Node& node = nodes_[values_.back()];
    node.outer_first = pending_.back().token;
    node.outer_last = static_cast<std::uint32_t>(at_);
    pending_.pop_back();
    return true;
  }
  if (!is_infix(kind)) {
    if (kind == comma || kind == dot || kind == TokenKind::at || kind == colon || kind == poll || kind == close_bracket)
      return fail(at_, fmt::format("'{}' is not possible here", spelling(at_)));
    return adjacent_operands();
  }
  while (!pending_.empty() && pending_.back().kind != open_paren) {
    const Pending& top = pending_.back();
    const bool ours = reduces(options_.dialect, as_spin_, top, kind);
    if (!as_spin_) note_departure(top, ours);
    if (as_spin_ ? !reduces(Dialect::promela, true, top, kind) : !ours) break;
    if (!reduce()) return false;
  }
  pending_.push_back({kind, false, static_cast<std::uint32_t>(at_)});
  return true;
}

// True iff the operator `top` takes the operand before `incoming`. Model operators bind tighter than temporal prefixes, so
// that [] x == 1 is [] (x == 1). Spin does the opposite, which leaves it with nonsense: ([] x) == 1.
bool Parser::reduces(Dialect dialect, bool spin_prefix, const Pending& top, TokenKind incoming) const {
  const Binding in = infix_binding(dialect, incoming);
  if (in.level == 0) return reduces(options_.dialect, spin_prefix, top, incoming);  // Spin does not know it
  if (top.prefix) {
    const int level = is_temporal_prefix(top.kind) && !spin_prefix ? temporal_prefix_level : tightest;
    return level > in.level;
  }
  const Binding left = infix_binding(dialect, top.kind);
  if (left.level == 0) return reduces(options_.dialect, spin_prefix, top, incoming);
  return left.level > in.level || (left.level == in.level && !in.right);
}

void Parser::note_departure(const Pending& top, bool ours) {
  if (departure || !token(top.token).spin || !token(at_).spin) return;
  if (top.kind == equivalence && token(at_).kind == equivalence) return;  // associative: both readings mean the same
  if (reduces(Dialect::promela, true, top, token(at_).kind) != ours) departure = token(at_).begin;
}

void Parser::push_leaf(std::size_t first, std::size_t last) {
  Node node;
  node.kind = token(first).kind;
  node.logic_only = node.kind == quoted;
  node.model = true;
  node.first = node.outer_first = static_cast<std::uint32_t>(first);
  node.last = node.outer_last = static_cast<std::uint32_t>(last);
  values_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back(node);
}

// Applies the operator on top of the stack.
bool Parser::reduce() {
  const Pending top = pending_.back();
  pending_.pop_back();
  Node node;
  node.kind = top.kind;
  node.prefix = top.prefix;
  node.token = top.token;
  node.right = values_.back();
  values_.pop_back();
  const Node& right = nodes_[node.right];
  node.last = right.outer_last;
  node.first = top.token;
  node.logic_only = right.logic_only;
  if (!top.prefix) {
    node.left = values_.back();
    values_.pop_back();
    node.first = nodes_[node.left].outer_first;
    node.logic_only = node.logic_only || nodes_[node.left].logic_only;
  }
  node.model = is_model_operator(top.kind);
  if (node.model && node.logic_only) {
    const bool on_left = !top.prefix && nodes_[node.left].logic_only;
    return fail(top.token,
                fmt::format("the operand {} '{}' must be an expression of the model, not a {}", on_left ? "before" : "after",
                            spelling(top.token),
                            nodes_[on_left ? node.left : node.right].kind == quoted ? "quoted text" : "temporal formula"));
  }
  const bool model_may_contain = node.model || top.kind == and_and || top.kind == or_or || top.kind == exclamation ||
                                 top.kind == ampersand || top.kind == bar || top.kind == caret || top.kind == tilde;
  node.logic_only = node.logic_only || !model_may_contain;
  node.outer_first = node.first;
  node.outer_last = node.last;
  values_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back(node);
  return true;
}

Op Parser::op_of(const Node& node) {
  switch (node.kind) {
    case exclamation:
    case tilde:
      return Op::negation;
    case globally:
      return Op::globally;
    case finally:
      return Op::finally;
    case next:
      return Op::next;
    case implication:
      return Op::implication;
    case equivalence:
      return Op::equivalence;
    case or_or:
    case bar:
      return Op::disjunction;
    case and_and:
    case ampersand:
      return Op::conjunction;
    case caret:
    case xor_word:
      return Op::exclusive_or;
    case until:
      return Op::until;
    case release:
      return Op::release;
    case weak_until:
      return Op::weak_until;
    case strong_release:
      return Op::strong_release;
    default:
      return Op::atom;
  }
}

std::optional<Formula> Parser::leaf(FormulaStore& store, const Node& node) {
  if (node.first == node.last) {
    const std::string_view text = tokens_.spelling(token(node.first));
    switch (node.kind) {
      case constant_true:
        return store.truth();
      case constant_false:
        return store.falsity();
      case quoted: {
        std::string name;
        for (std::size_t i = 1; i + 1 < text.size(); ++i) {
          if (text[i] == '\\' && i + 2 < text.size()) ++i;
          name += text[i];
        }
        return store.atom(name);
      }
      case number: {
        const bool zero = std::all_of(text.begin(), text.end(), [](char c) { return c == '0'; });
        if (options_.dialect == Dialect::promela || zero || text == "1") return store.constant(!zero);
        fail(node.first, fmt::format("{} is a number, not a formula", text));
        return std::nullopt;
      }
      default:
        break;
    }
  }
  return store.atom(tokens_.join(node.first, node.last));
}

// Bottom-up, with a stack of jobs: a node to be visited, or an operator to be applied to the last `count` results. Nested
// conjunctions are gathered first, so that (a & (b & (c & ...))) is flattened once and not at each level.
Formula Parser::build(FormulaStore& store) {
  struct Job {
    std::uint32_t node;
    std::uint32_t count;
  };
  std::vector<Job> jobs = {{values_.back(), 0}};
  std::vector<Formula> done;
  std::vector<std::uint32_t> gather;
  while (!jobs.empty()) {
    const Job job = jobs.back();
    const Node& node = nodes_[job.node];
    jobs.pop_back();
    if (job.count > 0) {
      const Formula made = store.make(op_of(node), std::span(done).last(job.count));
      done.resize(done.size() - job.count);
      done.push_back(made);
    } else if (node.model) {
      const auto made = leaf(store, node);
      if (!made) return {};
      done.push_back(*made);
    } else if (const Op op = op_of(node); op == Op::conjunction || op == Op::disjunction) {
      const std::size_t place = jobs.size();
      jobs.push_back({job.node, 0});
      gather = {job.node};
      while (!gather.empty()) {
        const Node& inner = nodes_[gather.back()];
        if (!inner.model && op_of(inner) == op) {
          gather.back() = inner.left;
          gather.push_back(inner.right);
        } else {
          jobs.push_back({gather.back(), 0});
          gather.pop_back();
          ++jobs[place].count;
        }
      }
    } else {
      jobs.push_back({job.node, node.prefix ? 1U : 2U});
      jobs.push_back({node.right, 0});
      if (!node.prefix) jobs.push_back({node.left, 0});
    }
  }
  return done.front();
}

std::string departure_message(const FormulaStore& store, Formula ours, std::optional<Formula> spin) {
  constexpr std::uint64_t shown_nodes = 60;
  if (store.size(ours) > shown_nodes || (spin && store.size(*spin) > shown_nodes))
    return "Spin groups the operators differently here; parentheses would make the meaning clear";
  return fmt::format(
      "read as {}; Spin reads {}", to_string(store, ours),
      spin ? to_string(store, *spin) : "a comparison of a temporal formula with a value here, which has no meaning");
}

}  // namespace

Result<ParsedFormula> parse_formula(FormulaStore& store, std::string_view text, const ParseOptions& options) {
  const auto message = [&](Diagnostic::Severity severity, const Remark& remark) {
    return locate(text, options, severity, remark);
  };
  if (text.size() >= std::numeric_limits<std::uint32_t>::max())
    return message(Diagnostic::Severity::error, {0, "the formula is longer than 4 GB"});
  const Tokens tokens = tokenise(text, options);
  if (!tokens.errors.empty()) return message(Diagnostic::Severity::error, tokens.errors.front());

  Parser parser(tokens, options, false);
  if (!parser.run()) return message(Diagnostic::Severity::error, *parser.error);
  ParsedFormula parsed;
  parsed.formula = parser.build(store);
  if (parser.error) return message(Diagnostic::Severity::error, *parser.error);

  for (const Remark& remark : tokens.warnings) parsed.warnings.push_back(message(Diagnostic::Severity::warning, remark));
  if (parser.departure) {
    Parser as_spin(tokens, options, true);
    std::optional<Formula> spin;
    if (as_spin.run()) spin = as_spin.build(store);
    if (as_spin.error) spin.reset();
    if (spin != parsed.formula)
      parsed.warnings.push_back(
          message(Diagnostic::Severity::warning, {*parser.departure, departure_message(store, parsed.formula, spin)}));
  }
  return parsed;
}

}  // namespace lariat::ltl
