// SPDX-License-Identifier: Apache-2.0
// Operators on constants, as the interpreter applies them.
#pragma once

#include <optional>

#include "lariat/model/program.hpp"

namespace lariat::dve {

// The result, or nothing where there is none to be known: a division by 0, or no such operator.
std::optional<model::Value> fold(model::Op op, model::Value a);
std::optional<model::Value> fold(model::Op op, model::Value a, model::Value b);

}  // namespace lariat::dve
