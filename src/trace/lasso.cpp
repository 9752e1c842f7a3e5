// SPDX-License-Identifier: Apache-2.0
#include "lariat/trace/lasso.hpp"

#include <algorithm>
#include <cassert>
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

}  // namespace lariat
