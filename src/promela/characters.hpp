// SPDX-License-Identifier: Apache-2.0
// Classes of characters, the same everywhere: <cctype> depends on the locale.
#pragma once

namespace lariat::promela {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_word(char c) { return is_word_start(c) || is_digit(c); }
// White space that does not end a line. A zero byte counts, as with Spin.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0'; }
inline bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace lariat::promela
