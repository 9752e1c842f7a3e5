// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/reduction.hpp"

namespace lariat::search {

SearchKind kind(Algorithm algorithm) { return info(algorithm).kind; }

std::optional<Diagnostic> find_refusal(Algorithm algorithm, const Reduction& reduction) {
  const AlgorithmInfo& about = info(algorithm);
  const std::string name(about.name);
  const std::string proviso(reduction.name());
  if (algorithm == Algorithm::cvwy && reduction.decides_anew()) return std::nullopt;
  if (!about.no_reduction.empty())
    return Diagnostic{.message = name + " does not go with partial-order reduction: " + std::string(about.no_reduction)};
  if (reduction.for_safety_only() && algorithm != Algorithm::reach)
    return Diagnostic{.message = "the proviso " + proviso + " keeps what can be reached, but " + name +
                                 " looks for cycles; CondDest keeps them"};
  if (reduction.needs_components() && kind(algorithm) == SearchKind::nested)
    return Diagnostic{.message = "the proviso " + proviso + " is for searches by strongly connected components, and " + name +
                                 " is a nested one; " + reduction.without_components() + " goes with it"};
  return std::nullopt;
}

}  // namespace lariat::search
