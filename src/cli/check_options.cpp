// SPDX-License-Identifier: Apache-2.0
#include "cli/check_options.hpp"

namespace lariat::cli {

check::ModelCheckOptions check_options(const Options& options, const CheckParts& parts) {
  // Who asks for an order of the walk gets that one.
  const reduce::Method usual = options.walk ? reduce::Method::none : reduce::Method::automatic;
  return {.algorithm = options.algorithm,
          .minimize = options.minimize,
          .shorten = options.first || options.cluster != nullptr ? std::nullopt : std::optional(check::ShortenBudget{}),
          .product = options.search.product(&parts.gauge),
          .engine = parts.engine,
          .order = options.walk.value_or(parts.order),
          .approximate = options.search.approximate(),
          .reduction = options.search.reduction(usual),
          .reduced_programs = options.as_written ? nullptr : &parts.reduced_programs,
          .checkpoint = parts.checkpoint,
          .limits = options.search.limits(&parts.gauge),
          .interpretation = options.model.interpretation(),
          .coverage = options.unreached,
          .fair = options.search.fair,
          .cluster = options.cluster};
}

}  // namespace lariat::cli
