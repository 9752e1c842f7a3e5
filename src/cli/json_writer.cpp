// SPDX-License-Identifier: Apache-2.0
#include "cli/json_writer.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "lariat/base/printable.hpp"

namespace lariat::cli {
namespace {

// JSON for one line. What is not printable stands in strings only, and is escaped as JSON does it.
std::string dump(const nlohmann::ordered_json& value) {
  const std::string json = value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string result;
  for (std::string_view rest = json; !rest.empty();) {
    const PrintableCharacter character = first_character(rest);
    const std::uint32_t code = character.code.value_or(0);
    if (character.safe)
      result += rest.substr(0, character.length);
    else if (code < 0x10000)
      result += fmt::format("\\u{:04x}", code);
    else
      result += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + (code & 0x3FF));
    rest.remove_prefix(character.length);
  }
  return result;
}

}  // namespace

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
  if (after_key_) value(nullptr);
  const Level level = open_.back();
  open_.pop_back();
  if (!level.empty) out_ << '\n' << std::string(2 * open_.size(), ' ');
  out_ << level.closing;
  if (open_.empty()) out_ << '\n';
}

void JsonWriter::key(std::string_view key) {
  separate();
  out_ << dump(key) << ": ";
  after_key_ = true;
}

void JsonWriter::value(const nlohmann::ordered_json& value) {
  separate();
  out_ << dump(value);
}

void JsonWriter::end_to(std::size_t depth) {
  while (open_.size() > depth) end();
}

}  // namespace lariat::cli
