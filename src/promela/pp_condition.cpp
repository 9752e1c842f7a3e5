// SPDX-License-Identifier: Apache-2.0
#include "promela/pp_condition.hpp"

#include <cstdint>
#include <limits>
#include <optional>

#include "promela/characters.hpp"

namespace lariat::promela {
namespace {

constexpr std::size_t max_condition_depth = 200;

// As in C: 64 bits, signed or not.
struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
  std::int64_t number() const { return static_cast<std::int64_t>(bits); }
};

struct Malformed {};  // thrown once the error is reported

// Binary operators, by strength; the ternary one is weaker than all.
int strength(std::string_view sign) {
  static constexpr std::pair<std::string_view, int> signs[] = {{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
                                                               {"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
                                                               {">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  for (const auto& [text, value] : signs)
    if (text == sign) return value;
  return 0;
}

class Evaluator {
 public:
  Evaluator(Report& report, SourceLocation directive, const std::vector<PpToken>& tokens)
      : report_(report), directive_(directive), tokens_(tokens) {}

  bool run() {
    if (tokens_.empty()) fail("this directive needs an expression");
    const Value value = ternary(true);
    if (position_ < tokens_.size()) fail("the expression ends before this");
    return value.bits != 0;
  }

 private:
  [[noreturn]] void fail(const std::string& message) {
    report_.error(position_ < tokens_.size() ? tokens_[position_].place : directive_, message);
    throw Malformed{};
  }
  const PpToken* current() const { return position_ < tokens_.size() ? &tokens_[position_] : nullptr; }
  bool accept(std::string_view sign) {
    if (current() == nullptr || !current()->is(sign)) return false;
    ++position_;
    return true;
  }
  struct Level {
    explicit Level(Evaluator& evaluator) : evaluator_(evaluator) {
      if (++evaluator_.depth_ > max_condition_depth) evaluator_.fail("this expression is nested too deeply");
    }
    ~Level() { --evaluator_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    Evaluator& evaluator_;
  };

  // `used` is false where the value does not matter: there, a division by zero is no error.
  Value ternary(bool used) {
    const Level level(*this);
    const Value condition = binary(1, used);
    if (!accept("?")) return condition;
    const Value yes = ternary(used && condition.bits != 0);
    if (!accept(":")) fail("expected ':'");
    const Value no = ternary(used && condition.bits == 0);
    Value result = condition.bits != 0 ? yes : no;
    result.is_unsigned = yes.is_unsigned || no.is_unsigned;
    return result;
  }

  Value binary(int least, bool used) {
    const Level level(*this);
    Value left = unary(used);
    while (current() != nullptr && current()->kind == PpKind::punctuator) {
      const std::string_view sign = current()->text;
      const int power = strength(sign);
      if (power < least || power == 0) break;
      const std::size_t place = position_++;
      const bool skipped = (sign == "||" && left.bits != 0) || (sign == "&&" && left.bits == 0);
      const Value right = binary(power + 1, used && !skipped);
      if ((sign == "/" || sign == "%") && right.bits == 0 && used) {
        position_ = place;
        fail("division by zero");
      }
      left = apply(sign, left, right);
    }
    return left;
  }

  static Value apply(std::string_view sign, Value a, Value b) {
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    const auto truth = [](bool holds) { return Value{holds ? 1U : 0U, false}; };
    const auto less = [&](Value x, Value y) { return is_unsigned ? x.bits < y.bits : x.number() < y.number(); };
    if (sign == "||") return truth(a.bits != 0 || b.bits != 0);
    if (sign == "&&") return truth(a.bits != 0 && b.bits != 0);
    if (sign == "==") return truth(a.bits == b.bits);
    if (sign == "!=") return truth(a.bits != b.bits);
    if (sign == "<") return truth(less(a, b));
    if (sign == ">") return truth(less(b, a));
    if (sign == "<=") return truth(!less(b, a));
    if (sign == ">=") return truth(!less(a, b));
    if (sign == "<<") return shift(a, b.number());
    if (sign == ">>") return shift(a, b.number() == std::numeric_limits<std::int64_t>::min() ? 0 : -b.number());
    if (sign == "|") return {a.bits | b.bits, is_unsigned};
    if (sign == "^") return {a.bits ^ b.bits, is_unsigned};
    if (sign == "&") return {a.bits & b.bits, is_unsigned};
    if (sign == "+") return {a.bits + b.bits, is_unsigned};
    if (sign == "-") return {a.bits - b.bits, is_unsigned};
    if (sign == "*") return {a.bits * b.bits, is_unsigned};
    if (b.bits == 0) return {0, is_unsigned};
    if (is_unsigned) return {sign == "/" ? a.bits / b.bits : a.bits % b.bits, true};
    if (b.number() == -1) return {sign == "/" ? 0 - a.bits : 0, false};  // also for the least number
    return {static_cast<std::uint64_t>(sign == "/" ? a.number() / b.number() : a.number() % b.number()), false};
  }

  // To the left by `count`, to the right if it is negative.
  static Value shift(Value a, std::int64_t count) {
    if (count >= 64) return {0, a.is_unsigned};
    if (count <= -64) return {!a.is_unsigned && a.number() < 0 ? ~std::uint64_t{0} : 0, a.is_unsigned};
    if (count >= 0) return {a.bits << count, a.is_unsigned};
    return {a.is_unsigned ? a.bits >> -count : static_cast<std::uint64_t>(a.number() >> -count), a.is_unsigned};
  }

  Value unary(bool used) {
    const Level level(*this);
    if (accept("+")) return unary(used);
    if (accept("-")) {
      const Value value = unary(used);
      return {0 - value.bits, value.is_unsigned};
    }
    if (accept("~")) {
      const Value value = unary(used);
      return {~value.bits, value.is_unsigned};
    }
    if (accept("!")) return {unary(used).bits == 0 ? 1U : 0U, false};
    if (accept("(")) {
      const Value value = ternary(used);
      if (!accept(")")) fail("expected ')'");
      return value;
    }
    const PpToken* const token = current();
    if (token == nullptr) fail("the expression ends too early");
    if (token->kind == PpKind::identifier) {
      ++position_;
      return {};
    }
    if (token->kind == PpKind::number) return number(token->text);
    if (token->kind == PpKind::character) return character(token->text);
    fail(quote(token->text) + " cannot stand in an expression of the preprocessor");
  }

  Value number(std::string_view text) {
    Value value;
    std::uint64_t base = 10;
    std::string_view digits = text;
    if (text.size() > 1 && text[0] == '0') {
      const bool hexadecimal = text[1] == 'x' || text[1] == 'X';
      const bool binary = text[1] == 'b' || text[1] == 'B';
      base = hexadecimal ? 16 : binary ? 2 : 8;
      digits = text.substr(hexadecimal || binary ? 2 : 1);
    }
    std::size_t i = 0;
    for (; i < digits.size(); ++i) {
      const char c = digits[i];
      const std::uint64_t digit = is_digit(c)            ? static_cast<std::uint64_t>(c - '0')
                                  : c >= 'a' && c <= 'f' ? static_cast<std::uint64_t>(c - 'a' + 10)
                                  : c >= 'A' && c <= 'F' ? static_cast<std::uint64_t>(c - 'A' + 10)
                                                         : 16;
      if (digit >= base) break;
      value.bits = value.bits * base + digit;
    }
    for (const char c : digits.substr(i)) {
      if (c == 'u' || c == 'U')
        value.is_unsigned = true;
      else if (c != 'l' && c != 'L')
        fail(quote(text) + " is no whole number");
    }
    if (value.number() < 0) value.is_unsigned = true;
    ++position_;
    return value;
  }

  Value character(std::string_view text) {
    const std::string_view inside = text.substr(1, text.size() - 2);
    static constexpr std::pair<char, char> escapes[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'f', '\f'},
                                                        {'v', '\v'}, {'a', '\a'}, {'b', '\b'}, {'0', '\0'}};
    if (inside.empty() || inside.size() > 2 || (inside.size() == 2 && inside[0] != '\\')) fail("not a single character");
    char c = inside.back();
    if (inside.size() == 2)
      for (const auto& [name, meaning] : escapes)
        if (c == name) {
          c = meaning;
          break;
        }
    ++position_;
    return {static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(c))), false};
  }

  Report& report_;
  SourceLocation directive_;
  const std::vector<PpToken>& tokens_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
};

// `defined x` and `defined(x)` become 1 or 0 before anything is expanded.
std::optional<std::vector<PpToken>> resolve_defined(Report& report, const Macros& macros, const std::vector<PpToken>& tokens) {
  std::vector<PpToken> result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    PpToken token = tokens[i];
    if (token.kind == PpKind::identifier && token.text == "defined") {
      const bool parenthesis = i + 1 < tokens.size() && tokens[i + 1].is("(");
      const std::size_t name = i + (parenthesis ? 2 : 1);
      const bool closed = !parenthesis || (name + 1 < tokens.size() && tokens[name + 1].is(")"));
      if (name >= tokens.size() || tokens[name].kind != PpKind::identifier || !closed) {
        report.error(token.place, "'defined' needs a name, in parentheses or not");
        return std::nullopt;
      }
      token.kind = PpKind::number;
      token.text = macros.find(tokens[name].text) != nullptr ? "1" : "0";
      i = parenthesis ? name + 1 : name;
    }
    result.push_back(token);
  }
  return result;
}

}  // namespace

bool condition_holds(Report& report, Expander& expander, SourceLocation directive, const std::vector<PpToken>& tokens) {
  const auto resolved = resolve_defined(report, expander.macros(), tokens);
  if (!resolved) return false;
  auto expanded = expander.expand(*resolved);
  if (const auto again = resolve_defined(report, expander.macros(), expanded)) expanded = *again;
  try {
    return Evaluator(report, directive, expanded).run();
  } catch (const Malformed&) {
    return false;
  }
}

}  // namespace lariat::promela
