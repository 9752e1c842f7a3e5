// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include "cli/interruption.hpp"

namespace lariat::cli {

std::string TrailOptions::path(const std::string& model, std::size_t number) const {
  constexpr std::string_view ending = ".trail";
  std::string result = file.empty() ? model + std::string(ending) : file;
  if (number > 1)
    result.insert(result.ends_with(ending) ? result.size() - ending.size() : result.size(), std::to_string(number));
  return result;
}

automata::TranslateOptions LtlOptions::translate() const {
  automata::TranslateOptions result;
  result.type = type;
  result.prefer = prefer;
  result.max_states = max_states;
  result.limits = limits_of(max_time);
  return result;
}

}  // namespace lariat::cli
