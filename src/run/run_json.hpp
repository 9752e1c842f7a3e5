// SPDX-License-Identifier: Apache-2.0
// What the file of a run says about a transition and about a fault: the writer and the reader of runs must agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lariat/model/interpreter.hpp"

namespace lariat::run {

struct ActionText {
  std::optional<std::uint32_t> process = {};  // nothing: the observer
  std::string name = {};                      // of the process
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t transition = 0;  // of those of its process; decides only between transitions that are alike otherwise
  std::string text = {};
};

ActionText action_text(const model::Program& program, const model::Action& action);

// Whether both are about the same place of the source and the same process.
bool alike(const ActionText& a, const ActionText& b);

// What went wrong, and where. The name of the file is left out: it may be found elsewhere the next time.
struct FaultText {
  std::string message = {};
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const FaultText&, const FaultText&) = default;
};

// Nothing if nothing went wrong.
std::optional<FaultText> fault_text(const model::Program& program, const model::Fault& fault);

}  // namespace lariat::run
