// SPDX-License-Identifier: Apache-2.0
// Statistics over cases.
#pragma once

#include <cstddef>
#include <vector>

namespace lariat::experiments {

struct Interval {
  double low = 0;
  double high = 0;
};

// The ratio of sums 100 * sum(a) / sum(b) over resampled cases: the 95 % interval between its quantiles (B. Efron. Bootstrap
// methods: another look at the jackknife. Annals of Statistics 1979). The resamples are the same for the same number of cases.
// Both vectors have a value for each case.
Interval ratio_interval(const std::vector<double>& a, const std::vector<double>& b);

// The share of resamples in which sum(a) <= sum(b).
double order_share(const std::vector<double>& a, const std::vector<double>& b);

// The quantile of sorted values, between neighbours by linear interpolation; 0 if there are none.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace lariat::experiments
