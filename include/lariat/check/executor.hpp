// SPDX-License-Identifier: Apache-2.0
// The one place where more than one executor of a program is made.
#pragma once

#include <memory>

#include "lariat/model/interpreter.hpp"

namespace lariat::check {

// One that does the same, for another thread.
std::unique_ptr<model::Interpreter> another_interpreter(const model::Interpreter& interpreter);

}  // namespace lariat::check
