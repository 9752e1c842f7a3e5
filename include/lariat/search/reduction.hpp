// SPDX-License-Identifier: Apache-2.0
// Which searches go with which cycle provisos (docs/reduction.md, "Provisos and searches").
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "lariat/base/result.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/space/reducible.hpp"

namespace lariat::search {

// What the algorithm is to a proviso.
SearchKind kind(Algorithm algorithm);

// Why the algorithm cannot run on a space that is reduced so, and what comes nearest; nothing if it can.
std::optional<Diagnostic> find_refusal(Algorithm algorithm, const Reduction& reduction);

// Throws std::invalid_argument if the space is reduced: `search` is none that a reduction goes with.
template <Space S>
void require_unreduced(S& space, const char* search) {
  if (reduction_of(space) != nullptr) throw std::invalid_argument(std::string(search) + " does not go with a reduction");
}

}  // namespace lariat::search
