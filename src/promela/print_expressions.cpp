// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "promela/characters.hpp"
#include "promela/print.hpp"
#include "promela/printer.hpp"

namespace lariat::promela {
namespace {

struct Spelling {
  int strength;
  const char* sign;
};

// Binary operators; strength 0 for others.
Spelling spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::logical_or:
      return {1, "||"};
    case ExprKind::logical_and:
      return {2, "&&"};
    case ExprKind::bit_or:
      return {3, "|"};
    case ExprKind::bit_xor:
      return {4, "^"};
    case ExprKind::bit_and:
      return {5, "&"};
    case ExprKind::equal:
      return {6, "=="};
    case ExprKind::not_equal:
      return {6, "!="};
    case ExprKind::less:
      return {7, "<"};
    case ExprKind::greater:
      return {7, ">"};
    case ExprKind::less_equal:
      return {7, "<="};
    case ExprKind::greater_equal:
      return {7, ">="};
    case ExprKind::shift_left:
      return {8, "<<"};
    case ExprKind::shift_right:
      return {8, ">>"};
    case ExprKind::add:
      return {9, "+"};
    case ExprKind::subtract:
      return {9, "-"};
    case ExprKind::multiply:
      return {10, "*"};
    case ExprKind::divide:
      return {10, "/"};
    case ExprKind::modulo:
      return {10, "%"};
    default:
      return {0, ""};
  }
}

constexpr int prefix_strength = 11;
constexpr int atom_strength = 12;

int strength(const Expr& expr) {
  if (const int binary = spelling(expr.kind).strength; binary != 0) return binary;
  switch (expr.kind) {
    case ExprKind::minus:
    case ExprKind::complement:
    case ExprKind::negation:
    case ExprKind::run:
      return prefix_strength;
    default:
      return atom_strength;
  }
}

// Prints the parts of an expression from the first to the last, so that depth costs no stack; each is moved into the one it
// is part of.
class ExpressionPrinter {
 public:
  ExpressionPrinter(const Model& model, ExprId id) : model_(model), first_(model[id].first.value) {
    texts_.reserve(id.value - first_ + 1);
    for (std::uint32_t i = first_; i <= id.value; ++i) texts_.push_back(text(model.expressions[i]));
  }
  std::string result() { return std::move(texts_.back()); }

 private:
  std::string take(ExprId id) { return std::move(texts_[id.value - first_]); }
  std::string operand(ExprId id, int least) {
    std::string text = take(id);
    if (strength(model_[id]) < least) text.insert(0, 1, '(').append(1, ')');
    return text;
  }
  static std::string prefixed(char sign, std::string text) {
    text.insert(0, 1, sign);
    return text;
  }
  std::string function(const char* name, const std::string& argument) { return name + between('(', argument, ')'); }
  std::string reference(RefId id) {
    return reference_text(model_, id, [this](ExprId index) { return take(index); });
  }

  // True if a constant has this value and stands in the source as this word.
  bool is_written(const Expr& expr, std::string_view word, std::int32_t value) const {
    if (expr.value != value || !expr.place || !model_.sources) return false;
    const std::string_view source = model_.sources->from(expr.place.at);
    return source.starts_with(word) && (source.size() == word.size() || !is_word(source[word.size()]));
  }

  std::string text(const Expr& expr) {
    if (const Spelling binary = spelling(expr.kind); binary.strength != 0) {
      std::string result = operand(expr.operands[0], binary.strength);
      result += ' ';
      result += binary.sign;
      result += ' ';
      result += operand(expr.operands[1], binary.strength + 1);
      return result;
    }
    switch (expr.kind) {
      case ExprKind::constant:
        if (expr.index != 0)
          if (const std::string* name = model_.mtype_name(expr.index - 1, expr.value)) return *name;
        if (is_written(expr, "false", 0)) return "false";
        if (is_written(expr, "true", 1)) return "true";
        // A number that is too large is truncated; written so, it is the same number again and no other expression.
        return std::to_string(static_cast<std::uint32_t>(expr.value));
      case ExprKind::minus:
        return prefixed('-', operand(expr.operands[0], atom_strength));
      case ExprKind::complement:
        return prefixed('~', operand(expr.operands[0], atom_strength));
      case ExprKind::negation:
        return prefixed('!', operand(expr.operands[0], atom_strength));
      case ExprKind::conditional: {
        std::string result("(");
        result += take(expr.operands[0]) + " -> ";
        result += take(expr.operands[1]) + " : ";
        result += take(expr.operands[2]) + ")";
        return result;
      }
      case ExprKind::reference:
        return reference(expr.reference);
      case ExprKind::len:
        return function("len", reference(expr.reference));
      case ExprKind::empty:
        return function("empty", reference(expr.reference));
      case ExprKind::nempty:
        return function("nempty", reference(expr.reference));
      case ExprKind::full:
        return function("full", reference(expr.reference));
      case ExprKind::nfull:
        return function("nfull", reference(expr.reference));
      case ExprKind::enabled:
        return function("enabled", take(expr.operands[0]));
      case ExprKind::pc_value:
        return function("pc_value", take(expr.operands[0]));
      case ExprKind::get_priority:
        return function("get_priority", take(expr.operands[0]));
      case ExprKind::poll: {
        std::string result = reference(expr.reference) + (expr.value != 0 ? "?\?[" : "?[");
        result += message_text(model_, model_.messages[expr.index], [this](ExprId part) { return take(part); });
        result += "]";
        return result;
      }
      case ExprKind::run:
        return run(model_.runs[expr.index]);
      case ExprKind::remote_label:
      case ExprKind::remote_variable:
        return remote(model_.remotes[expr.index]);
      case ExprKind::timeout:
        return "timeout";
      default:
        return "np_";
    }
  }

  std::string run(const Run& run) {
    std::string result = "run ";
    result += run.process ? model_[run.process].name : "?";
    result += '(';
    for (std::size_t i = 0; i < run.arguments.size(); ++i) result += (i > 0 ? ", " : "") + take(run.arguments[i]);
    result += ')';
    if (run.priority != 0) result += " priority " + std::to_string(run.priority);
    return result;
  }

  std::string remote(const Remote& remote) {
    std::string result = model_[remote.process].name;
    if (remote.pid) result += between('[', take(remote.pid), ']');
    if (remote.label) result.append("@").append(model_[remote.label].name);
    if (remote.variable) result.append(":").append(model_[remote.variable].name);
    if (remote.index) result += between('[', take(remote.index), ']');
    return result;
  }

  const Model& model_;
  std::uint32_t first_;
  std::vector<std::string> texts_;
};

}  // namespace

std::string reference_text(const Model& model, RefId id, const std::function<std::string(ExprId)>& text) {
  const Reference& reference = model[id];
  std::string result = model[reference.variable].name;
  if (reference.index) result += between('[', text(reference.index), ']');
  for (const Selector& selector : reference.fields) {
    result.append(".").append(model[selector.field].name);
    if (selector.index) result += between('[', text(selector.index), ']');
  }
  return result;
}

std::string message_text(const Model& model, const std::vector<MessageArgument>& arguments,
                         const std::function<std::string(ExprId)>& text) {
  std::string result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const MessageArgument& argument = arguments[i];
    if (i > 0) result += ", ";
    switch (argument.kind) {
      case MessageArgument::Kind::variable:
        result += reference_text(model, argument.target, text);
        break;
      case MessageArgument::Kind::constant:
        result += model[argument.value].value < 0 ? std::to_string(model[argument.value].value) : text(argument.value);
        break;
      case MessageArgument::Kind::evaluate:
        result += "eval(" + text(argument.value) + ")";
        break;
    }
  }
  return result;
}

std::string to_text(const Model& model, ExprId expression) { return ExpressionPrinter(model, expression).result(); }

std::string to_text(const Model& model, RefId reference) {
  return reference_text(model, reference, [&](ExprId index) { return to_text(model, index); });
}

}  // namespace lariat::promela
