// SPDX-License-Identifier: Apache-2.0
// Where text comes from, piece by piece as it arrives.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>

namespace lariat {

// Waits until there is something, stores at most `size` bytes of it at `data` and says how many; 0 only at the end.
// Throws std::system_error where reading fails.
using Input = std::function<std::size_t(char* data, std::size_t size)>;

// Neither takes what the source does not have ready yet, so that the other end of a pipe is answered in time.
// The stream or the open file descriptor must outlive the input.
Input input_from(std::istream& stream);
Input input_from_descriptor(int descriptor);

}  // namespace lariat
