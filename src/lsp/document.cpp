// SPDX-License-Identifier: Apache-2.0
#include "lsp/document.hpp"

#include <algorithm>
#include <utility>

namespace lariat::lsp {
namespace {

// How many units of UTF-16 the character takes that begins with this byte of UTF-8; 0 for a byte inside of one.
std::size_t units(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  if ((value & 0xC0U) == 0x80U) return 0;
  return value >= 0xF0U ? 2 : 1;
}

}  // namespace

LinedText::LinedText(std::string text) : text_(std::move(text)), starts_{0} { find_lines(0, text_.size(), starts_); }

void LinedText::find_lines(std::size_t from, std::size_t to, std::vector<std::size_t>& starts) const {
  for (std::size_t i = from; i < to; ++i) {
    const char c = text_[i];
    if (c != '\n' && c != '\r') continue;
    if (c == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n') continue;  // the line ends behind the \n
    starts.push_back(i + 1);
  }
}

std::string_view LinedText::line(std::size_t line) const {
  const std::size_t begin = starts_[line];
  std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return std::string_view(text_).substr(begin, end - begin);
}

std::size_t LinedText::offset(Position position, Encoding encoding) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::string_view text = line(position.line);
  const std::size_t begin = starts_[position.line];
  std::size_t at = 0;
  if (encoding == Encoding::utf8) {
    at = std::min(position.character, text.size());
    while (at > 0 && at < text.size() && units(text[at]) == 0) --at;  // never inside of a character
    return begin + at;
  }
  std::size_t count = 0;
  while (at < text.size()) {
    const std::size_t more = units(text[at]);
    if (more > 0 && count + more > position.character) break;
    count += more;
    ++at;
  }
  return begin + at;
}

Position LinedText::position(std::size_t offset, Encoding encoding) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - starts_.begin()) - 1;
  std::size_t character = offset - starts_[line];
  if (encoding == Encoding::utf16) {
    character = 0;
    for (std::size_t i = starts_[line]; i < offset; ++i) character += units(text_[i]);
  }
  return {line, character};
}

std::size_t LinedText::offset_of(std::size_t line, std::size_t column) const {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line; ++i) {
    const std::size_t end = text_.find('\n', begin);
    if (end == std::string::npos) return text_.size();
    begin = end + 1;
  }
  return std::min(begin + (column == 0 ? 0 : column - 1), text_.size());
}

void LinedText::replace(Span span, std::string_view by) {
  span.end = std::min(span.end, text_.size());
  span.begin = std::min(span.begin, span.end);
  text_.replace(span.begin, span.end - span.begin, by);
  // A change may join or part a \r and a \n at its ends: lines are looked for from a byte before it to a byte behind it.
  const std::size_t first = span.begin == 0 ? 0 : span.begin - 1;
  const std::size_t last = std::min(span.begin + by.size() + 1, text_.size());
  const auto kept = std::upper_bound(starts_.begin() + 1, starts_.end(), first);
  const std::size_t old_last = last - by.size() + (span.end - span.begin);
  const auto rest = std::upper_bound(kept, starts_.end(), old_last);
  std::vector<std::size_t> starts(starts_.begin(), kept);
  find_lines(first, last, starts);
  for (auto i = rest; i != starts_.end(); ++i) starts.push_back(*i + by.size() - (span.end - span.begin));
  starts_ = std::move(starts);
}

}  // namespace lariat::lsp
