// SPDX-License-Identifier: Apache-2.0
// Writes JSON piece by piece, so that an object with a million parts is never in memory as a whole.
#pragma once

#include <cstddef>
#include <ostream>
#include <string_view>
#include <vector>

namespace lariat {

class JsonWriter {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin_object() { open('{', '}'); }
  void begin_array() { open('[', ']'); }
  void end();
  // The key of the value that comes next: a word without characters that need escapes.
  void key(std::string_view key);
  // A value that is JSON already, on one line. Characters that are not printable are written as escapes of JSON.
  void json(std::string_view text);

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

}  // namespace lariat
