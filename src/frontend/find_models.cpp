// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/find_models.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "lariat/base/file.hpp"
#include "lariat/frontend/languages.hpp"

namespace lariat::frontend {

namespace fs = std::filesystem;

Result<std::vector<std::string>> find_files(const std::string& folder, bool (*is_wanted)(const std::string& path)) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool is_hidden = at->path().filename().string().starts_with('.');
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (is_hidden) at.disable_recursion_pending();
    } else if (!is_hidden && at->is_regular_file(ignored) && is_wanted(at->path().string())) {
      files.push_back(at->path().string());
    }
  }
  if (error) return Diagnostic{.message = "cannot read the folder: " + error.message(), .file = display_name(folder)};
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::vector<std::string>> find_models(const std::vector<std::string>& paths) {
  std::vector<std::string> models;
  std::vector<Diagnostic> errors;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (path == "-" || !fs::is_directory(path, ignored)) {
      if (seen.insert(path).second) models.push_back(path);
      continue;
    }
    const auto files = find_files(path, [](const std::string& file) { return language_of(file) != nullptr; });
    if (!files) {
      errors.insert(errors.end(), files.errors().begin(), files.errors().end());
      continue;
    }
    if (files->empty())
      errors.push_back(
          {.message = "no model in this folder: no name ends in .pml, .dve or the like", .file = display_name(path)});
    for (const std::string& file : *files)
      if (seen.insert(file).second) models.push_back(file);
  }
  if (!errors.empty()) return errors;
  return models;
}

}  // namespace lariat::frontend
