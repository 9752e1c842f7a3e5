// SPDX-License-Identifier: Apache-2.0
// A text that is open in an editor, and positions in it as the protocol has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lariat::lsp {

// What `character` of a position counts.
enum class Encoding : std::uint8_t { utf8, utf16 };

// A place between two characters: a line and a column, both from 0.
struct Position {
  std::size_t line = 0;
  std::size_t character = 0;
  bool operator==(const Position&) const = default;
};

// Bytes of a text from `begin` up to, not including, `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

// A text in lines. Lines end with \n, \r\n or \r, as the protocol says.
class LinedText {
 public:
  explicit LinedText(std::string text = {});

  const std::string& text() const { return text_; }
  std::size_t lines() const { return starts_.size(); }
  // The line without its end.
  std::string_view line(std::size_t line) const;

  // The byte at a position; a position behind the end of its line or of the text means that end.
  std::size_t offset(Position position, Encoding encoding) const;
  Position position(std::size_t offset, Encoding encoding) const;

  // Where the readers of models see a line and a column, both from 1 and in bytes: for them lines end with \n.
  std::size_t offset_of(std::size_t line, std::size_t column) const;

  // Replaces a part of the text.
  void replace(Span span, std::string_view by);

 private:
  // Finds the beginnings of lines in the text behind `from`, up to `to`.
  void find_lines(std::size_t from, std::size_t to, std::vector<std::size_t>& starts) const;

  std::string text_;
  std::vector<std::size_t> starts_;  // of lines; the first is 0
};

}  // namespace lariat::lsp
