// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/emptiness.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace lariat::check {

Result<CheckResult> check_emptiness(Product& product, const CheckOptions& options) {
  if (options.state_based && product.sets() <= 1) {
    BuchiProduct space(product);
    return lariat::check_emptiness(space, options);
  }
  GeneralisedProduct space(product);
  return lariat::check_emptiness(space, options);
}

Graph explore_graph(Product& product, const Limits& limits, std::size_t max_levels) {
  GeneralisedProduct space(product);
  Counting<GeneralisedProduct> counting(space, limits);
  GraphBuilder builder(product.sets());
  for (const StateId s : counting.initial()) builder.add_initial(s);
  std::vector<Successor> successors;
  // States that post meets are numbered as they come; on a product that was explored before, they are met in another order.
  std::vector<StateId> level(counting.initial().begin(), counting.initial().end());
  std::vector<StateId> next;
  std::vector<bool> met;
  const auto meet = [&](StateId s) {
    if (s >= met.size()) met.resize(std::max<std::size_t>(std::size_t{s} + 1, met.size() + met.size() / 2), false);
    const bool is_new = !met[s];
    met[s] = true;
    return is_new;
  };
  for (const StateId s : level) meet(s);
  for (std::size_t levels = 0; !level.empty() && levels < max_levels; ++levels) {
    for (const StateId s : level) {
      builder.mark_state(s, counting.marks(s));
      successors.clear();
      counting.post(s, successors);
      for (const Successor& t : successors) {
        builder.add_edge(s, t.target, t.marks);
        if (meet(t.target)) next.push_back(t.target);
      }
    }
    level.swap(next);
    next.clear();
  }
  for (const StateId s : level) builder.mark_state(s, counting.marks(s));
  return std::move(builder).build();
}

MinimizeResult minimize(Product& product, Minimization minimization, const MinimizeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  GeneralisedProduct space(product);
  MinimizeResult result;
  // Any lasso first. A shorter one has no state that is farther from the beginning than the first one is long, so that the rest
  // of the product need not be looked at.
  Result<CheckResult> first = lariat::check_emptiness(space, {.algorithm = Algorithm::ascc, .limits = options.limits});
  result.check = *std::move(first);
  if (result.check.lasso) {
    if (options.on_better) options.on_better(*result.check.lasso);
    try {
      const Graph graph = explore_graph(product, options.limits, result.check.lasso->length());
      MinimizeResult shortest = minimize(graph, minimization, options);
      if (shortest.check.lasso && shortest.check.lasso->length() <= result.check.lasso->length()) {
        result = std::move(shortest);
        if (const auto flaw = find_flaw(space, *result.check.lasso))
          throw InternalError("a short lasso that is none: " + *flaw);
      } else {
        result.complete = shortest.complete;
      }
    } catch (const Stopped& stopped) {
      result.complete = false;
      result.check.reason = stopped.reason;
    }
  } else if (result.check.verdict == Emptiness::unknown) {
    result.complete = false;
  }
  result.check.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace lariat::check
