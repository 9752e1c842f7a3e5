// SPDX-License-Identifier: Apache-2.0
#include "lariat/walk/run_along.hpp"

#include <utility>
#include <vector>

namespace lariat::walk {

run::RunStep run_step(product::ProductStep step) {
  return {.actions = std::move(step.actions),
          .state = std::move(step.state),
          .fault = step.fault,
          .automaton_state = step.property_state};
}

run::Run run_along(product::ReducibleProduct& product, StateId first, std::span<const Choice> choices,
                   std::span<const std::uint64_t> eras) {
  run::Run run;
  if (!eras.empty()) product.product().recall(eras.front());
  const system::Bytes initial = product.product().system_state(first);
  run.initial.assign(initial.begin(), initial.end());
  if (product.product().expander().has_automaton()) run.automaton_initial = product.product().property_state(first);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i < eras.size()) product.product().recall(eras[i]);
    run.steps.push_back(run_step(product.describe(choices[i].state, choices[i].transition)));
  }
  return run;
}

run::Run run_along(product::ReducibleProduct& product, const Lasso& lasso) {
  std::vector<Choice> choices;
  for (const auto* part : {&lasso.stem, &lasso.cycle})
    for (const Step& step : *part) choices.push_back({.state = step.source, .transition = step.choice});
  run::Run run = run_along(product, choices.front().state, choices);
  run.cycle = lasso.stem.size();
  return run;
}

}  // namespace lariat::walk
