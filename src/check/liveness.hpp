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

// The options of the product that the plan is for. Where only fair runs count, with the way of telling them that suits the
// algorithm; if that turns out to have more processes than acceptance sets, which is an exception TooManyProcesses of the
// search, the product has to be made again, and use_copies() changes the options for that. To be called by the handler.
product::ProductOptions product_options(const model::Program& program, const SearchPlan& plan,
                                        const ModelCheckOptions& options);
void use_copies(product::ProductOptions& product);
// For a system that is no program.
product::ProductOptions product_options(const SearchPlan& plan, const ModelCheckOptions& options);

}  // namespace lariat::check
