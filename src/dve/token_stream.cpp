// SPDX-License-Identifier: Apache-2.0
#include "dve/token_stream.hpp"

#include <fmt/format.h>

namespace lariat::dve {

bool TokenStream::begins_line() const {
  return source_.text({previous_end(), token().begin}).find('\n') != std::string_view::npos;
}

void TokenStream::expect_semicolon() {
  if (accept(Kind::semicolon)) return;
  const bool ends = is(Kind::end) || is(Kind::close_brace) || is(Kind::kw_guard) || is(Kind::kw_sync) || is(Kind::kw_effect) ||
                    is(Kind::kw_process) || begins_line();
  if (!ends) fail_expected("';'");
  error(previous_end(), "expected ';' here");
}

Name TokenStream::expect_name(std::string_view what) {
  if (!is(Kind::identifier)) {
    const bool keyword = token().kind >= Kind::kw_accept && token().kind <= Kind::kw_true;
    fail_expected(what, keyword ? " (a word of the language cannot be a name)" : "");
  }
  const Name name{text(), token().begin};
  advance();
  return name;
}

void TokenStream::error(std::uint32_t offset, std::string message) {
  const bool full = diagnostics_.full();
  diagnostics_.error(offset, std::move(message));
  if (full) throw TooManyErrors{};
}

void TokenStream::fail(std::uint32_t offset, std::string message) {
  error(offset, std::move(message));
  throw SyntaxError{};
}

void TokenStream::fail_expected(std::string_view what, std::string_view hint) {
  // What stands there has been reported already.
  if (is(Kind::bad)) throw SyntaxError{};
  const std::string found = is(Kind::end) ? "the end of the text" : quote(text());
  fail(token().begin, fmt::format("expected {}, found {}{}", what, found, hint));
}

}  // namespace lariat::dve
