// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/plain_product.hpp"

namespace lariat::product {
namespace {

ProductOptions plain(ProductOptions options) {
  options.deadlock_runs = DeadlockRuns::ignore;
  options.fairness = Fairness::none;
  return options;
}

// Goes with every step and does nothing.
class PlainProperty final : public Property {
 public:
  std::unique_ptr<Property> clone(system::System& /*system*/) const override { return std::make_unique<PlainProperty>(); }
};

}  // namespace

PlainProduct::PlainProduct(system::System& system, const ProductOptions& options)
    : Product(system, std::make_unique<PlainProperty>(), plain(options), false) {}

}  // namespace lariat::product
