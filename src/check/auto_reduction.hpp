// SPDX-License-Identifier: Apache-2.0
// Decides, by the first states of a search, if partial-order reduction saves time.
//
// A search begins without a reduction. Most end within their first states, and have then cost nothing more. One that does not
// is compared with a sample: random walks through the program, and in the states that they visit the share of the enabled steps
// that reduced sets contain. Where that share is small, the search begins again with a reduction; elsewhere, without.
#pragma once

#include <optional>

#include "lariat/check/check.hpp"

namespace lariat::check {

// The searches for one question, one after the other: a search with options() is to be run; unless it is the last one, its
// finding shows whether and how to go on.
class AutoReduction {
 public:
  // Without `may_choose`, options that leave it to us to use a reduction get none.
  AutoReduction(const model::Program& program, const ModelCheckOptions& options, bool may_choose = true);

  // Those of the next search; the first one of several looks at the first states, without a reduction and without shortening.
  const ModelCheckOptions& options() const { return options_; }
  bool is_last() const { return is_last_; }
  // True if the next search uses a reduction that nobody asked for by name.
  bool is_chosen() const { return is_chosen_; }

  // The next search is the last one, and looks at all states without a reduction.
  void search_all();
  // The next search is the last one. It uses a reduction if there is something to observe, and if the share in a sample is at
  // most `largest_share`.
  void decide(const model::Program& program, const std::optional<reduce::Observed>& observed, double largest_share);

 private:
  const ModelCheckOptions& asked_;
  ModelCheckOptions options_;
  bool is_last_ = true;
  bool is_chosen_ = false;
};

ModelCheckOptions without_reduction(const ModelCheckOptions& options);

// True if a search of the first states has ended because there are more states.
bool has_more_states(const Finding& finding);

// The share of the enabled steps that the reduced sets of some states contain: 1 if none of these states can be reduced. Throws
// Stopped at a limit.
double sample_share(const model::Program& program, const reduce::Observed& observed, const ModelCheckOptions& options);

// The largest shares with which a reduction is expected to save time: in a walk, and in a search for an infinite run.
inline constexpr double walk_share = 0.77;
inline constexpr double lasso_share = 0.6;

}  // namespace lariat::check
