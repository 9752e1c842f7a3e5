// SPDX-License-Identifier: Apache-2.0
#include "dve/source_text.hpp"

#include <algorithm>
#include <utility>

#include "lariat/base/excerpt.hpp"

namespace lariat::dve {

SourceText::SourceText(std::string text, std::string file) : text_(std::move(text)), file_(std::move(file)), lines_{0} {
  text_.resize(std::min(text_.size(), max_size));
  for (std::size_t i = text_.find('\n'); i != text_.npos; i = text_.find('\n', i + 1))
    lines_.push_back(static_cast<std::uint32_t>(i + 1));
}

SourceText::Position SourceText::position(std::uint32_t offset) const {
  const auto line = static_cast<std::uint32_t>(std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin());
  return {line, offset - lines_[line - 1] + 1};
}

Diagnostic SourceText::diagnostic(Diagnostic::Severity severity, std::uint32_t offset, std::string message) const {
  offset = static_cast<std::uint32_t>(std::min<std::size_t>(offset, text_.size()));
  const Position where = position(offset);
  const std::size_t begin = lines_[where.line - 1];
  std::string_view line = text().substr(begin, std::min(text_.find('\n', begin), text_.size()) - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const Excerpt shown = excerpt(line, offset - begin);
  return {.severity = severity,
          .message = std::move(message),
          .file = file_,
          .line = where.line,
          .column = where.column,
          .source_line = shown.text,
          .caret = shown.caret};
}

}  // namespace lariat::dve
