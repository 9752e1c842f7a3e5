// SPDX-License-Identifier: Apache-2.0
// What is wrong with a text: all that `lariat check --syntax` says, with the bytes it is about and, where the message suggests
// one, a change that removes it.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "lariat/base/result.hpp"
#include "lsp/document.hpp"
#include "lsp/lexemes.hpp"

namespace lariat::lsp {

// A change of the text that a message suggests.
struct Fix {
  std::string title = {};
  Span span = {};
  std::string text = {};
  bool operator==(const Fix&) const = default;
};

// A place that helps to understand a problem; in the text itself if `file` is empty, otherwise a line and column of that file.
struct Related {
  std::string message = {};
  std::string file = {};
  Span span = {};
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1, in bytes
  bool operator==(const Related&) const = default;
};

struct Problem {
  Diagnostic::Severity severity = Diagnostic::Severity::error;
  std::string message = {};
  Span span = {};
  std::vector<Related> related = {};
  std::vector<Fix> fixes = {};
  bool operator==(const Problem&) const = default;
};

// Reads the text as the file `path`. Nothing if it was interrupted. The same text has the same problems, whatever was read
// before.
std::optional<std::vector<Problem>> diagnose(const LinedText& text, const std::string& path, Language language,
                                             const std::atomic<bool>& interrupted);

// The changes that a message of the readers suggests for the place it is about.
std::vector<Fix> fixes_of(const std::string& message, Span span, const LinedText& text, const std::vector<Lexeme>& words);

}  // namespace lariat::lsp
