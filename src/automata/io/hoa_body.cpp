// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "hoa_parser.hpp"

namespace lariat::automata::hoa {

Automaton Parser::parse() {
  parse_header();
  parse_body();
  check_all_states_defined();
  return build();
}

void Parser::parse_body() {
  advance();
  while (lexer_.token() != Token::end) {
    if (lexer_.token() != Token::header || lexer_.text() != "State")
      lexer_.fail_expected(definitions_.empty() ? "`State:` or `--END--`" : "an edge, `State:` or `--END--`");
    parse_state();
  }
}

void Parser::parse_state() {
  advance();
  state_label_.reset();
  if (lexer_.token() == Token::open_bracket) state_label_ = parse_label();
  parse_state_number();
  Definition& definition = definitions_.back();
  if (lexer_.token() == Token::string) {
    result_.state_names.emplace_hint(result_.state_names.end(), definition.state, lexer_.take_text());
    advance();
  }
  if (lexer_.token() == Token::open_brace) definition.marks = acceptance_->parse_marks(lexer_);
  parse_edges();
}

void Parser::parse_state_number() {
  const StateId s = state_number("the number of a state");
  if (!states_.define(s)) lexer_.fail(fmt::format("state {} is defined twice", s));
  definitions_.push_back({s, 0, static_cast<std::uint32_t>(targets_.size())});
  advance();
}

void Parser::parse_edges() {
  labelled_edges_ = 0;
  unlabelled_edges_ = 0;
  while (lexer_.token() == Token::open_bracket || lexer_.token() == Token::number) parse_edge();
  check_number_of_edges();
}

void Parser::parse_edge() {
  const LabelId label = parse_edge_label();
  const StateId target = parse_target("the number of the state that the edge leads to");
  Marks marks = 0;
  if (lexer_.token() == Token::open_brace) marks = acceptance_->parse_marks(lexer_);
  if (label == Labels::never) return;  // no letter takes this edge
  if (targets_.size() >= std::numeric_limits<std::uint32_t>::max()) lexer_.fail("too many edges; lariat accepts 2^32-1");
  if (marks != 0 && marks_.empty()) marks_.resize(targets_.size());
  const bool marked = marks != 0 || !marks_.empty();
  targets_.push_back(target);
  labels_.push_back(label);
  if (marked) marks_.push_back(marks);
}

LabelId Parser::parse_edge_label() {
  if (lexer_.token() == Token::open_bracket) {
    if (state_label_) lexer_.fail("the state has a label, so its edges cannot have labels");
    if (unlabelled_edges_ > 0) lexer_.fail("edges with and without labels cannot be mixed in one state");
    ++labelled_edges_;
    return parse_label();
  }
  if (state_label_) return *state_label_;
  if (labelled_edges_ > 0) lexer_.fail("edges with and without labels cannot be mixed in one state; expected `[`");
  return implicit_label();
}

LabelId Parser::parse_label() {
  advance();
  const LabelId label = label_parser_.parse();
  expect(Token::close_bracket, "`&`, `|` or `]`");
  advance();
  return label;
}

// The label of an edge that has none: the i-th edge of a state stands for the letter with the bits of i.
LabelId Parser::implicit_label() {
  constexpr std::size_t most_atoms = 31;  // edges are numbered by 32 bits
  const std::size_t atoms = result_.atoms.size();
  if (atoms > most_atoms)
    lexer_.fail(
        fmt::format("an edge without label stands for one of the 2^{} letters, which lariat cannot number; "
                    "write labels, as in [0&!1]",
                    atoms));
  const std::size_t letter = unlabelled_edges_++;
  if (letter >> atoms != 0)
    lexer_.fail(fmt::format("too many edges: with {} atomic propositions and no labels, a state has exactly {}", atoms,
                            std::size_t{1} << atoms));
  if (letter < implicit_labels_.size()) return implicit_labels_[letter];
  try {
    implicit_labels_.push_back(next_letter());
    return implicit_labels_.back();
  } catch (const Labels::TooLarge&) {
    lexer_.fail("label too complex: the labels of this automaton need too many decision nodes");
  }
}

// The conjunction for the letter that follows those in implicit_labels_. Letters come in order, so that most of the last
// one's conjunction, that of the atoms above the highest change, can be used again.
LabelId Parser::next_letter() {
  Labels& labels = result_.labels;
  const std::size_t letter = implicit_labels_.size();
  std::size_t i = result_.atoms.size();
  if (letter == 0)
    letter_parts_.assign(i + 1, Labels::always);
  else
    i = static_cast<std::size_t>(std::bit_width(letter ^ (letter - 1)));
  while (i-- > 0) {
    const LabelId atom = labels.atom(static_cast<std::uint32_t>(i));
    const LabelId rest = letter_parts_[i + 1];
    letter_parts_[i] = ((letter >> i) & 1U) != 0 ? labels.conjoin(rest, atom) : labels.subtract(rest, atom);
  }
  return letter_parts_[0];
}

void Parser::check_number_of_edges() {
  if (unlabelled_edges_ == 0) return;
  const std::size_t needed = std::size_t{1} << result_.atoms.size();
  if (unlabelled_edges_ < needed)
    lexer_.fail_expected(
        fmt::format("another edge of state {} (with {} atomic propositions and no labels, a state has exactly {})",
                    definitions_.back().state, result_.atoms.size(), needed));
}

void Parser::check_all_states_defined() {
  if (auto error = states_.used_undefined(lexer_)) throw Error{std::move(*error)};
  const std::size_t count = declared_states_ ? *declared_states_ : states_.bound();
  if (states_.defined() == count) return;
  Diagnostic error = declared_states_ ? states_place_ : lexer_.error_here({});
  error.message = fmt::format("state {} has no definition", states_.first_undefined());
  throw Error{std::move(error)};
}

// Every state below the bound has a definition by now, so memory goes by the length of the text.
Automaton Parser::build() {
  result_.rejects_all = acceptance_->rejects_all();
  GraphBuilder builder(result_.rejects_all ? 1 : acceptance_->sets());
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    const auto& [state, marks, first] = definitions_[i];
    const std::size_t last = i + 1 < definitions_.size() ? definitions_[i + 1].first_edge : targets_.size();
    builder.mark_state(state, marks);
    for (std::size_t e = first; e < last; ++e) builder.add_edge(state, targets_[e], marks_.empty() ? 0 : marks_[e]);
  }
  for (const StateId s : starts_) builder.add_initial(s);
  if (std::ranges::is_sorted(definitions_, {}, &Definition::state)) {
    result_.graph = std::move(builder).build();
    result_.edge_labels = std::move(labels_);
  } else {
    std::vector<std::uint32_t> order;
    result_.graph = std::move(builder).build(&order);
    result_.edge_labels.reserve(order.size());
    for (const std::uint32_t e : order) result_.edge_labels.push_back(labels_[e]);
  }
  return std::move(result_);
}

}  // namespace lariat::automata::hoa
