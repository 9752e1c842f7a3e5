// SPDX-License-Identifier: Apache-2.0
#include "promela/output_format.hpp"

namespace lariat::promela {
namespace {

char unescaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'f' ? '\f' : c; }

// The list of an mtype that the value of an expression is from.
std::uint32_t mtype_of(const Model& model, ExprId id) {
  const Expr& expr = model[id];
  if (expr.kind == ExprKind::constant && expr.index > 0) return expr.index - 1;
  if (expr.kind != ExprKind::reference) return 0;
  const Type& type = model.target(expr.reference).type;
  return type.basic == Basic::mtype ? type.index : 0;
}

}  // namespace

std::string output_format(const Model& model, const std::string& text, const std::vector<ExprId>& arguments) {
  std::string result;
  std::size_t argument = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      result += unescaped(text[++i]);
      continue;
    }
    result += text[i];
    if (text[i] != '%' || i + 1 == text.size()) continue;
    ++i;
    if (text[i] == 'e' && argument < arguments.size()) result += std::to_string(mtype_of(model, arguments[argument]));
    result += text[i];
    argument += text[i] == '%' ? 0 : 1;
  }
  return result;
}

}  // namespace lariat::promela
