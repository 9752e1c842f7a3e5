// SPDX-License-Identifier: Apache-2.0
// Files that are opened before a sandbox closes, and used behind it. They belong to the process, as descriptors do.
#pragma once

#include <optional>
#include <string>

#include "lariat/base/result.hpp"

namespace lariat {

// Opens a file for reading or writing that a command will ask for by this name. What cannot be read is left to whoever reads
// it; what cannot be written is said at once. A file to write keeps its text until then; one that does not exist is created.
void prepare_input(const std::string& name);
std::optional<Diagnostic> prepare_output(const std::string& name);

// The descriptor of a file that was prepared; each is given once.
std::optional<int> take_prepared_input(const std::string& name);
std::optional<int> take_prepared_output(const std::string& name);

}  // namespace lariat
