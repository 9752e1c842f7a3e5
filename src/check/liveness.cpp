// SPDX-License-Identifier: Apache-2.0
#include "check/liveness.hpp"

#include <memory>
#include <utility>

#include "lariat/search/reduction.hpp"

namespace lariat::check {
namespace {

void take_over(CheckResult check, Finding& result) {
  result.verdict = check.verdict == Emptiness::empty      ? Verdict::holds
                   : check.verdict == Emptiness::nonempty ? Verdict::violated
                                                          : Verdict::unknown;
  result.reason = std::move(check.reason);
  result.algorithm = info(check.algorithm).name;
  result.notes.insert(result.notes.end(), check.notes.begin(), check.notes.end());
  result.lasso = std::move(check.lasso);
  result.statistics = check.statistics;
}

Run run_of(Product& product, const Lasso& lasso) {
  Run run;
  const StateId first = lasso.stem.empty() ? lasso.cycle.front().source : lasso.stem.front().source;
  const model::StateView initial = product.system(first);
  run.initial.assign(initial.begin(), initial.end());
  run.cycle = lasso.stem.size();
  for (const auto* part : {&lasso.stem, &lasso.cycle})
    for (const Step& step : *part) {
      ProductStep taken = product.describe(step.source, step.choice);
      run.steps.push_back({.actions = std::move(taken.actions),
                           .state = std::move(taken.state),
                           .fault = taken.fault,
                           .automaton_state = taken.watcher});
    }
  return run;
}

}  // namespace

void measure(Product& product, Finding& result) {
  result.store_bytes = product.store().bytes();
  result.state_bytes = product.store().size() == 0 ? 0 : product.bytes(0).size();
}

void verify(const model::Interpreter& used, const Run& run, bool fair) {
  model::Interpreter interpreter(used.program(), used.options());  // that nothing makes faster
  auto flaw = find_flaw(interpreter, run);
  if (!flaw && fair) flaw = find_unfairness(interpreter, run);
  if (flaw) throw InternalError("a counterexample that is no run: " + *flaw);
}

namespace {

void search_approximately(Product& product, bool state_based, const ModelCheckOptions& options, Finding& result) {
  ApproximateLasso found = find_lasso_approximately(product, state_based, options.limits, *options.approximate);
  result.verdict = found.run ? Verdict::violated : Verdict::unknown;
  result.reason = std::move(found.reason);
  result.algorithm = info(Algorithm::se).name;
  result.statistics = found.statistics;
  if (found.copies > 1)
    result.notes.push_back("se takes one acceptance set on states: degeneralised on the fly, " + std::to_string(found.copies) +
                           " copies of a state");
  result.state_bytes = found.approximation.state_bytes;
  result.store_bytes = found.approximation.store_bytes;
  result.approximation = found.approximation;
  result.run = std::move(found.run);
  if (result.run) verify(product.interpreter(), *result.run, options.fair);
}

}  // namespace

std::optional<Diagnostic> search(Product& product, const CheckOptions& check_options, const ModelCheckOptions& options,
                                 Finding& result) {
  if (options.approximate) {
    search_approximately(product, check_options.state_based, options, result);
    return std::nullopt;
  }
  if (options.minimize) {
    MinimizeResult found = minimize(product, *options.minimize, MinimizeOptions{.limits = options.limits});
    result.shortest = found.complete && *options.minimize != Minimization::spin_i;
    if (!found.complete && found.check.lasso) found.check.notes.push_back(found.check.reason + ": there may be a shorter run");
    take_over(std::move(found.check), result);
    result.algorithm = to_string(*options.minimize);
  } else {
    std::unique_ptr<Reduction> reduction;
    if (product.reduces()) {
      const Algorithm algorithm =
          check_options.algorithm == Algorithm::automatic ? choose(check_options.strength) : check_options.algorithm;
      const bool chooses = options.reduction.nested == NestedPor::select_number;
      const Proviso usual = chooses ? Proviso{.expands = Proviso::Expands::source} : default_proviso(kind(algorithm));
      const ReductionOptions reduction_options{.proviso = options.reduction.proviso.value_or(usual),
                                               .nested = options.reduction.nested};
      if (reduction_options.proviso.expands == Proviso::Expands::nothing)
        return Diagnostic{.message = "the proviso None keeps deadlocks, but not infinite runs; " +
                                     to_string(default_proviso(kind(algorithm))) + " does"};
      if (auto refusal = find_refusal(reduction_options)) return refusal;
      reduction = make_reduction(reduction_options);
      result.proviso = to_string(reduction_options.proviso);
    }
    product.set_reduction(reduction.get());
    Result<CheckResult> found = check_emptiness(product, check_options);
    product.set_reduction(nullptr);
    if (!found) return found.errors().front();
    take_over(*std::move(found), result);
  }
  try {
    finish(product, options, result);
  } catch (const Stopped& stopped) {
    result.run.reset();
    result.verdict = Verdict::unknown;
    result.reason = stopped.reason + " while the run was replayed";
  }
  return std::nullopt;
}

void search_nonprogress(Product& product, const ModelCheckOptions& options, Finding& result) {
  take_over(check_nonprogress(product, options.limits), result);
  result.algorithm = "nonprogress";
  finish(product, options, result);
}

void finish(Product& product, const ModelCheckOptions& options, Finding& result) {
  measure(product, result);
  if (!result.lasso) return;
  result.run = run_of(product, *result.lasso);
  if (product.has_automaton())
    result.run->automaton_initial =
        product.watcher(result.lasso->stem.empty() ? result.lasso->cycle.front().source : result.lasso->stem.front().source);
  verify(product.interpreter(), *result.run, options.fair);
}

Fairness fairness_for(const model::Program& program, Algorithm algorithm, const ModelCheckOptions& options) {
  if (!options.fair) return Fairness::none;
  if (options.minimize) return *options.minimize == Minimization::min_bfs ? Fairness::sets : Fairness::copies;
  if (!info(algorithm).generalised) return Fairness::copies;
  // These search once more for each set, and it is not known how many processes there will be.
  const bool by_set = algorithm == Algorithm::cvwy_gen || algorithm == Algorithm::tau;
  return by_set && program.is_dynamic() ? Fairness::copies : Fairness::sets;
}

}  // namespace lariat::check
