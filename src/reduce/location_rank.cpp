// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/location_rank.hpp"

#include <cstddef>

namespace lariat::reduce {
namespace {

// The locations in reverse postorder of a depth-first search from the initial one.
std::vector<std::uint32_t> rank_locations(const model::ProcessType& type) {
  struct Frame {
    model::LocationId location = 0;
    std::size_t next = 0;  // of its transitions
  };
  std::vector<std::uint32_t> ranks(type.locations.size());
  std::vector<bool> seen(type.locations.size());
  auto rank = static_cast<std::uint32_t>(type.locations.size());
  std::vector<Frame> stack;
  const auto visit = [&](model::LocationId location) {
    if (seen[location]) return;
    seen[location] = true;
    stack.push_back({.location = location});
  };
  const auto search_from = [&](model::LocationId root) {
    visit(root);
    while (!stack.empty()) {
      Frame& top = stack.back();
      const std::vector<model::TransitionId>& out = type.locations[top.location].out;
      if (top.next == out.size()) {
        ranks[top.location] = rank--;
        stack.pop_back();
      } else if (const model::LocationId target = type.transitions[out[top.next++]].target; target != model::none) {
        visit(target);
      }
    }
  };
  if (!type.locations.empty()) search_from(type.initial);
  for (model::LocationId location = 0; location < type.locations.size(); ++location) search_from(location);
  return ranks;
}

}  // namespace

LocationRank::LocationRank(const model::Program& program, const model::Layout& layout) : memory_(program, layout) {
  for (const model::ProcessType& type : program.process_types) ranks_.push_back(rank_locations(type));
}

std::uint64_t LocationRank::sum(model::StateView s) {
  memory_.load(s);
  std::uint64_t sum = 0;
  for (std::size_t p = 0; p < memory_.process_count(); ++p) {
    const std::vector<std::uint32_t>& ranks = ranks_[memory_.type(p)];
    // The state that follows an error has no locations.
    if (const model::LocationId location = memory_.location(p); location < ranks.size()) sum += ranks[location];
  }
  return sum;
}

}  // namespace lariat::reduce
