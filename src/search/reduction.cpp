// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/reduction.hpp"

namespace lariat::search {

SearchKind kind(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::sd:
    case Algorithm::reach:
      return SearchKind::plain;
    case Algorithm::automatic:
    case Algorithm::tarjan:
    case Algorithm::gv:
    case Algorithm::c99:
    case Algorithm::ascc:
      return SearchKind::components;
    default:
      return SearchKind::nested;
  }
}

std::optional<Diagnostic> find_refusal(Algorithm algorithm, const Reduction& reduction) {
  const std::string name(info(algorithm).name);
  const std::string proviso(reduction.name());
  if (algorithm == Algorithm::cvwy)
    return Diagnostic{.message =
                          "cvwy does not go with partial-order reduction: its second search runs on through the stack of "
                          "the first, whose states are not explored yet; hpy, which stops there, does"};
  if (algorithm == Algorithm::cvwy_gen)
    return Diagnostic{.message =
                          "cvwy-gen does not go with partial-order reduction: its second search runs on through the stack "
                          "of the first, whose states are not explored yet; ascc, which takes several sets as well, does"};
  if (reduction.for_safety_only() && algorithm != Algorithm::reach)
    return Diagnostic{.message = "the proviso " + proviso + " keeps what can be reached, but " + name +
                                 " looks for cycles; CondDest keeps them"};
  if (reduction.needs_components() && kind(algorithm) == SearchKind::nested)
    return Diagnostic{.message = "the proviso " + proviso + " is for searches by strongly connected components, and " + name +
                                 " is a nested one; " + reduction.without_components() + " goes with it"};
  return std::nullopt;
}

}  // namespace lariat::search
