// SPDX-License-Identifier: Apache-2.0
#include "promela/token_stream.hpp"

#include <algorithm>
#include <unordered_map>

namespace lariat::promela {
namespace {

constexpr std::size_t max_inlines = 100;         // that call each other
constexpr std::size_t max_expanded = 8'000'000;  // tokens, in all

// After these, an end of line separates.
bool can_end_statement(Tok kind) {
  switch (kind) {
    case Tok::right_brace:
    case Tok::right_paren:
    case Tok::right_bracket:
    case Tok::od_:
    case Tok::fi_:
    case Tok::else_:
    case Tok::break_:
    case Tok::timeout_:  // Spin reads it as (timeout)
    case Tok::name:
    case Tok::number:
    case Tok::increment:
    case Tok::decrement:
      return true;
    default:
      return false;
  }
}

bool is_separator(Tok kind) { return kind == Tok::semicolon || kind == Tok::arrow; }

// Before these, a closing brace needs no separator.
bool follows_brace(Tok kind) {
  switch (kind) {
    case Tok::proctype_:
    case Tok::init_:
    case Tok::never_:
    case Tok::option:
    case Tok::fi_:
    case Tok::od_:
    case Tok::right_brace:
    case Tok::unless_:
    case Tok::end:
      return true;
    default:
      return is_separator(kind);
  }
}

}  // namespace

const Token& TokenStream::raw() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.next < frame.tokens.size()) return frame.tokens[frame.next];
    frames_.pop_back();
  }
  return tokens_[next_];
}

Token TokenStream::raw_take() {
  report_.tick();
  const Token token = raw();
  if (!frames_.empty())
    ++frames_.back().next;
  else if (next_ + 1 < tokens_.size())
    ++next_;
  return token;
}

Token TokenStream::separator() {
  last_lexed_ = Tok::semicolon;
  return {.kind = Tok::semicolon, .implied = true, .text = ";", .place = last_place_, .offset = raw().offset};
}

Token TokenStream::lex() {
  const Token& ahead = raw();
  if (ahead.newline && !newline_done_) {
    newline_done_ = true;
    if (in_sequence_ && parentheses_ == 0 && can_end_statement(last_lexed_)) {
      // Spin looks at one character only to see an `unless` that belongs to the block before it.
      const bool unless = last_lexed_ == Tok::right_brace && ahead.text.starts_with('u');
      if (!unless) return separator();
    }
  }
  const Token token = raw_take();
  newline_done_ = false;
  last_lexed_ = token.kind;
  last_place_ = token.place;
  if (token.kind == Tok::left_paren) ++parentheses_;
  if (token.kind == Tok::right_paren && parentheses_ > 0) --parentheses_;
  return token;
}

// Separators are added behind `else` and a closing brace where they were left out, and dropped before a closing brace and
// another separator.
Token TokenStream::read() {
  Token token;
  if (held_) {
    token = *held_;
    held_.reset();
    last_lexed_ = token.kind;
  } else {
    token = lex();
    const bool after_else = last_read_ == Tok::else_ && !is_separator(token.kind) && token.kind != Tok::fi_;
    const bool after_brace = last_read_ == Tok::right_brace && !follows_brace(token.kind);
    if (after_else || after_brace) {
      held_ = token;
      last_read_ = Tok::end;
      Token added = separator();
      added.place = token.place;
      return added;
    }
    if (is_separator(token.kind)) {
      const Token next = lex();
      if (is_separator(next.kind) || next.kind == Tok::right_brace)
        token = next;
      else
        held_ = next;
    }
  }
  last_read_ = token.kind;
  return token;
}

const Token& TokenStream::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) ahead_.push_back(read());
  return ahead_[ahead];
}

Token TokenStream::take() {
  if (ahead_.empty()) return read();
  const Token token = ahead_.front();
  ahead_.pop_front();
  return token;
}

std::optional<std::vector<Token>> TokenStream::take_block() {
  if (raw().kind != Tok::left_brace) return std::nullopt;
  std::vector<Token> result;
  std::size_t open = 0;
  do {
    const Token token = raw_take();
    if (token.kind == Tok::end) return std::nullopt;
    if (token.kind == Tok::left_brace) ++open;
    if (token.kind == Tok::right_brace) --open;
    result.push_back(token);
  } while (open > 0);
  newline_done_ = false;
  last_lexed_ = Tok::right_brace;
  last_place_ = result.back().place;
  return result;
}

bool TokenStream::is_expanding(std::string_view name) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.name == name; });
}

void TokenStream::expand(const Inline& definition, const std::vector<std::vector<Token>>& arguments, SourceLocation call,
                         const std::function<bool(std::string_view)>& keeps) {
  if (frames_.size() >= max_inlines) report_.fatal(call, "inlines call each other too deeply");
  Frame frame{.name = definition.name, .tokens = {}};
  // Each origin in the body becomes one whose parent is this call.
  std::unordered_map<std::uint32_t, std::uint32_t> origins;
  const auto origin = [&](std::uint32_t via) {
    const auto [entry, fresh] = origins.try_emplace(via, 0);
    if (!fresh) return entry->second;
    if (via == 0) {
      entry->second = report_.sources().add(
          Origin{.kind = Origin::Kind::inlined, .name = definition.name, .other = call.at, .parent = call.via});
    } else {
      const std::uint32_t parent = origins.at(0);
      Origin copy = report_.sources().origin(via);
      copy.parent = parent;
      entry->second = report_.sources().add(std::move(copy));
    }
    return entry->second;
  };
  origin(0);
  for (const Token& token : definition.body) {
    const auto parameter = token.kind != Tok::name
                               ? definition.parameters.end()
                               : std::find(definition.parameters.begin(), definition.parameters.end(), token.text);
    if (parameter == definition.parameters.end() || keeps(token.text)) {
      frame.tokens.push_back(token);
      frame.tokens.back().inlined = true;
      frame.tokens.back().place.via = origin(token.place.via);
    } else {
      bool newline = token.newline;
      for (Token copy : arguments[static_cast<std::size_t>(parameter - definition.parameters.begin())]) {
        copy.newline = newline;
        copy.inlined = true;
        newline = false;
        frame.tokens.push_back(copy);
      }
    }
    if (expanded_ + frame.tokens.size() > max_expanded) report_.fatal(call, "the inlines expand to more than 8 million words");
  }
  expanded_ += frame.tokens.size();
  frames_.push_back(std::move(frame));
  last_lexed_ = Tok::semicolon;
  last_read_ = Tok::semicolon;
  newline_done_ = false;
}

}  // namespace lariat::promela
