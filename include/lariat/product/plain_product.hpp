// SPDX-License-Identifier: Apache-2.0
// A system alone, as a product without a property. Runs that end have no successors.
#pragma once

#include "lariat/product/product.hpp"

namespace lariat::product {

class PlainProduct : public Product {
 public:
  PlainProduct(system::System& system, const ProductOptions& options);
};

}  // namespace lariat::product
