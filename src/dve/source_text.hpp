// SPDX-License-Identifier: Apache-2.0
// The text that a model or an expression was read from, and where in it something stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/result.hpp"

namespace lariat::dve {

// A piece of a text: bytes from `begin` up to, not including, `end`.
struct Extent {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

class SourceText {
 public:
  static constexpr std::size_t max_size = std::size_t{1} << 30;  // bytes; longer texts are refused by the parser

  SourceText(std::string text, std::string file);
  SourceText(const SourceText&) = delete;  // names are views of the text
  SourceText& operator=(const SourceText&) = delete;

  std::string_view text() const { return text_; }
  std::string_view text(Extent extent) const { return text().substr(extent.begin, extent.end - extent.begin); }
  const std::string& file() const { return file_; }

  struct Position {
    std::uint32_t line = 0;    // from 1
    std::uint32_t column = 0;  // from 1, in bytes
  };
  Position position(std::uint32_t offset) const;

  // A message about what stands at the byte `offset`, with its line and a caret.
  Diagnostic diagnostic(Diagnostic::Severity severity, std::uint32_t offset, std::string message) const;

 private:
  std::string text_;
  std::string file_;
  std::vector<std::uint32_t> lines_;  // where each begins
};

}  // namespace lariat::dve
