// SPDX-License-Identifier: Apache-2.0
// The JSON of reports: lariat::JsonWriter with values of nlohmann's library.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "lariat/base/json_writer.hpp"

namespace lariat::cli {

class JsonWriter : public lariat::JsonWriter {
 public:
  using lariat::JsonWriter::JsonWriter;

  // A value, on one line. Text that is not UTF-8 gets replacement characters.
  void value(const nlohmann::ordered_json& value) {
    json(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  }
  void field(std::string_view name, const nlohmann::ordered_json& of) {
    key(name);
    value(of);
  }
};

}  // namespace lariat::cli
