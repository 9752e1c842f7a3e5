// SPDX-License-Identifier: Apache-2.0
// Drawings, made by Graphviz where it is installed.
#pragma once

#include <ostream>
#include <string>

#include "lariat/base/result.hpp"
#include "lariat/space/counting.hpp"

namespace lariat::cli {

// Lets the program `dot`, found along PATH, make a picture (`svg` or `png`) of a graph in its language. No shell is involved. A
// diagnostic if it is not installed or fails. Throws Stopped at a limit, and then `dot` is ended.
Result<std::string> draw(const std::string& graph, const std::string& format, const Limits& limits);

}  // namespace lariat::cli
