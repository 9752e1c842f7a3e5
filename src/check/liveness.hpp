// SPDX-License-Identifier: Apache-2.0
// What the checks of infinite runs have in common: a product is searched, and the run that was found is taken out and verified.
#pragma once

#include <optional>

#include "lariat/check/check.hpp"

namespace lariat::check {

// Takes over how much the product stored.
void measure(Product& product, Finding& result);

// Throws InternalError unless the run is a run of the program, and a fair one if that was asked for.
void verify(model::Interpreter& interpreter, const Run& run, bool fair = false);

// Runs the search, or the search for something short, and takes the verified run out of it. A diagnostic if the algorithm
// cannot do it.
std::optional<Diagnostic> search(Product& product, const CheckOptions& check_options, const ModelCheckOptions& options,
                                 Finding& result);
// The same for the direct search for a cycle that avoids the product's accepting states.
void search_nonprogress(Product& product, const ModelCheckOptions& options, Finding& result);

// What both do with what they found.
void finish(Product& product, const ModelCheckOptions& options, Finding& result);

// The way of telling fair runs that suits the algorithm.
Fairness fairness_for(const model::Program& program, Algorithm algorithm, const ModelCheckOptions& options);

// Calls attempt(ProductOptions), which makes a product and searches it; once more, with copies, if there turn out to be more
// processes than acceptance sets.
template <class Attempt>
auto search_fairly(const model::Program& program, Algorithm algorithm, const ModelCheckOptions& options, Attempt&& attempt) {
  ProductOptions product = options.product;
  product.fairness = fairness_for(program, algorithm, options);
  if (product.fairness == Fairness::sets) {
    try {
      return attempt(product);
    } catch (const TooManyProcesses&) {
      product.fairness = Fairness::copies;
    }
  }
  return attempt(product);
}

}  // namespace lariat::check
