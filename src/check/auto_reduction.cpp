// SPDX-License-Identifier: Apache-2.0
#include "check/auto_reduction.hpp"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "check/reduction.hpp"
#include "lariat/model/interpreter.hpp"
#include "lariat/reduce/reducer.hpp"

namespace lariat::check {
namespace {

// The sample: so many walks of so many steps, and the reduced set of every so many-th state of them.
constexpr int walks = 12;
constexpr int steps = 240;
constexpr int stride = 4;

// True if the options leave it to us to use a reduction, and nothing else that they ask for excludes one.
bool chooses_reduction(const model::Program& program, const ModelCheckOptions& options) {
  return options.reduction.automatic && options.algorithm == search::Algorithm::automatic && options.product.threads == 1 &&
         options.cluster == nullptr && options.checkpoint == nullptr && !options.product.order &&
         (options.product.max_states == 0 || options.product.max_states > options.reduction.first_states) &&
         options.limits.max_depth == 0 && !options.coverage && !find_obstacle(program, options);
}

}  // namespace

AutoReduction::AutoReduction(const model::Program& program, const ModelCheckOptions& options, bool may_choose)
    : asked_(options), options_(options) {
  if (!options.reduction.automatic) return;
  options_ = without_reduction(options);
  if (!may_choose || !chooses_reduction(program, options)) return;
  is_last_ = false;
  options_.product.max_states = options.reduction.first_states;
  options_.shorten.reset();  // which would have to keep to the limit
}

void AutoReduction::search_all() {
  options_ = without_reduction(asked_);
  is_last_ = true;
}

void AutoReduction::decide(const model::Program& program, const std::optional<reduce::Observed>& observed,
                           double largest_share) {
  search_all();
  try {
    if (!observed || sample_share(program, *observed, asked_) > largest_share) return;
  } catch (const Stopped&) {
    return;  // the search itself will find out at once
  }
  options_ = asked_;
  options_.reduction.automatic = false;
  is_chosen_ = true;
}

ModelCheckOptions without_reduction(const ModelCheckOptions& options) {
  ModelCheckOptions result = options;
  result.reduction = {};
  return result;
}

bool has_more_states(const Finding& finding) {
  return finding.verdict == Verdict::unknown && finding.reason == too_many_states;
}

double sample_share(const model::Program& program, const reduce::Observed& observed, const ModelCheckOptions& options) {
  model::Interpreter interpreter(program, options.interpretation);
  interpreter.obey(options.limits);
  reduce::Reducer reducer(interpreter, options.reduction.method, observed);
  const model::State initial = interpreter.initial();
  std::mt19937_64 random(1);
  model::Successors successors;
  std::vector<bool> selected;
  std::size_t enabled = 0;
  std::size_t kept = 0;
  for (int i = 0; i < walks; ++i) {
    model::State state = initial;
    for (int step = 0; step < steps; ++step) {
      stop_at_limit(options.limits);
      interpreter.successors(state, successors);
      if (successors.size() == 0) break;
      if ((step + i) % stride == 0) {
        enabled += successors.size();
        kept += reducer.reduce(state, successors, selected)
                    ? static_cast<std::size_t>(std::count(selected.begin(), selected.end(), true))
                    : successors.size();
      }
      const model::StateView next = successors.state(random() % successors.size());
      state.assign(next.begin(), next.end());
    }
  }
  return enabled == 0 ? 1 : static_cast<double>(kept) / static_cast<double>(enabled);
}

}  // namespace lariat::check
