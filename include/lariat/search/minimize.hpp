// SPDX-License-Identifier: Apache-2.0
// Options and result of the searches for short counterexamples.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>

#include "lariat/space/counting.hpp"
#include "lariat/space/lasso.hpp"

namespace lariat::search {

struct MinimizeOptions {
  std::optional<std::size_t> max_length = {};        // look for lassos of at most this many transitions
  std::function<void(const Lasso&)> on_better = {};  // called with each lasso that is shorter than all before
  Limits limits = {};
};

// The shortest lasso so far.
class BestLasso {
 public:
  // The options must outlive this.
  explicit BestLasso(const MinimizeOptions& options);

  // Only lassos with fewer transitions than this are wanted.
  std::size_t limit() const { return limit_; }

  // Stores a lasso of fewer transitions than limit().
  void improve(Lasso lasso);

  // Empty if there is no accepting run. A first lasso that is longer than max_length is kept until a shorter one than limit()
  // is found.
  const std::optional<Lasso>& best() const { return best_; }
  std::size_t improvements() const { return improvements_; }

 private:
  const MinimizeOptions* options_;
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
  std::size_t improvements_ = 0;
  std::optional<Lasso> best_;
};

}  // namespace lariat::search
