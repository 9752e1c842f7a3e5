// SPDX-License-Identifier: Apache-2.0
// How much memory the process uses, and how much it may use.
#pragma once

#include <cstddef>
#include <limits>

namespace lariat {

// Bytes of the process that are in memory now; 0 where the system does not say.
std::size_t resident_bytes();

// The largest number of bytes that the process ever had in memory.
std::size_t peak_resident_bytes();

// Bytes that the process can have in memory: what the machine has, or less if its control group (version 1 or 2) or one above
// it allows less. 0 where the system does not say.
std::size_t usable_bytes();

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// Bytes of addresses that the process may still map before it reaches RLIMIT_AS or RLIMIT_DATA; no_limit if neither is set.
std::size_t addressable_bytes();

// Zeroed memory that begins a cache line and, if it is large, consists of fresh pages of the operating system, large ones where
// it has them: it takes memory only where it is written to, and near the thread that writes first. Null if there is none. To be
// given back by free_zeroed with the same size.
void* allocate_zeroed(std::size_t bytes);
void free_zeroed(void* memory, std::size_t bytes);

}  // namespace lariat
