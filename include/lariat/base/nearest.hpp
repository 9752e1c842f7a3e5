// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt words.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lariat {

// The candidate nearest to the word, or nothing if none is near: up to a third of its letters may be wrong. Words of more than
// 64 letters have none.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// ` (did you mean 'x'?)` for the nearest candidate, or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

}  // namespace lariat
