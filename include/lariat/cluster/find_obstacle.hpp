// SPDX-License-Identifier: Apache-2.0
// Whether a saved search can go on, on several processes together.
#pragma once

#include <optional>
#include <string_view>

#include "lariat/base/result.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/walk/checkpoint.hpp"

namespace lariat::cluster {

// What the files of a search for lassos begin with; those of walks: walk::walk_title of walk/saved_walk.hpp.
inline constexpr std::string_view lasso_title = "lariat lasso 1\n";

// Collective: says why the search that the options name cannot go on, if it cannot; each rank looks at some of its parts.
std::optional<Diagnostic> find_obstacle(Transport& transport, const walk::CheckpointOptions& options, std::string_view title);

}  // namespace lariat::cluster
