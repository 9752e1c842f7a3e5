// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/excerpt.hpp"

#include <algorithm>
#include <cstdint>

namespace lariat {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Characters that would disturb a terminal: controls, line separators, and marks that change the direction of writing.
bool is_disturbing(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

// The length of the printable character that the text begins with, or 0 if there is none.
std::size_t printable_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return is_disturbing(first) ? 0 : 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  static constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC0 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t c = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
    c = (c << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool valid = c >= least[length] && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
  return valid && !is_disturbing(c) ? length : 0;
}

// Appends the printable form, and says how many characters it has.
std::size_t append_printable(std::string& out, std::string_view text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    const std::size_t length = printable_length(text.substr(i));
    if (length > 0)
      out.append(text, i, length);
    else
      out += text[i] == '\t' ? ' ' : '?';
    i += std::max<std::size_t>(length, 1);
  }
  return characters;
}

}  // namespace

Excerpt excerpt(std::string_view line, std::size_t offset) {
  offset = std::min(offset, line.size());
  std::size_t begin = 0;
  std::size_t end = line.size();
  if (line.size() > max_excerpt) {
    begin = std::min(offset > max_excerpt / 2 ? offset - max_excerpt / 2 : 0, line.size() - max_excerpt);
    end = begin + max_excerpt;
    // A character that was cut in two is left out.
    while (begin < offset && is_continuation(line[begin])) ++begin;
    while (end > offset && end < line.size() && is_continuation(line[end])) --end;
  }
  Excerpt result;
  if (begin > 0) result.text += "...";
  result.caret = result.text.size() + append_printable(result.text, line.substr(begin, offset - begin));
  append_printable(result.text, line.substr(offset, end - offset));
  if (end < line.size()) result.text += "...";
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  append_printable(result, text);
  return result;
}

std::string escaped(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = printable_length(text.substr(i));
    if (length > 0) {
      result.append(text, i, length);
    } else {
      const auto byte = static_cast<unsigned char>(text[i]);
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 0xFU]};
    }
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

}  // namespace lariat
