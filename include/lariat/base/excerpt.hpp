// SPDX-License-Identifier: Apache-2.0
// Source text prepared for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lariat {

// Part of a source line, and where the column of interest falls in it.
struct Excerpt {
  std::string text;
  std::size_t caret = 0;  // in characters, from 0
};

inline constexpr std::size_t max_excerpt = 100;  // bytes of source in an excerpt, marks of omission aside

// The line around the byte at `offset` (which may lie just behind its end), cut to max_excerpt bytes with "..." where
// something is missing. Tabs become spaces, and each byte of what is no printable UTF-8 becomes '?'.
Excerpt excerpt(std::string_view line, std::size_t offset);

// The text with everything replaced that is no printable UTF-8: one '?' for each byte of it.
std::string printable(std::string_view text);

// The text with each such byte written as \xNN. Different texts stay different, unless they contain such sequences already; so
// this is for names that are read again.
std::string escaped(std::string_view text);

}  // namespace lariat
