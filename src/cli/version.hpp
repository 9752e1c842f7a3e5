// SPDX-License-Identifier: Apache-2.0
// What `lariat --version` prints.
#pragma once

#include <string>

namespace lariat::cli {

// The version, the commit, the compiler, and the LLVM that compiles models, a line for each; no line end behind the last.
std::string version_text();

}  // namespace lariat::cli
