// SPDX-License-Identifier: Apache-2.0
// The width of text, and text padded or cut to a width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lariat {

// The number of columns of the text; every character counts as one.
std::size_t columns(std::string_view text);

// The text padded with spaces to `width` columns, on the right; `pad_left` pads on the left. A longer text is unchanged.
std::string pad(std::string_view text, std::size_t width);
std::string pad_left(std::string_view text, std::size_t width);

// The text cut to at most `width` columns (at least 4), with `...` at its end if something is missing.
std::string shorten(std::string_view text, std::size_t width);

}  // namespace lariat
