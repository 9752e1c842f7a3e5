// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/columns.hpp"

#include <algorithm>

namespace lariat {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::size_t columns(std::string_view text) { return static_cast<std::size_t>(std::ranges::count_if(text, begins_character)); }

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t used = columns(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t used = columns(text);
  return std::string(width > used ? width - used : 0, ' ') + std::string(text);
}

std::string shorten(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  std::size_t end = 0;
  for (std::size_t column = 0; end < text.size(); ++end)
    if (begins_character(text[end]) && column++ == width - 3) break;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace lariat
