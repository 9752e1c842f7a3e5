// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lariat {

// True for every byte of a character in UTF-8 but its first.
inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace lariat
