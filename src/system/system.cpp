// SPDX-License-Identifier: Apache-2.0
#include "lariat/system/system.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lariat::system {

void Batch::add(Bytes state, Flags flags, std::span<const Action> actions) {
  using Kind = model::Fault::Kind;
  const Kind kind = (flags & step_fault) != 0 ? Kind::reported : (flags & failed_assertion) != 0 ? Kind::assertion : Kind::none;
  table_.append(state, actions, model::Fault{.kind = kind});
}

System::~System() = default;

void System::valuations(std::span<const Bytes> /*states*/, std::span<Valuation> out) {
  std::fill(out.begin(), out.end(), Valuation{});
}

std::string System::describe(Bytes s) const {
  std::string text;
  for (const std::uint8_t byte : s) text += fmt::format("{:02x}", byte);
  return text;
}

std::string System::describe(std::span<const Action> actions) const {
  std::string text;
  for (const Action& action : actions)
    text += fmt::format("{}process {}: transition {}", text.empty() ? "" : ", ", action.process, action.transition);
  return text;
}

}  // namespace lariat::system
