// SPDX-License-Identifier: Apache-2.0
// Text broken into lines of a given width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lariat {

// The text as lines, broken at spaces so that the first line takes at most `first` columns and the others `rest`. A word
// that is longer than a line has one to itself.
std::vector<std::string> wrap(std::string_view text, std::size_t first, std::size_t rest);

// The pieces separated by `, ` in lines of at most `width` columns; a piece is never broken.
std::vector<std::string> wrap_list(const std::vector<std::string>& pieces, std::size_t width);

}  // namespace lariat
