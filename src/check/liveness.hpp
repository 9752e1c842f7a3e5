// SPDX-License-Identifier: Apache-2.0
// What the checks of infinite runs have in common: a product is searched, and the run that was found is taken out and verified.
#pragma once

#include <optional>

#include "check/search_plan.hpp"
#include "lariat/check/check.hpp"
#include "lariat/product/reducible_product.hpp"

namespace lariat::check {

// Takes over how much the product stored.
void measure(product::Product& product, Finding& result);

// Throws InternalError unless the run is a run of the system, and a fair one if that was asked for. The run of a program is
// replayed by an interpreter without compiled code; any other system is asked for the successors of each state again.
void verify(system::System& system, const run::Run& run, bool fair = false);

// Runs the search, or the search for something short, and takes the verified run out of it. A diagnostic if the algorithm
// cannot do it.
std::optional<Diagnostic> search(product::Product& product, const SearchPlan& plan, const ModelCheckOptions& options,
                                 Finding& result);
// Runs the direct search for a cycle that avoids the product's accepting states.
void search_nonprogress(product::Product& product, const ModelCheckOptions& options, Finding& result);

// Turns the lasso that was found, if there is one, into a verified run, and measures the product.
void finish(product::ReducibleProduct& product, const ModelCheckOptions& options, Finding& result);

// The way of telling fair runs that suits the algorithm.
product::Fairness fairness_for(const model::Program& program, search::Algorithm algorithm, const ModelCheckOptions& options);

// The options of the product that the plan is for.
product::ProductOptions product_options(const SearchPlan& plan, const ModelCheckOptions& options);

// Calls attempt(ProductOptions), which makes a product and searches it; once more, with copies, if there turn out to be more
// processes than acceptance sets.
template <class Attempt>
auto search_fairly(const model::Program& program, const SearchPlan& plan, const ModelCheckOptions& options, Attempt&& attempt) {
  product::ProductOptions product = product_options(plan, options);
  product.fairness = fairness_for(program, plan.algorithm, options);
  if (product.fairness == product::Fairness::sets) {
    try {
      return attempt(product);
    } catch (const product::TooManyProcesses&) {
      product.fairness = product::Fairness::copies;
    }
  }
  return attempt(product);
}

}  // namespace lariat::check
