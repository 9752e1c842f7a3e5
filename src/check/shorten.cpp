// SPDX-License-Identifier: Apache-2.0
#include "check/shorten.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "check/liveness.hpp"

namespace lariat::check {

Limits shortening_limits(const ModelCheckOptions& options) {
  Limits limits = options.limits;
  limits.gauge = nullptr;
  const double seconds = options.shorten.value_or(ShortenBudget{}).seconds;
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  limits.deadline = limits.deadline ? std::min(*limits.deadline, end) : end;
  return limits;
}

void shorten_lasso(product::Product& product, const ModelCheckOptions& options, Finding& result) {
  if (!options.shorten || options.minimize || options.approximate || !result.run || !result.run->cycle || !result.lasso) return;
  const std::size_t first_stem = result.lasso->stem.size();
  const std::size_t first_cycle = result.lasso->cycle.size();
  const Limits limits = shortening_limits(options);
  try {
    const ShortLasso found = find_shorter(product, *result.lasso, options.shorten->max_transitions, limits);
    result.shortest = found.shortest;
    if (found.lasso) {
      Finding shorter = result;
      shorter.lasso = found.lasso;
      product::ReducibleProduct space(product);
      finish(space, options, shorter);
      result = std::move(shorter);
      result.first_found = {first_stem, first_cycle};
    }
  } catch (const Stopped&) {
    // The run that was found first stays.
  }
}

}  // namespace lariat::check
