// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/plain_product.hpp"

namespace lariat::product {
namespace {

ProductOptions plain(ProductOptions options) {
  options.deadlock_runs = DeadlockRuns::ignore;
  options.fairness = Fairness::none;
  return options;
}

}  // namespace

PlainProduct::PlainProduct(system::System& system, const ProductOptions& options)
    : Product(system, std::make_unique<Property>(), plain(options), false) {}

}  // namespace lariat::product
