// SPDX-License-Identifier: Apache-2.0
#include "experiments/selection.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "experiments/csv_table.hpp"
#include "lariat/base/file.hpp"

namespace lariat::experiments {

Result<std::vector<ClassifiedModel>> read_classes(const std::string& path) {
  const auto text = read_text(path);
  if (!text) return text.errors();
  std::vector<ClassifiedModel> models;
  for (auto& row : rows_of_table(*text)) {
    const auto states = number_of(row, "states");
    if (states && !row["family"].empty() && !row["instance"].empty() && !row["model_type"].empty())
      models.push_back({row["family"] + '.' + row["instance"], row["model_type"], *states});
  }
  if (models.empty())
    return Diagnostic{.message = "no row of this table has family, instance, model_type and states", .file = path};
  return models;
}

std::vector<ClassifiedModel> choose_models(std::vector<ClassifiedModel> models, std::size_t count, double states) {
  if (models.size() <= count) return models;
  std::map<std::string, std::vector<ClassifiedModel>> types;
  for (ClassifiedModel& model : models) types[model.type].push_back(std::move(model));
  std::vector<ClassifiedModel> chosen;
  while (chosen.size() < count)
    for (auto& [type, left] : types) {
      if (left.empty() || chosen.size() == count) continue;
      const double wanted = states / static_cast<double>(count - chosen.size());
      const auto distance = [&](const ClassifiedModel& one) { return std::pair(std::abs(one.states - wanted), one.name); };
      const auto best = std::min_element(left.begin(), left.end(), [&](const ClassifiedModel& a, const ClassifiedModel& b) {
        return distance(a) < distance(b);
      });
      states -= best->states;
      chosen.push_back(std::move(*best));
      left.erase(best);
    }
  return chosen;
}

}  // namespace lariat::experiments
