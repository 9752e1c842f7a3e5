// SPDX-License-Identifier: Apache-2.0
// Which searches can be combined with which cycle provisos (docs/reduction.md, "Provisos and searches").
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "lariat/base/result.hpp"
#include "lariat/search/algorithms.hpp"
#include "lariat/space/reducible.hpp"

namespace lariat::search {

// The kind of the algorithm, as far as provisos are concerned.
SearchKind kind(Algorithm algorithm);

// Explains why the algorithm cannot run on a space with this reduction, and names the nearest alternative; nothing if it can.
std::optional<Diagnostic> find_refusal(Algorithm algorithm, const Reduction& reduction);

// Throws std::invalid_argument if the space is reduced, for a search that cannot be combined with any reduction.
template <Space S>
void require_unreduced(S& space, const char* search) {
  if (reduction_of(space) != nullptr) throw std::invalid_argument(std::string(search) + " does not go with a reduction");
}

}  // namespace lariat::search
