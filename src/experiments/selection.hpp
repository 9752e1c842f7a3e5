// SPDX-License-Identifier: Apache-2.0
// A choice of models by their class and their size, made before anything is measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lariat/base/result.hpp"

namespace lariat::experiments {

// A model of a list.
struct ClassifiedModel {
  std::string name;  // FAMILY.INSTANCE
  std::string type;
  double states = 0;
};

// The rows of a table (CSV) with the columns family, instance, model_type and states, as BEEM's list of models can be had.
Result<std::vector<ClassifiedModel>> read_classes(const std::string& path);

// Chooses models so that every type has as many as any other, as far as there are so many, and the sizes sum to `states`: the
// types, in the order of their names, take turns; of the type whose turn it is, the model is taken whose size is nearest to
// what is missing divided by the number of models that are missing. Returns all models if there are no more than `count`.
std::vector<ClassifiedModel> choose_models(std::vector<ClassifiedModel> models, std::size_t count, double states);

}  // namespace lariat::experiments
