// SPDX-License-Identifier: Apache-2.0
// One line of a picture made of characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/printable.hpp"

namespace lariat::run {

class Canvas {
 public:
  // Puts a text at a column, over what is there. `code` is that of an escape sequence for its colour, or nullptr.
  void put(std::size_t column, std::string_view text, const char* code = nullptr);
  bool is_free(std::size_t column) const { return column >= cells_.size() || cells_[column].glyph == " "; }

  // The line without spaces at its end.
  std::string text(const Colors& color) const;

 private:
  struct Cell {
    std::string glyph = " ";
    const char* code = nullptr;
  };
  std::vector<Cell> cells_;
};

}  // namespace lariat::run
