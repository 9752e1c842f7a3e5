// SPDX-License-Identifier: Apache-2.0
// Reading Promela. docs/promela.md says what of the language there is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"
#include "lariat/promela/model.hpp"

namespace lariat::promela {

struct ParseOptions {
  std::vector<std::string> include_paths = {};  // searched for #include after the folder of the including file
  std::vector<std::string> defines = {};        // `NAME` or `NAME=text`, as after -D
  std::vector<std::string> undefines = {};      // names, as after -U
  // Gives the text of a file to be included; nothing if there is none. Reads the disk if not set.
  std::function<std::optional<std::string>(const std::string& path)> read_file = nullptr;
};

// Reads a model: preprocessor, names, all that can be checked without running it. Takes time linear in the text after
// the preprocessor has expanded it, which has a limit, and a stack that does not depend on it. The errors are at least one;
// each may be followed by notes.
Result<Model> parse(std::string_view text, std::string file_name, const ParseOptions& options = {});

// Reads an expression as it may stand in a claim: over the globals of the model, its macros, and places and variables of its
// processes (`P[1]@label`, `P:x`). It is added to the model. `file_name` is for messages.
Result<ExprId> parse_expression(Model& model, std::string_view text, std::string file_name = "expression");

}  // namespace lariat::promela
