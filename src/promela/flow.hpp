// SPDX-License-Identifier: Apache-2.0
// The statements of a process as elements of Spin's flow graph (elements.hpp): the first half of lowering a body.
#pragma once

#include <cstdint>
#include <map>

#include "promela/elements.hpp"
#include "promela/lowering.hpp"

namespace lariat::promela {

struct Flow {
  explicit Flow(LimitCheck& check) : elements(check) {}

  Elements elements;
  ElementId first = model::none;                  // where the process begins
  ElementId end = model::none;                    // its closing brace
  std::map<std::uint32_t, ElementId> element_of;  // by StmtId: what stands for the statement
};

// A never claim or a trace: it watches, and takes part in nothing.
bool is_claim(const Process& process);
bool is_trace(const Process& process);

Flow make_flow(Lowering& lowering, ProcessId process);

}  // namespace lariat::promela
