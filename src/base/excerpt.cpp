// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/excerpt.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "lariat/base/columns.hpp"

namespace lariat {
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
  result.text += printable(line.substr(begin, offset - begin));
  result.caret = columns(result.text);
  result.text += printable(line.substr(offset, end - offset));
  if (end < line.size()) result.text += "...";
  return result;
}

}  // namespace lariat
