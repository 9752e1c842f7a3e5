// SPDX-License-Identifier: Apache-2.0
#include "lariat/base/wrap.hpp"

#include <algorithm>

#include "lariat/base/columns.hpp"

namespace lariat {

std::vector<std::string> wrap(std::string_view text, std::size_t first, std::size_t rest) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    if (text.substr(end) == " }") end = text.size();  // a brace does not stand alone
    const std::string_view word = text.substr(0, end);
    const std::size_t room = lines.empty() ? first : rest;
    if (!line.empty() && columns(line) + 1 + columns(word) > room) {
      lines.push_back(line);
      line.clear();
    }
    if (!word.empty()) line.append(line.empty() ? "" : " ").append(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  if (!line.empty() || lines.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string> wrap_list(const std::vector<std::string>& pieces, std::size_t width) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string piece = pieces[i] + (i + 1 < pieces.size() ? "," : "");
    if (!lines.empty() && columns(lines.back()) + 1 + columns(piece) <= width)
      lines.back() += " " + piece;
    else
      lines.push_back(piece);
  }
  return lines;
}

}  // namespace lariat
