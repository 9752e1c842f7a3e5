// SPDX-License-Identifier: Apache-2.0
// What the searches for short counterexamples have in common.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "lariat/space/counting.hpp"
#include "lariat/trace/lasso.hpp"

namespace lariat {

struct MinimizeOptions {
  std::optional<std::size_t> max_length = {};        // look only for lassos of at most so many transitions
  std::function<void(const Lasso&)> on_better = {};  // called with each lasso that is shorter than all before
  Limits limits = {};
};

// The shortest lasso so far.
class BestLasso {
 public:
  explicit BestLasso(const MinimizeOptions& options) : options_(&options) {
    if (options.max_length) limit_ = *options.max_length + 1;
  }

  // A lasso is wanted if it has fewer transitions than this.
  std::size_t limit() const { return limit_; }

  // Takes a lasso that is wanted.
  void improve(Lasso lasso) {
    if (lasso.length() < limit_) limit_ = lasso.length();
    best_ = std::move(lasso);
    ++improvements_;
    if (options_->on_better) options_->on_better(*best_);
  }

  // Nothing, if there is no accepting run. A first lasso that is longer than max_length stays until a wanted one is found.
  const std::optional<Lasso>& best() const { return best_; }
  std::size_t improvements() const { return improvements_; }

 private:
  const MinimizeOptions* options_;
  std::size_t limit_ = static_cast<std::size_t>(-1);
  std::size_t improvements_ = 0;
  std::optional<Lasso> best_;
};

}  // namespace lariat
