// SPDX-License-Identifier: Apache-2.0
// How much memory the program has.
#pragma once

#include <cstddef>

namespace lariat {

// Bytes of the process that are in memory now; 0 where the system does not say.
std::size_t resident_bytes();

// Bytes of memory that the machine has; 0 where the system does not say.
std::size_t physical_bytes();

// The largest number of bytes that the process ever had in memory.
std::size_t peak_resident_bytes();

}  // namespace lariat
