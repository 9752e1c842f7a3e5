// SPDX-License-Identifier: Apache-2.0
// Processes: their statements and transitions.
#include <fmt/format.h>

#include <utility>

#include "dve/parser.hpp"

namespace lariat::dve {

void Parser::process() {
  tokens_.advance();
  Process process;
  process.name = tokens_.expect_name("the name of a process");
  const std::uint32_t brace = tokens_.token().begin;
  if (!tokens_.accept(Kind::open_brace)) {
    if (!begins_statement()) tokens_.fail_expected("'{'");
    tokens_.error(tokens_.previous_end(), "expected '{' here");
  }
  while (!tokens_.accept(Kind::close_brace)) {
    if (tokens_.is(Kind::end) || tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system)) {
      tokens_.error(tokens_.token().begin, fmt::format("expected '}}' here, the end of process {}", quote(process.name.text)));
      tokens_.note(brace, "it was opened here");
      break;
    }
    try {
      statement(process);
    } catch (const SyntaxError&) {
      skip_to_statement();
    }
  }
  model_.processes.push_back(std::move(process));
}

bool Parser::begins_statement() const {
  switch (tokens_.token().kind) {
    case Kind::kw_const:
    case Kind::kw_byte:
    case Kind::kw_int:
    case Kind::kw_state:
    case Kind::kw_init:
    case Kind::kw_commit:
    case Kind::kw_accept:
    case Kind::kw_assert:
    case Kind::kw_trans:
      return true;
    default:
      return false;
  }
}

void Parser::statement(Process& process) {
  const std::uint32_t begin = tokens_.token().begin;
  const auto once = [&](bool first) {
    if (!first) tokens_.error(begin, fmt::format("process {} has {} already", quote(process.name.text), quote(tokens_.text())));
    tokens_.advance();
  };
  switch (keyword({Kind::kw_const, Kind::kw_byte, Kind::kw_int, Kind::kw_state, Kind::kw_init, Kind::kw_commit, Kind::kw_accept,
                   Kind::kw_assert, Kind::kw_trans})) {
    case Kind::kw_const:
    case Kind::kw_byte:
    case Kind::kw_int:
      return variables(process.variables);
    case Kind::kw_state:
      once(process.states.empty());
      process.states = names("the name of a state");
      return;
    case Kind::kw_init:
      once(!process.initial);
      process.initial = tokens_.expect_name("the name of a state");
      if (tokens_.is(Kind::comma)) tokens_.fail(tokens_.token().begin, "a process begins in one state only");
      return tokens_.expect_semicolon();
    case Kind::kw_commit:
      once(process.committed.empty());
      process.committed = names("the name of a state");
      return;
    case Kind::kw_accept:
      once(process.acceptance.kind == Acceptance::Kind::none);
      return accept(process);
    case Kind::kw_assert:
      tokens_.advance();
      return assertions(process);
    case Kind::kw_trans:
      once(process.transitions.empty());
      return transitions(process);
    default:
      break;
  }
  if (tokens_.is(Kind::kw_channel)) {
    tokens_.error(begin, "channels are declared outside of processes");
    return channels();
  }
  tokens_.fail_expected("a declaration, 'state', 'init', 'commit', 'accept', 'assert', 'trans' or '}'");
}

std::vector<Name> Parser::names(std::string_view what) {
  std::vector<Name> list;
  do {
    list.push_back(tokens_.expect_name(what));
  } while (tokens_.accept(Kind::comma));
  tokens_.expect_semicolon();
  return list;
}

// Perhaps none, then the sign that ends them.
std::vector<Name> Parser::names_until(std::string_view what, Kind end) {
  std::vector<Name> list;
  if (tokens_.accept(end)) return list;
  do {
    list.push_back(tokens_.expect_name(what));
  } while (tokens_.accept(Kind::comma));
  tokens_.expect(end, end == Kind::semicolon ? "',' or ';'" : "',' or ')'");
  return list;
}

// buchi: a, b;   genbuchi and muller: (a, b), (), (c);   rabin and streett: (a; b, c), (; d);
void Parser::accept(Process& process) {
  using AcceptKind = Acceptance::Kind;
  Acceptance& acceptance = process.acceptance;
  acceptance.offset = tokens_.token().begin;
  const Kind word = tokens_.token().kind;
  acceptance.kind = word == Kind::kw_genbuchi  ? AcceptKind::generalised_buchi
                    : word == Kind::kw_muller  ? AcceptKind::muller
                    : word == Kind::kw_rabin   ? AcceptKind::rabin
                    : word == Kind::kw_streett ? AcceptKind::streett
                                               : AcceptKind::buchi;
  if (word == Kind::kw_buchi || acceptance.kind != AcceptKind::buchi) tokens_.advance();
  if (acceptance.kind == AcceptKind::buchi) {
    acceptance.sets.push_back(names("the name of a state"));
    return;
  }
  const bool pairs = acceptance.kind == AcceptKind::rabin || acceptance.kind == AcceptKind::streett;
  do {
    tokens_.expect(Kind::open_paren, "'('");
    if (pairs) acceptance.sets.push_back(names_until("the name of a state", Kind::semicolon));
    acceptance.sets.push_back(names_until("the name of a state", Kind::close_paren));
  } while (tokens_.accept(Kind::comma));
  tokens_.expect_semicolon();
}

void Parser::assertions(Process& process) {
  do {
    Assertion assertion;
    assertion.state = tokens_.expect_name("the name of a state");
    tokens_.accept(Kind::colon);
    assertion.condition = expression();
    process.assertions.push_back(assertion);
  } while (tokens_.accept(Kind::comma));
  tokens_.expect_semicolon();
}

// A comma between transitions and the semicolon behind them may be missing.
void Parser::transitions(Process& process) {
  while (!tokens_.accept(Kind::semicolon)) {
    if (tokens_.is(Kind::close_brace) || tokens_.is(Kind::end) || tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system))
      return;
    try {
      in_braces_ = false;
      transition(process);
      if (tokens_.accept(Kind::comma)) {
        if (!begins_transition()) tokens_.fail_expected("a transition");
      } else if (!tokens_.is(Kind::semicolon) && !tokens_.is(Kind::close_brace) && !begins_transition()) {
        tokens_.fail_expected("',' or ';'");
      }
    } catch (const SyntaxError&) {
      skip_to_transition();
      if (begins_statement()) return;
    }
  }
}

bool Parser::begins_transition() const {
  return tokens_.is(Kind::arrow) || (tokens_.is(Kind::identifier) && tokens_.is_next(1, Kind::arrow)) ||
         (tokens_.is(Kind::identifier) && tokens_.is_next(1, Kind::wide_arrow));
}

void Parser::transition(Process& process) {
  Transition transition;
  transition.extent.begin = tokens_.token().begin;
  if (tokens_.is(Kind::arrow)) {
    if (process.transitions.empty()) tokens_.fail(tokens_.token().begin, "the first transition must name its source");
    transition.from = process.transitions.back().from;
    transition.repeats_source = true;
  } else {
    transition.from = tokens_.expect_name("a transition");
  }
  if (tokens_.is(Kind::wide_arrow)) tokens_.fail(tokens_.token().begin, "transitions with probabilities cannot be checked");
  tokens_.expect(Kind::arrow, "'->'");
  transition.to = tokens_.expect_name("the name of a state");
  const std::uint32_t brace = tokens_.token().begin;
  tokens_.expect(Kind::open_brace, "'{'");
  in_braces_ = true;
  while (!tokens_.is(Kind::close_brace)) {
    if (tokens_.is(Kind::end) || tokens_.is(Kind::comma) || tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system)) {
      tokens_.error(tokens_.token().begin, "expected '}' here, the end of the transition");
      tokens_.note(brace, "it was opened here");
      break;
    }
    clause(transition);
  }
  transition.extent.end = tokens_.token().end;
  in_braces_ = false;
  tokens_.accept(Kind::close_brace);
  process.transitions.push_back(std::move(transition));
}

void Parser::clause(Transition& transition) {
  const Token word = tokens_.token();
  const Kind kind = keyword({Kind::kw_guard, Kind::kw_sync, Kind::kw_effect});
  if (kind == Kind::end) tokens_.fail_expected("'guard', 'sync', 'effect' or '}'");
  const bool second = kind == Kind::kw_guard  ? transition.guard != none
                      : kind == Kind::kw_sync ? transition.sync.has_value()
                                              : !transition.effects.empty();
  if (second) tokens_.error(word.begin, fmt::format("the transition has '{}' already", spelling(kind)));
  tokens_.advance();
  if (kind == Kind::kw_guard) {
    transition.guard = expression();
    if (tokens_.is(Kind::assign)) tokens_.fail_expected("';'", " (did you mean '=='?)");
    return tokens_.expect_semicolon();
  }
  if (kind == Kind::kw_sync) {
    transition.sync = sync();
    return tokens_.expect_semicolon();
  }
  do {
    Assignment assignment;
    assignment.offset = tokens_.token().begin;
    const std::size_t first = model_.expressions.size();
    assignment.target = expression();
    if (!tokens_.accept(Kind::assign)) {
      const bool compares = model_.expressions.size() > first && model_.expressions[assignment.target].op == Op::equal;
      if (compares) tokens_.fail(model_.expressions[assignment.target].offset, "'==' compares; write '=' to assign");
      tokens_.fail_expected("'='");
    }
    assignment.value = expression();
    transition.effects.push_back(assignment);
  } while (tokens_.accept(Kind::comma));
  tokens_.expect_semicolon();
}

Sync Parser::sync() {
  Sync sync;
  sync.channel = tokens_.expect_name("the name of a channel");
  sync.send = tokens_.is(Kind::exclamation);
  if (!tokens_.accept(Kind::exclamation)) tokens_.expect(Kind::question, "'!' or '?'");
  if (tokens_.accept(Kind::open_brace)) {
    do {
      sync.values.push_back(expression());
    } while (tokens_.accept(Kind::comma));
    tokens_.expect(Kind::close_brace, "',' or '}'");
  } else if (!tokens_.is(Kind::semicolon) && !tokens_.is(Kind::close_brace)) {
    sync.values.push_back(expression());
  }
  return sync;
}

// Behind the transition in which an error was found, as far as that can be told: at its brace, at what looks like the next
// one, or at what cannot be part of any.
void Parser::skip_to_transition() {
  std::size_t depth = in_braces_ ? 1 : 0;
  const auto is_whole_head = [&](std::size_t ahead) {
    return tokens_.is_next(ahead, Kind::arrow) && tokens_.is_next(ahead + 1, Kind::identifier) &&
           tokens_.is_next(ahead + 2, Kind::open_brace);
  };
  for (; !tokens_.is(Kind::end); tokens_.advance()) {
    if (tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system) || begins_statement()) return;
    if (tokens_.is(Kind::identifier) && is_whole_head(1)) return;
    if (tokens_.is(Kind::comma) && is_whole_head(1)) return tokens_.advance();
    if (depth == 0 && (tokens_.is(Kind::semicolon) || tokens_.is(Kind::close_brace))) return;
    if (tokens_.is(Kind::open_brace)) ++depth;
    if (tokens_.is(Kind::close_brace) && --depth == 0) {
      tokens_.advance();
      tokens_.accept(Kind::comma);
      return;
    }
  }
}

// Before the next statement of the process, or before its end.
void Parser::skip_to_statement() {
  std::size_t depth = 0;
  for (; !tokens_.is(Kind::end); tokens_.advance()) {
    if (tokens_.is(Kind::kw_process) || tokens_.is(Kind::kw_system) || begins_statement()) return;
    if (tokens_.is(Kind::close_brace)) {
      if (depth == 0) return;
      --depth;
    }
    if (tokens_.is(Kind::open_brace)) ++depth;
  }
}

}  // namespace lariat::dve
