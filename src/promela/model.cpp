// SPDX-License-Identifier: Apache-2.0
#include "promela/model.hpp"

namespace lariat::promela {

const Variable& Model::target(RefId id) const {
  const Reference& reference = references[id.value];
  return variables[(reference.fields.empty() ? reference.variable : reference.fields.back().field).value];
}

const std::string* Model::mtype_name(std::uint32_t list, std::int32_t value) const {
  if (list >= mtypes.size() || value < 1 || static_cast<std::size_t>(value) > mtypes[list].names.size()) return nullptr;
  return &mtypes[list].names[static_cast<std::size_t>(value) - 1];
}

}  // namespace lariat::promela
