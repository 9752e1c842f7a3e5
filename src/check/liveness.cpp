// SPDX-License-Identifier: Apache-2.0
#include "check/liveness.hpp"

#include <memory>
#include <utility>

#include "lariat/search/reduction.hpp"

namespace lariat::check {
namespace {

void take_over(search::CheckResult check, Finding& result) {
  result.verdict = check.verdict == search::Emptiness::empty      ? Verdict::holds
                   : check.verdict == search::Emptiness::nonempty ? Verdict::violated
                                                                  : Verdict::unknown;
  result.reason = std::move(check.reason);
  result.algorithm = info(check.algorithm).name;
  result.notes.insert(result.notes.end(), check.notes.begin(), check.notes.end());
  result.lasso = std::move(check.lasso);
  result.statistics = check.statistics;
}

run::Run run_of(product::Product& product, const Lasso& lasso) {
  run::Run run;
  const StateId first = lasso.stem.empty() ? lasso.cycle.front().source : lasso.stem.front().source;
  const model::StateView initial = product.system(first);
  run.initial.assign(initial.begin(), initial.end());
  run.cycle = lasso.stem.size();
  for (const auto* part : {&lasso.stem, &lasso.cycle})
    for (const Step& step : *part) {
      product::ProductStep taken = product.describe(step.source, step.choice);
      run.steps.push_back({.actions = std::move(taken.actions),
                           .state = std::move(taken.state),
                           .fault = taken.fault,
                           .automaton_state = taken.watcher});
    }
  return run;
}

}  // namespace

void measure(product::Product& product, Finding& result) {
  result.store_bytes = product.store().bytes();
  result.state_bytes = product.store().size() == 0 ? 0 : product.bytes(0).size();
}

void verify(const model::Interpreter& used, const run::Run& run, bool fair) {
  model::Interpreter interpreter(used.program(), used.options());  // that nothing makes faster
  auto flaw = run::find_flaw(interpreter, run);
  if (!flaw && fair) flaw = run::find_unfairness(interpreter, run);
  if (flaw) throw search::InternalError("a counterexample that is no run: " + *flaw);
}

namespace {

void search_approximately(product::Product& product, bool state_based, const ModelCheckOptions& options, Finding& result) {
  walk::ApproximateLasso found = walk::find_lasso_approximately(product, state_based, options.limits, *options.approximate);
  result.verdict = found.run ? Verdict::violated : Verdict::unknown;
  result.reason = std::move(found.reason);
  result.algorithm = info(search::Algorithm::se).name;
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

std::optional<Diagnostic> search(product::Product& product, const search::CheckOptions& check_options,
                                 const ModelCheckOptions& options, Finding& result) {
  if (options.approximate) {
    search_approximately(product, check_options.state_based, options, result);
    return std::nullopt;
  }
  if (options.minimize) {
    automata::MinimizeResult found = minimize(product, *options.minimize, search::MinimizeOptions{.limits = options.limits});
    result.shortest = found.complete && info(*options.minimize).shortest;
    if (!found.complete && found.check.lasso) found.check.notes.push_back(found.check.reason + ": there may be a shorter run");
    take_over(std::move(found.check), result);
    result.algorithm = to_string(*options.minimize);
  } else {
    std::unique_ptr<Reduction> reduction;
    if (product.reduces()) {
      const search::Algorithm algorithm = check_options.algorithm == search::Algorithm::automatic
                                              ? search::choose(check_options.strength)
                                              : check_options.algorithm;
      const bool chooses = options.reduction.nested == reduce::NestedPor::select_number;
      const reduce::Proviso usual = chooses ? reduce::Proviso{.expands = reduce::Proviso::Expands::source}
                                            : reduce::default_proviso(search::kind(algorithm));
      const reduce::ReductionOptions reduction_options{.proviso = options.reduction.proviso.value_or(usual),
                                                       .nested = options.reduction.nested};
      if (reduction_options.proviso.expands == reduce::Proviso::Expands::nothing)
        return Diagnostic{.message = "the proviso None keeps deadlocks, but not infinite runs; " +
                                     to_string(reduce::default_proviso(search::kind(algorithm))) + " does"};
      if (auto refusal = find_refusal(reduction_options)) return refusal;
      reduction = reduce::make_reduction(reduction_options);
      result.proviso = to_string(reduction_options.proviso);
    }
    product.set_reduction(reduction.get());
    Result<search::CheckResult> found = check_emptiness(product, check_options);
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

void search_nonprogress(product::Product& product, const ModelCheckOptions& options, Finding& result) {
  take_over(check_nonprogress(product, options.limits), result);
  result.algorithm = "nonprogress";
  finish(product, options, result);
}

void finish(product::Product& product, const ModelCheckOptions& options, Finding& result) {
  measure(product, result);
  if (!result.lasso) return;
  result.run = run_of(product, *result.lasso);
  if (product.has_automaton())
    result.run->automaton_initial =
        product.watcher(result.lasso->stem.empty() ? result.lasso->cycle.front().source : result.lasso->stem.front().source);
  verify(product.interpreter(), *result.run, options.fair);
}

product::Fairness fairness_for(const model::Program& program, search::Algorithm algorithm, const ModelCheckOptions& options) {
  if (!options.fair) return product::Fairness::none;
  if (options.minimize) return info(*options.minimize).generalised ? product::Fairness::sets : product::Fairness::copies;
  if (!info(algorithm).generalised) return product::Fairness::copies;
  // There is a set for each process, and it is not known how many processes there will be.
  return info(algorithm).searches_by_set && program.is_dynamic() ? product::Fairness::copies : product::Fairness::sets;
}

}  // namespace lariat::check
