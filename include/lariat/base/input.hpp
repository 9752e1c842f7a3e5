// SPDX-License-Identifier: Apache-2.0
// A source of text that is read in pieces as they arrive.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>

namespace lariat {

// Waits for text, stores at most `size` bytes of it at `data` and returns how many; 0 only at the end. Throws std::system_error
// if reading fails.
using Input = std::function<std::size_t(char* data, std::size_t size)>;

// Neither waits for more than what is available, so that text from a pipe is processed as it arrives. The stream or the open
// file descriptor must outlive the input.
Input input_from(std::istream& stream);
Input input_from_descriptor(int descriptor);

}  // namespace lariat
