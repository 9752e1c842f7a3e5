// SPDX-License-Identifier: Apache-2.0
#include "check/system_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lariat::check {
namespace {

// Equal but for hidden bytes.
bool same(system::Bytes a, system::Bytes b, std::size_t hidden) {
  if (a.size() != b.size() || a.size() < hidden) return false;
  return std::equal(a.begin() + static_cast<std::ptrdiff_t>(hidden), a.end(), b.begin() + static_cast<std::ptrdiff_t>(hidden));
}

}  // namespace

std::optional<std::string> find_flaw(system::System& system, const run::Run& run) {
  const std::size_t hidden = system.layout().hidden;
  if (run.cycle && *run.cycle >= run.steps.size()) return "the cycle begins behind the last step";
  const std::vector<system::State> initial = system.initial();
  const auto begin = std::find_if(initial.begin(), initial.end(),
                                  [&](const system::State& state) { return same(state, run.initial, hidden); });
  if (begin == initial.end()) return "the run does not begin in an initial state";
  system::State at = *begin;
  system::State closing;
  system::Batch steps;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.cycle == i) closing = at;
    const system::Bytes source(at);
    system.successors({&source, 1}, steps, {.steps = true});
    if (steps.size() == 0) {
      if (!same(at, run.steps[i].state, hidden)) return fmt::format("step {}: the system has no step here", i + 1);
      continue;
    }
    std::size_t k = 0;
    while (k < steps.size() && !same(steps.state(k), run.steps[i].state, hidden)) ++k;
    if (k == steps.size()) return fmt::format("step {}: no step of the system leads to this state", i + 1);
    const system::Bytes next = steps.state(k);
    at.assign(next.begin(), next.end());
  }
  if (run.cycle && !same(at, closing, hidden)) return "the cycle does not close: it ends in another state";
  return std::nullopt;
}

}  // namespace lariat::check
