// SPDX-License-Identifier: Apache-2.0
// A program alone, with one acceptance set: the states in which some process is at a location with a certain label. Runs that
// end repeat their last state, or do not count, as the options say.
#pragma once

#include "lariat/product/product.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::product {

class LabelProduct : public Product {
 public:
  enum class Label : std::uint8_t { accepting, progress };
  LabelProduct(system::ProgramSystem& system, Label label, const ProductOptions& options);
};

}  // namespace lariat::product
