// SPDX-License-Identifier: Apache-2.0
#include "experiments/resample.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace lariat::experiments {
namespace {

constexpr int resamples = 2000;

// Calls `use` with the two sums of each resample.
template <class Use>
void resample(const std::vector<double>& a, const std::vector<double>& b, Use use) {
  std::mt19937_64 random(1979);
  for (int round = 0; round < resamples; ++round) {
    double sum_a = 0;
    double sum_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t drawn = random() % a.size();
      sum_a += a[drawn];
      sum_b += b[drawn];
    }
    use(sum_a, sum_b);
  }
}

}  // namespace

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

Interval ratio_interval(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  resample(a, b, [&](double sum_a, double sum_b) {
    if (sum_b > 0) ratios.push_back(100 * sum_a / sum_b);
  });
  std::sort(ratios.begin(), ratios.end());
  return {quantile(ratios, 0.025), quantile(ratios, 0.975)};
}

double order_share(const std::vector<double>& a, const std::vector<double>& b) {
  int kept = 0;
  resample(a, b, [&](double sum_a, double sum_b) { kept += sum_a <= sum_b ? 1 : 0; });
  return static_cast<double>(kept) / resamples;
}

}  // namespace lariat::experiments
