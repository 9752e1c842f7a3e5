// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/json_writer.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "lariat/base/printable.hpp"

namespace lariat {
namespace {

// JSON with escapes in place of what is not printable, which stands in strings only.
std::string escape_unprintable(std::string_view json) {
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
  out_ << escape_unprintable(text);
}

void JsonWriter::end_to(std::size_t depth) {
  while (open_.size() > depth) end();
}

}  // namespace lariat
