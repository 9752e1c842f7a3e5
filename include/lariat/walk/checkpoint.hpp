// SPDX-License-Identifier: Apache-2.0
// Saving a walk, so that it can go on after the process has ended.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lariat/base/result.hpp"

namespace lariat::walk {

// A walk breadth first is saved as it was at the beginning of a level: the states met until then, level by level, what was
// counted, and what was found. The file `walk` of the folder takes its new contents when they are complete, so that a process
// that is killed while it saves leaves the old ones.
struct CheckpointOptions {
  std::string folder = {};    // where the walk is saved, again and again, and when it is stopped; empty: nowhere
  double every = 600;         // seconds between two times
  std::string resume = {};    // the folder of the walk that goes on; empty: the walk begins
  std::string key = {};       // names what is explored, and how: only a walk with the same key can go on
  std::string name = "walk";  // of the file
  // Told once why the walk cannot be saved. The walk goes on.
  std::function<void(const std::string&)> complain = {};
};

// Says why a walk cannot go on from the folder of the options, if it cannot: there is none, it is of another key, or damaged.
std::optional<Diagnostic> find_obstacle(const CheckpointOptions& options);

}  // namespace lariat::walk
