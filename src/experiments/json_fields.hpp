// SPDX-License-Identifier: Apache-2.0
// Fields of JSON objects that may not be there.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace lariat::experiments {

using Json = nlohmann::json;

// The field of an object; null if there is none.
inline const Json& field(const Json& object, const char* name) {
  static const Json nothing;
  if (!object.is_object()) return nothing;
  const auto found = object.find(name);
  return found == object.end() ? nothing : *found;
}

// The text of a field; empty if it is none.
inline std::string text_field(const Json& object, const char* name) {
  const Json& value = field(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

// The number in a field, if it is one.
inline std::optional<double> number_field(const Json& object, const char* name) {
  const Json& value = field(object, name);
  if (!value.is_number()) return std::nullopt;
  return value.get<double>();
}

}  // namespace lariat::experiments
