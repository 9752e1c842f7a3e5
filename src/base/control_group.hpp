// SPDX-License-Identifier: Apache-2.0
// How much memory the control groups of Linux, version 1 or 2, allow a process.
#pragma once

#include <cstddef>
#include <string>

namespace lariat {

// The least limit in bytes of the groups that `membership` lists and of those above them; no_limit if there is none. The
// membership of a process is /proc/self/cgroup, and the groups are directories below `root`, usually /sys/fs/cgroup. What
// cannot be read sets no limit.
std::size_t control_group_limit(const std::string& membership, const std::string& root);

}  // namespace lariat
