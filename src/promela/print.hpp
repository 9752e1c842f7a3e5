// SPDX-License-Identifier: Apache-2.0
// Models as text again.
#pragma once

#include <string>

#include "promela/model.hpp"

namespace lariat::promela {

// The model as a text that Spin reads as the same model: macros and inlines are expanded, comments are gone.
std::string to_text(const Model& model);

// As they would be written, with as few parentheses as possible.
std::string to_text(const Model& model, ExprId expression);
std::string to_text(const Model& model, RefId reference);

// A statement that is not made of others, without its labels; of others, the word it begins with.
std::string to_text(const Model& model, StmtId statement);

}  // namespace lariat::promela
