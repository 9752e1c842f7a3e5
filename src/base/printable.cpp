// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace lariat {
namespace {

constexpr char escape = '\x1b';

// Characters that a terminal obeys, or that change how the text around them looks: controls, formatting characters (Unicode's
// category Cf), separators of lines.
bool is_disturbing(char32_t c) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  static constexpr Range ranges[] = {
      {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x034F, 0x034F},   {0x0600, 0x0605}, {0x061C, 0x061C},
      {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x115F, 0x1160},   {0x180B, 0x180F},   {0x200B, 0x200F}, {0x2028, 0x202E},
      {0x2060, 0x206F},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
      {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF}};
  return std::ranges::any_of(ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

// Bytes of a character that begins so; 1 if none does.
std::size_t expected_length(unsigned char first) {
  if (first < 0xC2 || first > 0xF4) return 1;
  return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
}

void append_byte(std::string& out, char byte) {
  out += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(static_cast<unsigned char>(byte)));
}

void append_escaped(std::string& out, const PrintableCharacter& character, std::string_view text) {
  if (character.code && *character.code > 0xFFFF)
    out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(*character.code));
  else if (character.code && *character.code > 0xFF)
    out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(*character.code));
  else
    append_byte(out, character.code ? static_cast<char>(*character.code) : text[0]);
}

// The length of a colour sequence that the text begins with, key and all; 0 if there is none; npos if there may be one when
// more of the text is known.
std::size_t sequence_length(std::string_view text, std::string_view key) {
  if (key.empty() || text[0] != escape) return 0;
  std::size_t i = 1;
  for (; i - 1 < key.size(); ++i) {
    if (i == text.size()) return std::string_view::npos;
    if (text[i] != key[i - 1]) return 0;
  }
  if (i == text.size()) return std::string_view::npos;
  if (text[i++] != '[') return 0;
  while (i < text.size() && ((text[i] >= '0' && text[i] <= '9') || text[i] == ';')) ++i;
  if (i == text.size()) return std::string_view::npos;
  return text[i] == 'm' ? i + 1 : 0;
}

}  // namespace

PrintableCharacter first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {.length = 1, .safe = !is_disturbing(first), .code = first};
  const std::size_t length = expected_length(first);
  if (length == 1 || text.size() < length) return {.length = 1};
  char32_t c = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return {.length = 1};
    c = (c << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return {.length = 1};
  return {.length = length, .safe = !is_disturbing(c), .code = c};
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const PrintableCharacter character = first_character(text);
    if (character.safe)
      result.append(text, 0, character.length);
    else if (text[0] == '\t')
      result += ' ';
    else
      append_escaped(result, character, text);
    text.remove_prefix(character.length);
  }
  return result;
}

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const PrintableCharacter character = first_character(text);
    for (const char c : text.substr(0, character.length)) {
      if (character.safe)
        result += c;
      else
        append_byte(result, c);
    }
    text.remove_prefix(character.length);
  }
  return result;
}

std::string Colors::sequence(std::string_view code) const { return fmt::format("{}{}[{}m", escape, key, code); }

std::string Colors::paint(const char* code, std::string_view text) const {
  if (!on || code == nullptr || *code == '\0' || text.empty()) return std::string(text);
  return fmt::format("{}{}{}", sequence(code), text, sequence("0"));
}

void PrintableWriter::append(std::string& out, std::string_view text) {
  if (waiting_.empty()) return write(out, text, false);
  std::string all;
  all.swap(waiting_);
  all += text;
  write(out, all, false);
}

void PrintableWriter::finish(std::string& out) {
  std::string all;
  all.swap(waiting_);
  write(out, all, true);
}

void PrintableWriter::write(std::string& out, std::string_view text, bool is_last) {
  const auto is_plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; };
  while (true) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_plain);
    out.append(text.begin(), end);
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    if (text.empty()) return;
    const std::size_t length = sequence_length(text, key_);
    const bool is_cut = length == text.npos || text.size() < expected_length(static_cast<unsigned char>(text[0]));
    if (is_cut && !is_last && text.size() < 64) {
      waiting_ = text;
      return;
    }
    if (length != 0 && length != text.npos) {
      out += escape;
      out += text.substr(1 + key_.size(), length - 1 - key_.size());
      text.remove_prefix(length);
      continue;
    }
    const PrintableCharacter character = first_character(text);
    if (character.safe)
      out += text.substr(0, character.length);
    else
      append_escaped(out, character, text);
    text.remove_prefix(character.length);
  }
}

}  // namespace lariat
