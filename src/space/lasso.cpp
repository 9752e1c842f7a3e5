// SPDX-License-Identifier: Apache-2.0
#include "lariat/space/lasso.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace lariat {

Lasso make_lasso(std::vector<Step> path, StateId entry) {
  const auto first = std::find_if(path.begin(), path.end(), [entry](const Step& step) { return step.source == entry; });
  assert(first != path.end() && path.back().target == entry && "the path does not close at its entry");
  Lasso lasso;
  lasso.cycle.assign(first, path.end());
  path.erase(first, path.end());
  lasso.stem = std::move(path);
  return lasso;
}

Lasso enter_cycle_early(Lasso lasso) {
  std::unordered_map<StateId, std::ptrdiff_t> place;  // of a state on the cycle
  for (std::size_t i = 0; i < lasso.cycle.size(); ++i) place.emplace(lasso.cycle[i].source, static_cast<std::ptrdiff_t>(i));
  for (std::size_t i = 0; i < lasso.stem.size(); ++i) {
    const auto met = place.find(lasso.stem[i].source);
    if (met == place.end()) continue;
    std::rotate(lasso.cycle.begin(), lasso.cycle.begin() + met->second, lasso.cycle.end());
    lasso.stem.resize(i);
    break;
  }
  return lasso;
}

}  // namespace lariat
