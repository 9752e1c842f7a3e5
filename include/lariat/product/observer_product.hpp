// SPDX-License-Identifier: Apache-2.0
// A program and its observer: a never claim of Promela, or a property process of DVE.
#pragma once

#include "lariat/product/product.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::product {

class ObserverProduct : public Product {
 public:
  ObserverProduct(system::ProgramSystem& system, const ProductOptions& options);
};

}  // namespace lariat::product
