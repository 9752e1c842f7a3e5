// SPDX-License-Identifier: Apache-2.0
// Diagnostics for the user, and a value or the diagnostics that explain why there is none.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lariat {

// A message for the user, with a position in a file if there is one.
struct Diagnostic {
  enum class Severity { error, warning, note };

  Severity severity = Severity::error;
  std::string message = {};
  std::string file = {};         // empty: no position
  std::size_t line = 0;          // from 1
  std::size_t column = 0;        // from 1, in bytes
  std::string source_line = {};  // the text of that line, without its end; may be cut around the column
  std::size_t caret = 0;         // position of the column in source_line, from 0, in characters
};

// `file:line:col: error: message`, then the source line and a caret under the column. Several lines, each ended by '\n'.
std::string to_string(const Diagnostic& diagnostic);

// A value, or the diagnostics that explain why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : data_(std::move(value)) {}                                    // NOLINT(google-explicit-constructor)
  Result(Diagnostic error) : data_(std::vector<Diagnostic>{std::move(error)}) {}  // NOLINT(google-explicit-constructor)
  Result(std::vector<Diagnostic> errors) : data_(std::move(errors)) {}            // NOLINT(google-explicit-constructor)

  explicit operator bool() const { return std::holds_alternative<T>(data_); }
  T& operator*() & { return std::get<T>(data_); }
  const T& operator*() const& { return std::get<T>(data_); }
  T&& operator*() && { return std::get<T>(std::move(data_)); }
  T* operator->() { return &std::get<T>(data_); }
  const T* operator->() const { return &std::get<T>(data_); }
  const std::vector<Diagnostic>& errors() const { return std::get<std::vector<Diagnostic>>(data_); }

 private:
  std::variant<T, std::vector<Diagnostic>> data_;
};

}  // namespace lariat
