// SPDX-License-Identifier: Apache-2.0
// Pieces of text that expressions and statements share.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "promela/model.hpp"

namespace lariat::promela {

inline std::string between(char open, std::string_view text, char close) {
  std::string result(1, open);
  return result.append(text).append(1, close);
}

// `text` gives the texts of the expressions in them.
std::string reference_text(const Model& model, RefId id, const std::function<std::string(ExprId)>& text);
std::string message_text(const Model& model, const std::vector<MessageArgument>& arguments,
                         const std::function<std::string(ExprId)>& text);

}  // namespace lariat::promela
