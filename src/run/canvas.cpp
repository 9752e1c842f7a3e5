// SPDX-License-Identifier: Apache-2.0
#include "run/canvas.hpp"

namespace lariat::run {

void Canvas::put(std::size_t column, std::string_view text, const char* code) {
  while (!text.empty()) {
    std::size_t length = 1;  // of the character: bytes of the form 10xxxxxx go with the one before them
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) ++length;
    if (column >= cells_.size()) cells_.resize(column + 1);
    cells_[column++] = {.glyph = std::string(text.substr(0, length)), .code = code};
    text.remove_prefix(length);
  }
}

std::string Canvas::text(const Colors& color) const {
  std::size_t end = cells_.size();
  while (end > 0 && cells_[end - 1].glyph == " ") --end;
  std::string result;
  const char* current = nullptr;
  for (std::size_t i = 0; i < end; ++i) {
    const char* const code = color.on ? cells_[i].code : nullptr;
    if (code != current && current != nullptr) result += color.sequence("0");
    if (code != current && code != nullptr) result += color.sequence(code);
    current = code;
    result += cells_[i].glyph;
  }
  if (current != nullptr) result += color.sequence("0");
  return result;
}

}  // namespace lariat::run
