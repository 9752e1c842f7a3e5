// SPDX-License-Identifier: Apache-2.0
// A user's own space: a clock that counts 0 .. 5 for ever. Is state 3 visited infinitely often?
#include <array>
#include <cstdio>
#include <lariat/search/check.hpp>
#include <vector>

struct Clock {
  std::array<lariat::StateId, 1> initial() const { return {0}; }
  bool accepting(lariat::StateId s) const { return s == 3; }
  void post(lariat::StateId s, std::vector<lariat::StateId>& arena) const { arena.push_back((s + 1) % 6); }
};

int main() {
  Clock clock;
  const auto result = lariat::search::check_emptiness(clock, {.algorithm = lariat::search::Algorithm::ascc});
  if (!result || !result->lasso) return 1;
  for (const lariat::Step& step : result->lasso->cycle) std::printf("%u ", step.source);
  return result->lasso->length() == 6 ? 0 : 1;
}
