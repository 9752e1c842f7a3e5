// SPDX-License-Identifier: Apache-2.0
// Text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lariat {

// Columns that the text takes; characters of double width are not known.
std::size_t columns(std::string_view text);

// The text with spaces behind it, `width` columns in all if it is shorter; `pad_left` puts them before it.
std::string pad(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// The text cut to at most `width` columns (at least 4), with `...` at its end if something is missing.
std::string shorten(std::string_view text, std::size_t width);

}  // namespace lariat
