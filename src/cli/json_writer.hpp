// SPDX-License-Identifier: Apache-2.0
// JSON as it arises: what is known is written at once, so that an object with a million parts never stands in memory.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::cli {

class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin_object() { open('{', '}'); }
  void begin_array() { open('[', ']'); }
  void end();
  // The key of the value that comes next.
  void key(std::string_view key);
  // A value, on one line. Text that is no UTF-8 gets replacement characters.
  void value(const nlohmann::ordered_json& value);
  void field(std::string_view name, const nlohmann::ordered_json& of) {
    key(name);
    value(of);
  }

  // Objects and arrays that are open; end_to closes those beyond that number, wherever writing stopped.
  std::size_t depth() const { return open_.size(); }
  void end_to(std::size_t depth);

 private:
  void open(char opening, char closing);
  void separate();

  std::ostream& out_;
  struct Level {
    char closing;
    bool empty;
  };
  std::vector<Level> open_;
  bool after_key_ = false;
};

}  // namespace lariat::cli
