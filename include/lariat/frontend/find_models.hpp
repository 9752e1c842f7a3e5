// SPDX-License-Identifier: Apache-2.0
// The models below a folder.
#pragma once

#include <string>
#include <vector>

#include "lariat/base/result.hpp"

namespace lariat::frontend {

// The files that the paths name. A folder stands for the files below it whose names show a language, in the order of their
// names; hidden files and folders are left out. A file named twice is listed once. A diagnostic for a folder without models, or
// one that cannot be read; any other path is taken as it is.
Result<std::vector<std::string>> find_models(const std::vector<std::string>& paths);

// The files below a folder for which `is_wanted` says so, in the order of their names.
Result<std::vector<std::string>> find_files(const std::string& folder, bool (*is_wanted)(const std::string& path));

}  // namespace lariat::frontend
