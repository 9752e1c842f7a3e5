// SPDX-License-Identifier: Apache-2.0
// What a model prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lariat/model/program.hpp"

namespace lariat::model {

// The format as in C, with %d %c %x %o %u, and %e for the name of a symbol in the program's first table, %2e in that with the
// number 2.
std::string format_output(const Program& program, std::string_view format, const std::vector<Value>& values);

}  // namespace lariat::model
