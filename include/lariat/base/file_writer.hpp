// SPDX-License-Identifier: Apache-2.0
// Files that are there whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lariat/base/result.hpp"

namespace lariat {

// Writes the text to a new file beside the one of that name, which then takes its place; whoever reads the name finds the old
// text or the new one. What is no regular file, such as a pipe, is written to directly. Says what went wrong, if anything did;
// the old file is then untouched. What a writer left that was
// killed is removed by the next one. A file of prepare_output is overwritten instead.
std::optional<Diagnostic> write_file(const std::string& path, std::string_view text);

}  // namespace lariat
