// SPDX-License-Identifier: Apache-2.0
// What the checks of infinite runs have in common: a product is searched, and the run that was found is taken out and verified.
#pragma once

#include <optional>

#include "lariat/check/check.hpp"

namespace lariat::check {

// Takes over how much the product stored.
void measure(product::Product& product, Finding& result);

// Throws InternalError unless the run is a run of that interpreter's program, and a fair one if that was asked for.
void verify(const model::Interpreter& interpreter, const run::Run& run, bool fair = false);

// Runs the search, or the search for something short, and takes the verified run out of it. A diagnostic if the algorithm
// cannot do it.
std::optional<Diagnostic> search(product::Product& product, const search::CheckOptions& check_options,
                                 const ModelCheckOptions& options, Finding& result);
// The same for the direct search for a cycle that avoids the product's accepting states.
void search_nonprogress(product::Product& product, const ModelCheckOptions& options, Finding& result);

// What both do with what they found.
void finish(product::Product& product, const ModelCheckOptions& options, Finding& result);

// The way of telling fair runs that suits the algorithm.
product::Fairness fairness_for(const model::Program& program, search::Algorithm algorithm, const ModelCheckOptions& options);

// Calls attempt(ProductOptions), which makes a product and searches it; once more, with copies, if there turn out to be more
// processes than acceptance sets.
template <class Attempt>
auto search_fairly(const model::Program& program, search::Algorithm algorithm, const ModelCheckOptions& options,
                   Attempt&& attempt) {
  product::ProductOptions product = options.product;
  product.fairness = fairness_for(program, algorithm, options);
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
