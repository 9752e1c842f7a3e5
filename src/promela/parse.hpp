// SPDX-License-Identifier: Apache-2.0
// Reading Promela. docs/promela.md says what of the language there is.
#pragma once

#include <string>
#include <string_view>

#include "lariat/base/result.hpp"
#include "lariat/promela/options.hpp"
#include "promela/model.hpp"

namespace lariat::promela {

// Reads a model: preprocessor, names, all that can be checked without running it. Takes time linear in the text after
// the preprocessor has expanded it, which has a limit, and a stack that does not depend on it. The errors are at least one;
// each may be followed by notes.
Result<Model> parse(std::string_view text, std::string file_name, const ParseOptions& options = {});

// Reads an expression as it may stand in a claim: over the globals of the model, its macros, and places and variables of its
// processes (`P[1]@label`, `P:x`). It is added to the model. `file_name` is for messages.
Result<ExprId> parse_expression(Model& model, std::string_view text, std::string file_name = "expression");

}  // namespace lariat::promela
