// SPDX-License-Identifier: Apache-2.0
// The part of a source line that a message shows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lariat/base/printable.hpp"

namespace lariat {

// Part of a source line, and where the column of interest falls in it.
struct Excerpt {
  std::string text;
  std::size_t caret = 0;  // in characters, from 0
};

inline constexpr std::size_t max_excerpt = 100;  // bytes of source in an excerpt, marks of omission aside

// The line around the byte at `offset` (which may lie just behind its end), cut to max_excerpt bytes with "..." where
// something is missing, and made printable.
Excerpt excerpt(std::string_view line, std::size_t offset);

}  // namespace lariat
