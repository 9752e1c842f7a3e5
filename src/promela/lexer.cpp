// SPDX-License-Identifier: Apache-2.0
#include "promela/lexer.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "lariat/base/excerpt.hpp"
#include "promela/characters.hpp"

namespace lariat::promela {
namespace {

struct Keyword {
  std::string_view text;
  Tok kind;
  std::int32_t value = 0;
};

constexpr std::int32_t basic(Basic type) { return static_cast<std::int32_t>(type); }

constexpr Keyword keyword_table[] = {
    {"active", Tok::active_},
    {"assert", Tok::assert_},
    {"atomic", Tok::atomic_},
    {"bit", Tok::type, basic(Basic::bit)},
    {"bool", Tok::type, basic(Basic::boolean)},
    {"break", Tok::break_},
    {"byte", Tok::type, basic(Basic::byte)},
    {"c_code", Tok::c_code_},
    {"c_decl", Tok::c_decl_},
    {"c_expr", Tok::c_expr_},
    {"c_state", Tok::c_state_},
    {"c_track", Tok::c_track_},
    {"chan", Tok::type, basic(Basic::channel)},
    {"D_proctype", Tok::d_proctype_},
    {"d_step", Tok::d_step_},
    {"do", Tok::do_},
    {"else", Tok::else_},
    {"empty", Tok::empty_},
    {"enabled", Tok::enabled_},
    {"eval", Tok::eval_},
    {"false", Tok::number, 0},
    {"fi", Tok::fi_},
    {"for", Tok::for_},
    {"full", Tok::full_},
    {"get_priority", Tok::get_priority_},
    {"goto", Tok::goto_},
    {"hidden", Tok::hidden_},
    {"if", Tok::if_},
    {"init", Tok::init_},
    {"inline", Tok::inline_},
    {"int", Tok::type, basic(Basic::integer)},
    {"len", Tok::len_},
    {"local", Tok::local_},
    {"ltl", Tok::ltl_},
    {"mtype", Tok::type, basic(Basic::mtype)},
    {"nempty", Tok::nempty_},
    {"never", Tok::never_},
    {"nfull", Tok::nfull_},
    {"notrace", Tok::notrace_},
    {"np_", Tok::np_},
    {"od", Tok::od_},
    {"of", Tok::of_},
    {"pc_value", Tok::pc_value_},
    {"pid", Tok::type, basic(Basic::pid)},
    {"printf", Tok::printf_},
    {"printm", Tok::printm_},
    {"priority", Tok::priority_},
    {"proctype", Tok::proctype_},
    {"provided", Tok::provided_},
    {"return", Tok::return_},
    {"run", Tok::run_},
    {"select", Tok::select_},
    {"set_priority", Tok::set_priority_},
    {"short", Tok::type, basic(Basic::short_integer)},
    {"show", Tok::show_},
    {"skip", Tok::number, 1},
    {"timeout", Tok::timeout_},
    {"trace", Tok::trace_},
    {"true", Tok::number, 1},
    {"typedef", Tok::typedef_},
    {"unless", Tok::unless_},
    {"unsigned", Tok::type, basic(Basic::unsigned_integer)},
    {"xr", Tok::xr_},
    {"xs", Tok::xs_},
};

struct Sign {
  std::string_view text;
  Tok kind;
};

// The longest first. `-->` is an arrow in Spin: it tries the second character, then the third.
constexpr Sign signs[] = {
    {"-->", Tok::arrow},
    {"::", Tok::option},
    {"->", Tok::arrow},
    {"--", Tok::decrement},
    {"++", Tok::increment},
    {"<<", Tok::shift_left},
    {"<=", Tok::less_equal},
    {">>", Tok::shift_right},
    {">=", Tok::greater_equal},
    {"==", Tok::equal},
    {"!=", Tok::not_equal},
    {"!!", Tok::sorted_send},
    {"\?\?", Tok::random_receive},
    {"&&", Tok::and_and},
    {"||", Tok::or_or},
    {"..", Tok::dots},
    {"(", Tok::left_paren},
    {")", Tok::right_paren},
    {"[", Tok::left_bracket},
    {"]", Tok::right_bracket},
    {"{", Tok::left_brace},
    {"}", Tok::right_brace},
    {",", Tok::comma},
    {":", Tok::colon},
    {";", Tok::semicolon},
    {".", Tok::dot},
    {"=", Tok::assign},
    {"+", Tok::plus},
    {"-", Tok::minus},
    {"*", Tok::times},
    {"/", Tok::divide},
    {"%", Tok::modulo},
    {"&", Tok::bit_and},
    {"|", Tok::bit_or},
    {"^", Tok::bit_xor},
    {"~", Tok::tilde},
    {"!", Tok::send},
    {"?", Tok::receive},
    {"<", Tok::less},
    {">", Tok::greater},
    {"@", Tok::at},
};

class Tokenizer {
 public:
  explicit Tokenizer(const Preprocessed& source) : source_(source), text_(source.text) {
    for (const Keyword& keyword : keyword_table) keywords_.emplace(keyword.text, &keyword);
  }

  std::vector<Token> run(LimitCheck& check) {
    std::vector<Token> result;
    do {
      check();
      result.push_back(next());
    } while (result.back().kind != Tok::end);
    return result;
  }

 private:
  Token next() {
    Token token;
    for (; position_ < text_.size() && (is_blank(text_[position_]) || text_[position_] == '\n'); ++position_)
      if (text_[position_] == '\n') token.newline = true;
    token.offset = static_cast<std::uint32_t>(position_);
    token.place = place();
    if (position_ == text_.size()) return token;
    const std::size_t begin = position_;
    const char c = text_[begin];
    if (is_word_start(c)) {
      word(token);
    } else if (is_digit(c)) {
      number(token);
    } else if (c == '"') {
      string(token);
    } else if (c == '\'') {
      character(token);
    } else {
      sign(token);
    }
    if (token.text.empty()) token.text = text_.substr(begin, position_ - begin);
    return token;
  }

  // Positions only grow: the piece is found without a search.
  SourceLocation place() {
    const auto& pieces = source_.pieces;
    while (piece_ + 1 < pieces.size() && pieces[piece_ + 1].offset <= position_) ++piece_;
    if (pieces.empty()) return {};
    SourceLocation result = pieces[piece_].place;
    if (pieces[piece_].verbatim) result.at += static_cast<std::uint32_t>(position_ - pieces[piece_].offset);
    return result;
  }

  void word(Token& token) {
    const std::size_t begin = position_;
    while (position_ < text_.size() && is_word(text_[position_])) ++position_;
    const auto found = keywords_.find(text_.substr(begin, position_ - begin));
    token.kind = found == keywords_.end() ? Tok::name : found->second->kind;
    token.value = found == keywords_.end() ? 0 : found->second->value;
  }

  void number(Token& token) {
    const bool hexadecimal = text_[position_] == '0' && position_ + 2 < text_.size() &&
                             (text_[position_ + 1] == 'x' || text_[position_ + 1] == 'X') && is_word(text_[position_ + 2]);
    if (hexadecimal) {
      while (position_ < text_.size() && is_word(text_[position_])) ++position_;
      token.kind = Tok::bad;
      return;
    }
    constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
    std::uint64_t value = 0;
    for (; position_ < text_.size() && is_digit(text_[position_]); ++position_) {
      const auto digit = static_cast<std::uint64_t>(text_[position_] - '0');
      value = value > (largest - digit) / 10 ? largest : value * 10 + digit;
    }
    token.kind = Tok::number;
    token.value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    token.too_large = value > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  }

  void string(Token& token) {
    const std::size_t begin = position_;
    for (++position_; position_ < text_.size() && text_[position_] != '"' && text_[position_] != '\n'; ++position_)
      if (text_[position_] == '\\' && position_ + 1 < text_.size()) ++position_;
    const bool closed = position_ < text_.size() && text_[position_] == '"';
    token.kind = closed ? Tok::string : Tok::bad;
    token.text = text_.substr(begin, position_ - begin + (closed ? 1 : 0));
    if (closed) ++position_;
  }

  void character(Token& token) {
    const std::size_t begin = position_;
    std::size_t i = begin + 1;
    char c = i < text_.size() ? text_[i++] : '\n';
    if (c == '\\' && i < text_.size()) {
      c = text_[i++];
      c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'f' ? '\f' : c;
    }
    const bool closed = i < text_.size() && text_[i] == '\'';
    token.kind = closed ? Tok::number : Tok::bad;
    token.value = static_cast<signed char>(c);
    position_ = closed ? i + 1 : begin + 1;
  }

  void sign(Token& token) {
    for (const Sign& known : signs)
      if (text_.substr(position_, known.text.size()) == known.text) {
        token.kind = known.kind;
        position_ += known.text.size();
        return;
      }
    token.kind = Tok::bad;
    for (++position_; position_ < text_.size() && is_continuation_byte(text_[position_]);) ++position_;
  }

  const Preprocessed& source_;
  std::string_view text_;
  std::size_t position_ = 0;
  std::size_t piece_ = 0;
  std::unordered_map<std::string_view, const Keyword*> keywords_;
};

}  // namespace

std::vector<Token> tokenize(const Preprocessed& text, LimitCheck check) { return Tokenizer(text).run(check); }

std::string complaint(const Token& token) {
  const std::string shown = printable(token.text.substr(0, 40));
  if (!token.text.empty() && static_cast<unsigned char>(token.text[0]) < ' ') {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(token.text[0]);
    return std::string("a control character (byte 0x") + digits[byte / 16] + digits[byte % 16] +
           ") has no meaning in Promela: is this a text file?";
  }
  switch (token.text.empty() ? '\0' : token.text[0]) {
    case '"':
      return "this string has no end on its line";
    case '\'':
      return "a character is written between two quotes: 'a'";
    case '0':
      return quote(shown) + " is no number: Promela has decimal numbers only";
    default:
      return quote(shown) + " has no meaning in Promela";
  }
}

std::string describe(const Token& token) {
  if (token.kind == Tok::end) return "the end of the text";
  if (token.implied) return "the end of the line";
  if (token.kind == Tok::string) return "a string";
  const std::string_view shown = token.text.substr(0, 40);
  return quote(printable(shown) + (shown.size() < token.text.size() ? "..." : ""));
}

std::string describe(Tok kind) {
  switch (kind) {
    case Tok::name:
      return "a name";
    case Tok::number:
      return "a number";
    case Tok::string:
      return "a string in quotes";
    case Tok::type:
      return "a type";
    case Tok::end:
      return "the end of the text";
    default:
      break;
  }
  for (const Sign& sign : signs)
    if (sign.kind == kind && sign.text != "-->") return quote(sign.text);
  for (const Keyword& keyword : keyword_table)
    if (keyword.kind == kind) return quote(keyword.text);
  return "something else";
}

bool is_keyword(std::string_view word) {
  return std::any_of(std::begin(keyword_table), std::end(keyword_table),
                     [&](const Keyword& keyword) { return keyword.text == word; });
}

void consider_keywords(Suggestion& suggestion) {
  for (const Keyword& keyword : keyword_table) suggestion.consider(keyword.text);
}

}  // namespace lariat::promela
