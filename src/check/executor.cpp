// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/executor.hpp"

namespace lariat::check {

std::unique_ptr<model::Interpreter> another_interpreter(const model::Interpreter& interpreter) {
  return std::make_unique<model::Interpreter>(interpreter.program(), interpreter.options());
}

}  // namespace lariat::check
