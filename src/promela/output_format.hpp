// SPDX-License-Identifier: Apache-2.0
// What printf says, as a format of the program.
#pragma once

#include <string>
#include <vector>

#include "promela/model.hpp"

namespace lariat::promela {

// The text between the quotes with its escapes resolved. Each %e says which table of symbols its value is from, such as %2e:
// that of its argument, be it a variable or a constant, and the first one of all others.
std::string output_format(const Model& model, const std::string& text, const std::vector<ExprId>& arguments);

}  // namespace lariat::promela
