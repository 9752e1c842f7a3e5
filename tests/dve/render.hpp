// SPDX-License-Identifier: Apache-2.0
// Expressions with all their brackets.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dve/ast.hpp"

namespace lariat::dve {

inline std::string render(std::span<const dve::Expr> nodes, dve::ExprId root) {
  static constexpr const char* words[] = {"",   "",  "",   "-", "~",  "not", "imply", "and", "or", "&", "|", "^", "==",
                                          "!=", "<", "<=", ">", ">=", "<<",  ">>",    "+",   "-",  "*", "/", "%"};
  std::vector<std::string> texts(root + 1);
  for (dve::ExprId i = 0; i <= root; ++i) {
    const dve::Expr& node = nodes[i];
    const std::string word = words[static_cast<int>(node.op)];
    switch (node.op) {
      case dve::Op::number:
        texts[i] = std::to_string(node.value);
        break;
      case dve::Op::variable:
        texts[i] = node.process.text.empty() ? "" : std::string(node.process.text) + "->";
        texts[i] += node.name.text;
        if (node.a != dve::none) texts[i] += "[" + texts[node.a] + "]";
        break;
      case dve::Op::at_state:
        texts[i] = std::string(node.process.text) + "." + std::string(node.name.text);
        break;
      case dve::Op::negate:
      case dve::Op::complement:
      case dve::Op::logical_not:
        texts[i] = "(" + word + " " + texts[node.a] + ")";
        break;
      default:
        texts[i] = "(" + texts[node.a] + " " + word + " " + texts[node.b] + ")";
    }
  }
  return texts[root];
}

}  // namespace lariat::dve
