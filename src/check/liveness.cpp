// SPDX-License-Identifier: Apache-2.0
#include "check/liveness.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "check/system_run.hpp"
#include "lariat/cluster/find_lasso.hpp"
#include "lariat/product/buchi_product.hpp"
#include "lariat/search/check_parallel.hpp"
#include "lariat/search/reduction.hpp"
#include "lariat/search/ufscc.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/run_along.hpp"

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

}  // namespace

void measure(product::Product& product, Finding& result) {
  result.store_bytes = product.stored_bytes();
  result.state_bytes = product.states() == 0 ? 0 : product.bytes(0).size();
}

void verify(system::System& system, const run::Run& run, bool fair) {
  std::optional<std::string> flaw;
  if (const system::ProgramSystem* const program = system.as_program(); program != nullptr) {
    model::Interpreter interpreter(program->program(), program->interpreter().options());
    flaw = run::find_flaw(interpreter, run);
    if (!flaw && fair) flaw = run::find_unfairness(interpreter, run);
  } else {
    flaw = find_flaw(system, run);
  }
  if (flaw) throw search::InternalError("a counterexample that is no run: " + *flaw);
}

namespace {

void search_approximately(product::Product& product, const SearchPlan& plan, const ModelCheckOptions& options,
                          Finding& result) {
  walk::ApproximateOptions approximate = *options.approximate;
  approximate.algorithm = plan.algorithm;
  const auto name = info(approximate.algorithm).name;
  walk::ApproximateLasso found = walk::find_lasso_approximately(product, plan.state_based, options.limits, approximate);
  result.threads = found.threads;
  result.verdict = found.run ? Verdict::violated : Verdict::unknown;
  result.reason = std::move(found.reason);
  result.algorithm = name;
  result.statistics = found.statistics;
  if (found.copies > 1)
    result.notes.push_back(std::string(name) + " takes one acceptance set on states: degeneralised on the fly, " +
                           std::to_string(found.copies) + " copies of a state");
  result.state_bytes = found.approximation.state_bytes;
  result.store_bytes = found.approximation.store_bytes;
  result.approximation = found.approximation;
  result.run = std::move(found.run);
  if (result.run) verify(product.system(), *result.run, options.fair);
}

// By several processes together.
void search_on_ranks(product::Product& product, const SearchPlan& plan, const ModelCheckOptions& options, Finding& result) {
  const search::Algorithm algorithm =
      options.algorithm == search::Algorithm::owcty ? search::Algorithm::owcty : search::Algorithm::owcty_map;
  result.algorithm = info(algorithm).name;
  cluster::RankedLasso found = cluster::find_lasso(*options.cluster, product,
                                                   {.strength = plan.strength,
                                                    .ends_early = algorithm == search::Algorithm::owcty_map,
                                                    .limits = options.limits,
                                                    .checkpoint = options.checkpoint});
  result.statistics = found.statistics;
  result.ranks = std::move(found.ranks);
  for (const cluster::RankFigures& rank : result.ranks) result.store_bytes += rank.store_bytes;
  result.state_bytes = product.expander().initial().front().size();
  result.reason = std::move(found.reason);
  result.verdict = found.run ? Verdict::violated : result.reason.empty() ? Verdict::holds : Verdict::unknown;
  result.run = std::move(found.run);
  if (result.run) verify(product.system(), *result.run, options.fair);
}

// The proviso for the search of that plan, and how later searches know of it.
Result<reduce::ReductionOptions> choose_reduction(const SearchPlan& plan, const ModelCheckOptions& options) {
  constexpr reduce::Proviso rank = {.expands = reduce::Proviso::Expands::rank};
  const bool chooses =
      options.reduction.nested == reduce::NestedPor::select_number || options.reduction.nested == reduce::NestedPor::naive;
  // Several threads may search together, or several processes do.
  const bool is_joint = options.cluster != nullptr || !info(plan.algorithm).shares.empty();
  const reduce::Proviso usual = is_joint  ? rank
                                : chooses ? reduce::Proviso{.expands = reduce::Proviso::Expands::source}
                                          : reduce::default_proviso(search::kind(plan.algorithm));
  const reduce::ReductionOptions result{.proviso = options.reduction.proviso.value_or(usual),
                                        .nested = options.reduction.nested};
  if (result.proviso.expands == reduce::Proviso::Expands::nothing)
    return Diagnostic{.message = "the proviso None keeps deadlocks, but not infinite runs; " + to_string(usual) + " does"};
  if (is_joint && result.proviso != rank)
    return Diagnostic{.message = "the proviso " + to_string(result.proviso) + " looks at the one stack of a search; " +
                                 (options.cluster != nullptr ? "a search over ranks" : std::string(info(plan.algorithm).name)) +
                                 " goes with Rank"};
  if (result.nested == reduce::NestedPor::naive && plan.algorithm != search::Algorithm::cvwy)
    return Diagnostic{.message = "--nested-por naive is for experiments with cvwy: name it by --algorithm"};
  if (auto refusal = find_refusal(result)) return *std::move(refusal);
  return result;
}

// Clones of the product for the other threads of the plan. A note if there cannot be as many.
std::vector<std::unique_ptr<product::Product>> make_clones(product::Product& product, const SearchPlan& plan, Finding& result) {
  std::vector<std::unique_ptr<product::Product>> clones;
  unsigned threads = plan.threads;
  if (constexpr unsigned most = search::UfsccSearch<product::ReducibleProduct>::max_workers;
      plan.algorithm == search::Algorithm::ufscc && threads > most) {
    threads = most;
    result.notes.push_back("ufscc takes at most " + std::to_string(most) + " threads");
  }
  while (clones.size() + 1 < threads) {
    auto clone = product.clone(static_cast<unsigned>(clones.size()) + 1, nullptr);
    if (clone == nullptr) {
      result.notes.emplace_back("one thread searches: the system cannot be cloned for others");
      clones.clear();
      break;
    }
    clones.push_back(std::move(clone));
  }
  return clones;
}

// True if accepting states say all there is to say about acceptance: searches for Büchi spaces run then.
bool tells_by_states(const product::ReducibleProduct& space, const SearchPlan& plan) {
  return plan.state_based && space.sets() <= 1;
}

Result<search::CheckResult> search_in_parallel(product::ReducibleProduct& space, const SearchPlan& plan,
                                               const search::CheckOptions& options, Finding& result) {
  const auto clones = make_clones(space.product(), plan, result);
  std::vector<std::unique_ptr<product::ReducibleProduct>> others;
  std::vector<product::ReducibleProduct*> spaces = {&space};
  for (const auto& clone : clones) {
    others.push_back(std::make_unique<product::ReducibleProduct>(*clone));
    others.back()->expand_by_rank();
    spaces.push_back(others.back().get());
  }
  result.threads = static_cast<unsigned>(spaces.size());
  Result<search::CheckResult> found = [&] {
    if (tells_by_states(space, plan)) {
      const auto buchi =
          search::wrap_all(spaces, [](product::ReducibleProduct& product) { return product::BuchiProduct(product); });
      const auto any = search::wrap_all(search::pointers_to(buchi), [](product::BuchiProduct& one) { return AnyBuchi(one); });
      return search::check_emptiness_parallel(search::pointers_to(any), options);
    }
    const auto any = search::wrap_all(spaces, [](product::ReducibleProduct& product) { return AnyGeneralised(product); });
    return search::check_emptiness_parallel(search::pointers_to(any), options);
  }();
  for (const auto& clone : clones) space.product().absorb(*clone);
  return found;
}

}  // namespace

std::optional<Diagnostic> search(product::Product& product, const SearchPlan& plan, const ModelCheckOptions& options,
                                 Finding& result) {
  const unsigned threads = options.approximate ? options.approximate->threads : plan.threads;
  if (threads > 1 && info(plan.algorithm).shares.empty())
    return Diagnostic{.message = std::string(info(plan.algorithm).name) + " runs in one thread; with --threads, " +
                                 std::string(info(search::parallel_form(plan.algorithm)).name) + " does"};
  if (auto why = why_one_thread(options)) result.notes.push_back(*std::move(why));
  if (options.approximate) {
    search_approximately(product, plan, options, result);
    return std::nullopt;
  }
  if (options.cluster != nullptr) {
    if (product.reduces()) {
      const Result<reduce::ReductionOptions> chosen = choose_reduction(plan, options);
      if (!chosen) return chosen.errors().front();
      result.proviso = to_string(chosen->proviso);
    }
    search_on_ranks(product, plan, options, result);
    return std::nullopt;
  }
  product::ReducibleProduct space(product);
  if (options.minimize) {
    automata::MinimizeResult found = minimize(product, *options.minimize, search::MinimizeOptions{.limits = options.limits});
    result.shortest = found.complete && info(*options.minimize).shortest;
    if (!found.complete && found.check.lasso) found.check.notes.push_back(found.check.reason + ": there may be a shorter run");
    take_over(std::move(found.check), result);
    result.algorithm = to_string(*options.minimize);
  } else {
    std::unique_ptr<Reduction> reduction;
    if (space.reduces()) {
      Result<reduce::ReductionOptions> chosen = choose_reduction(plan, options);
      if (!chosen) return chosen.errors().front();
      if (chosen->proviso.expands == reduce::Proviso::Expands::rank)
        space.expand_by_rank();
      else
        reduction = reduce::make_reduction(*chosen);
      result.proviso = to_string(chosen->proviso);
    }
    space.set_reduction(reduction.get());
    const search::CheckOptions check_options{
        .algorithm = plan.algorithm, .strength = plan.strength, .state_based = plan.state_based, .limits = options.limits};
    Result<search::CheckResult> found = search::CheckResult{};
    if (plan.threads > 1) {
      found = search_in_parallel(space, plan, check_options, result);
    } else if (tells_by_states(space, plan)) {
      product::BuchiProduct buchi(space);
      AnyBuchi any(buchi);
      found = search::check_emptiness(any, check_options);
    } else {
      AnyGeneralised any(space);
      found = search::check_emptiness(any, check_options);
    }
    space.set_reduction(nullptr);
    if (!found) return found.errors().front();
    take_over(*std::move(found), result);
    if (reduction != nullptr && reduction->anew() != nullptr && result.verdict == Verdict::holds) {
      result.verdict = Verdict::unknown;
      result.reason = "approximate: a second search that decides anew what to explore misses runs";
    }
  }
  try {
    finish(space, options, result);
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
  product::ReducibleProduct space(product);
  finish(space, options, result);
}

void finish(product::ReducibleProduct& product, const ModelCheckOptions& options, Finding& result) {
  measure(product.product(), result);
  if (!result.lasso) return;
  result.run = walk::run_along(product, *result.lasso);
  verify(product.product().system(), *result.run, options.fair);
}

namespace {

// The way of telling fair runs that suits the algorithm.
product::Fairness fairness_for(const model::Program& program, search::Algorithm algorithm, const ModelCheckOptions& options) {
  if (!options.fair) return product::Fairness::none;
  if (options.minimize) return info(*options.minimize).generalised ? product::Fairness::sets : product::Fairness::copies;
  if (!info(algorithm).generalised) return product::Fairness::copies;
  // There is a set for each process, and it is not known how many processes there will be.
  return info(algorithm).searches_by_set && program.is_dynamic() ? product::Fairness::copies : product::Fairness::sets;
}

}  // namespace

product::ProductOptions product_options(const SearchPlan& plan, const ModelCheckOptions& options) {
  product::ProductOptions product = options.product;
  product.search_threads = plan.threads;
  return product;
}

product::ProductOptions product_options(const model::Program& program, const SearchPlan& plan,
                                        const ModelCheckOptions& options) {
  product::ProductOptions product = product_options(plan, options);
  product.fairness = fairness_for(program, plan.algorithm, options);
  return product;
}

void use_copies(product::ProductOptions& product) {
  if (product.fairness == product::Fairness::copies) throw;  // copies have no limit of processes
  product.fairness = product::Fairness::copies;
}

}  // namespace lariat::check
