// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/json_writer.hpp"

#include <string>

namespace lariat {
// What must stand before a key or an element.
void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (open_.empty()) return;
  out_ << (open_.back().empty ? "\n" : ",\n") << std::string(2 * open_.size(), ' ');
  open_.back().empty = false;
}

void JsonWriter::open(char opening, char closing) {
  separate();
  out_ << opening;
  open_.push_back({closing, true});
}

void JsonWriter::end() {
  if (after_key_) json("null");
  const Level level = open_.back();
  open_.pop_back();
  if (!level.empty) out_ << '\n' << std::string(2 * open_.size(), ' ');
  out_ << level.closing;
  if (open_.empty()) out_ << '\n';
}

void JsonWriter::key(std::string_view key) {
  separate();
  out_ << '"' << key << "\": ";
  after_key_ = true;
}

void JsonWriter::json(std::string_view text) {
  separate();
  out_ << text;
}

void JsonWriter::end_to(std::size_t depth) {
  while (open_.size() > depth) end();
}

}  // namespace lariat
