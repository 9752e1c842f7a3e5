// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "hoa_parser.hpp"

namespace lariat::automata::hoa {
namespace {

bool is_single(std::string_view name) {
  static constexpr std::string_view single[] = {"States", "AP", "Acceptance", "acc-name", "tool", "name"};
  return std::ranges::find(single, name) != std::end(single);
}
bool is_ignorable(const std::string& name) { return name[0] < 'A' || name[0] > 'Z'; }

}  // namespace

Parser::Parser(Lexer& lexer)
    : lexer_(lexer), label_parser_(lexer, result_.labels, aliases_, [this](std::uint32_t atom) { check_atom(atom); }) {}

void Parser::expect(Token token, std::string_view what) {
  if (lexer_.token() != token) lexer_.fail_expected(what);
}

StateId Parser::state_number(std::string_view what) {
  const StateId s = expect_number(lexer_, what, no_state);
  if (declared_states_ && s >= *declared_states_)
    lexer_.fail(fmt::format("there is no state {}; {} declared", s, *declared_states_));
  return s;
}

void Parser::parse_header() {
  parse_version();
  while (lexer_.token() != Token::body) {
    expect(Token::header, "a header or `--BODY--`");
    const std::string name = lexer_.text();
    if (name == "State") lexer_.fail("`State:` belongs behind `--BODY--`");
    if (name == "HOA")
      lexer_.fail("a new automaton begins before the last one has ended; `--BODY--` and `--END--` are missing");
    if (is_single(name) && !seen_headers_.insert(name).second)
      lexer_.fail(fmt::format("the header {} occurs twice", lexer_.describe()));
    parse_item(name);
  }
  check_header();
}

void Parser::parse_version() {
  advance();
  expect(Token::identifier, "the version of the format, `v1`");
  if (lexer_.text() != "v1")
    lexer_.fail(fmt::format("version {} of the format is not supported; lariat reads `v1`", lexer_.describe()));
  advance();
}

// The items of a header, by name. A name is still the current token.
void Parser::parse_item(const std::string& name) {
  if (name == "States") return parse_states();
  if (name == "Start") return parse_start();
  if (name == "AP") return parse_atoms();
  if (name == "Alias") return parse_alias();
  if (name == "Acceptance") {
    advance();
    acceptance_.emplace(lexer_);
    return;
  }
  if (name == "acc-name") return parse_acceptance_name();
  if (name == "tool") return parse_tool();
  if (name == "name") {
    advance();
    expect(Token::string, "the name of the automaton, a string");
    result_.name = lexer_.take_text();
    return advance();
  }
  if (name == "properties") return parse_properties();
  if (!is_ignorable(name))
    lexer_.fail(fmt::format("the header {} is unknown, and may change the meaning of the automaton", lexer_.describe()));
  skip_item();
}

void Parser::parse_states() {
  advance();
  declared_states_ = expect_number(lexer_, "the number of states");
  states_place_ = lexer_.error_here({});
  advance();
}

void Parser::parse_start() {
  advance();
  starts_.push_back(parse_target("the number of an initial state"));
}

// A state that is used: initial, or the target of an edge.
StateId Parser::parse_target(std::string_view what) {
  const StateId s = state_number(what);
  states_.use(lexer_, s);
  advance();
  if (lexer_.token() == Token::ampersand)
    lexer_.fail("alternation (a conjunction of states) is not supported; lariat accepts one state here");
  return s;
}

void Parser::parse_atoms() {
  advance();
  const std::uint32_t count = expect_number(lexer_, "the number of atomic propositions", Labels::no_atom);
  std::unordered_set<std::string> names;
  for (advance(); lexer_.token() == Token::string; advance()) {
    if (result_.atoms.size() == count)
      lexer_.fail(fmt::format("there are more names than the {} atomic propositions declared", count));
    if (!names.insert(lexer_.text()).second) lexer_.fail("two atomic propositions have this name");
    result_.atoms.push_back(lexer_.take_text());
  }
  if (result_.atoms.size() < count)
    lexer_.fail_expected(fmt::format("the names of {} atomic propositions, of which {} are here", count, result_.atoms.size()));
  atoms_known_ = true;
}

void Parser::parse_alias() {
  advance();
  expect(Token::alias, "the name of an alias, as in `@a`");
  const std::string name = lexer_.text();
  if (aliases_.contains(name)) lexer_.fail(fmt::format("the alias {} is already defined", lexer_.describe()));
  advance();
  aliases_.emplace(name, label_parser_.parse());
}

// The current token is an atom. `AP:` may come later than the aliases: then the check has to wait. The first atom to be
// out of range will be larger than all before it, so only such atoms are remembered.
void Parser::check_atom(std::uint32_t atom) {
  constexpr std::size_t max_sources = 1000;
  if (atoms_known_) {
    if (atom >= result_.atoms.size())
      lexer_.fail(fmt::format("there is no atomic proposition {}; {} declared", atom, result_.atoms.size()));
  } else if (atom_uses_.empty() || atom > atom_uses_.back()) {
    atom_uses_.push_back(atom);
    if (atom_places_.size() < max_sources)
      atom_places_.push_back(lexer_.error_here({}));
    else
      atom_places_.push_back({Diagnostic::Severity::error, {}, lexer_.file(), lexer_.line(), lexer_.column(), {}, 0});
  }
}

void Parser::parse_acceptance_name() {
  advance();
  expect(Token::identifier, "the name of an acceptance condition");
  for (advance(); lexer_.token() == Token::identifier || lexer_.token() == Token::number || lexer_.token() == Token::boolean;)
    advance();
}

void Parser::parse_tool() {
  advance();
  expect(Token::string, "the name of a tool, a string");
  advance();
  if (lexer_.token() == Token::string) advance();
}

// Hints only: nothing that is read here depends on them.
void Parser::parse_properties() {
  for (advance(); lexer_.token() == Token::identifier;) advance();
}

void Parser::skip_item() {
  do {
    advance();
  } while (lexer_.token() == Token::identifier || lexer_.token() == Token::boolean || lexer_.token() == Token::number ||
           lexer_.token() == Token::string);
}

// Checks that need the whole header.
void Parser::check_header() {
  if (!acceptance_) lexer_.fail("the header `Acceptance:` is missing");
  atoms_known_ = true;
  for (std::size_t i = 0; i < atom_uses_.size(); ++i) {
    if (atom_uses_[i] < result_.atoms.size()) continue;
    Diagnostic error = atom_places_[i];
    error.message = fmt::format("there is no atomic proposition {}; {} declared", atom_uses_[i], result_.atoms.size());
    throw Error{std::move(error)};
  }
  if (declared_states_)
    if (auto error = states_.used_beyond(*declared_states_, lexer_)) throw Error{std::move(*error)};
}

}  // namespace lariat::automata::hoa
