// SPDX-License-Identifier: Apache-2.0
#include "promela/sources.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "lariat/base/excerpt.hpp"
#include "promela/report.hpp"

namespace lariat::promela {

std::uint32_t Sources::add(std::string name, std::string text) {
  if (text.size() + 1 > std::numeric_limits<std::uint32_t>::max() - next_)
    throw std::length_error("the files of a model are larger than 4 GB");
  File& file = files_.emplace_back(File{std::move(name), std::move(text), next_});
  file.lines.push_back(0);
  for (std::size_t i = 0; i < file.text.size(); ++i)
    if (file.text[i] == '\n') file.lines.push_back(static_cast<std::uint32_t>(i + 1));
  next_ += static_cast<std::uint32_t>(file.text.size() + 1);  // the end of a file is a place too
  return file.first;
}

void Sources::renumber(std::uint32_t at, std::size_t line, std::string name) {
  File& file = files_[file_index(at)];
  file.markers.push_back({line_index(file, at), line, name.empty() ? file.name : std::move(name)});
}

std::uint32_t Sources::add(Origin origin) {
  origins_.push_back(std::move(origin));
  return static_cast<std::uint32_t>(origins_.size());
}

std::size_t Sources::file_index(std::uint32_t at) const {
  const auto after = std::upper_bound(files_.begin(), files_.end(), at,
                                      [](std::uint32_t place, const File& file) { return place < file.first; });
  return after == files_.begin() ? 0 : static_cast<std::size_t>(after - files_.begin()) - 1;
}

std::uint32_t Sources::line_index(const File& file, std::uint32_t at) {
  const auto after = std::upper_bound(file.lines.begin(), file.lines.end(), at - file.first);
  return static_cast<std::uint32_t>(after - file.lines.begin() - 1);
}

Sources::LineAndColumn Sources::locate(std::uint32_t at) const {
  const File& file = file_of(at);
  const std::uint32_t index = line_index(file, at);
  const std::uint32_t begin = file.lines[index];
  std::size_t end = index + 1 < file.lines.size() ? file.lines[index + 1] - 1 : file.text.size();
  if (end > begin && file.text[end - 1] == '\r') --end;
  LineAndColumn result{file.name, index + std::size_t{1}, at - file.first - begin + std::size_t{1},
                       std::string_view(file.text).substr(begin, end - begin)};
  // A marker counts for the lines behind its own.
  const auto marker = std::lower_bound(file.markers.begin(), file.markers.end(), index,
                                       [](const Marker& other, std::uint32_t line) { return other.line_index < line; });
  if (marker != file.markers.begin()) {
    result.line = marker[-1].line + (index - marker[-1].line_index);
    result.file = marker[-1].name;
  }
  return result;
}

Diagnostic Sources::diagnostic(Diagnostic::Severity severity, SourceLocation place, const std::string& message) const {
  Diagnostic result{.severity = severity, .message = printable(message)};
  if (!place || files_.empty()) return result;
  const LineAndColumn location = locate(place.at);
  const Excerpt shown = excerpt(location.source_line, location.column - 1);
  result.file = printable(location.file);
  result.line = location.line;
  result.column = location.column;
  result.source_line = shown.text;
  result.caret = shown.caret;
  return result;
}

std::vector<Diagnostic> Sources::notes(SourceLocation place, std::size_t limit) const {
  std::vector<Diagnostic> result;
  for (std::uint32_t via = place.via; via != 0 && result.size() < limit; via = origin(via).parent) {
    const Origin& from = origin(via);
    if (from.other == 0) continue;
    const std::string message = from.kind == Origin::Kind::macro ? quote(from.name) + " is a macro, defined here"
                                                                 : "the inline '" + from.name + "' is called here";
    result.push_back(diagnostic(Diagnostic::Severity::note, {from.other, 0}, message));
  }
  return result;
}

}  // namespace lariat::promela
