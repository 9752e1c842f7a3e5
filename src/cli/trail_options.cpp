// SPDX-License-Identifier: Apache-2.0
#include "cli/trail_options.hpp"

#include "cli/options.hpp"
#include "cli/output.hpp"

namespace lariat::cli {

std::string TrailOptions::path(const std::string& model, std::size_t number) const {
  constexpr std::string_view ending = ".trail";
  std::string result = file.empty() ? model + std::string(ending) : file;
  if (number > 1)
    result.insert(result.ends_with(ending) ? result.size() - ending.size() : result.size(), std::to_string(number));
  return result;
}

bool TrailOptions::fits(const LoadedModel& model) const {
  if (model.promela() != nullptr) return true;
  complain(to_string(Diagnostic{.message = "trails are for models in Promela; --trace saves any run", .file = "--trail"}));
  return false;
}

void add_trail(CLI::App& app, TrailOptions& options) {
  app.add_option_function<std::vector<std::string>>(
         "--trail",
         [&options](const std::vector<std::string>& values) {
           options.wanted = true;
           if (!values.empty()) options.file = values.front();
         },
         "save the run as a trail, for `spin -t` and `lariat replay` [MODEL.trail]")
      ->expected(0, 1)
      ->type_name("FILE")
      ->group(output_group);
}

}  // namespace lariat::cli
