// SPDX-License-Identifier: Apache-2.0
// Verification of lassos. It shares only the space with the searches, and every lasso is verified before it is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lariat/space/lasso.hpp"
#include "lariat/space/space.hpp"

namespace lariat {

// Nothing if the lasso is an accepting run of the space; otherwise a description of the first flaw.
template <Space S>
std::optional<std::string> find_flaw(S& space, const Lasso& lasso) {
  if (lasso.cycle.empty()) return "the cycle is empty";
  const StateId first = lasso.stem.empty() ? lasso.cycle.front().source : lasso.stem.front().source;
  bool begins = false;
  for (const StateId s : space.initial()) begins |= s == first;
  if (!begins) return "state " + std::to_string(first) + ", where the lasso begins, is not initial";

  std::vector<successor_t<S>> successors;
  StateId at = first;
  Marks met = 0;
  const auto follow = [&](const Step& step) -> std::optional<std::string> {
    if (step.source != at)
      return "a step leaves state " + std::to_string(step.source) + " but the run is at " + std::to_string(at);
    successors.clear();
    space.post(at, successors);
    if (step.choice >= successors.size() || target_of(successors[step.choice]) != step.target ||
        marks_of(successors[step.choice]) != step.marks)
      return "state " + std::to_string(at) + " has no such transition to " + std::to_string(step.target);
    met |= state_marks(space, at) | step.marks;
    at = step.target;
    return std::nullopt;
  };
  for (const Step& step : lasso.stem)
    if (auto flaw = follow(step)) return flaw;
  const StateId entry = at;
  met = 0;
  for (const Step& step : lasso.cycle)
    if (auto flaw = follow(step)) return flaw;
  if (at != entry) return "the cycle ends at state " + std::to_string(at) + " but began at " + std::to_string(entry);
  if ((met & required_marks(space)) != required_marks(space)) return "the cycle misses an acceptance set";
  return std::nullopt;
}

}  // namespace lariat
