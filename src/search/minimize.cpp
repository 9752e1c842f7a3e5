// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/minimize.hpp"

#include <utility>

namespace lariat::search {

BestLasso::BestLasso(const MinimizeOptions& options) : options_(&options) {
  if (options.max_length && *options.max_length < limit_) limit_ = *options.max_length + 1;
}

void BestLasso::improve(Lasso lasso) {
  if (lasso.length() < limit_) limit_ = lasso.length();
  best_ = std::move(lasso);
  ++improvements_;
  if (options_->on_better) options_->on_better(*best_);
}

}  // namespace lariat::search
