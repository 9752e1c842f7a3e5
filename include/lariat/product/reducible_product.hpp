// SPDX-License-Identifier: Apache-2.0
// A product of which a search may explore a part: partial-order reduction as a space around a space.
//
// The transitions of the reduced set of a state come first, in every call. If the product's options ask for no reduction, the
// reduced set is all of them, and nothing is wrapped but the product itself: with acceptance sets on states and transitions, as
// a GeneralisedSpace, and a ReducibleSpace.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "lariat/product/product.hpp"
#include "lariat/space/reducible.hpp"

namespace lariat::reduce {
class LocationRank;
class Reducer;
}  // namespace lariat::reduce

namespace lariat::product {

class ReducibleProduct {
 public:
  // Throws std::invalid_argument if the options ask for a reduction and the system has no program.
  explicit ReducibleProduct(Product& product);
  ~ReducibleProduct();

  Product& product() const { return product_; }
  bool reduces() const { return reducer_ != nullptr; }

  // The proviso of the search that is to run, if it reduces; null before and after.
  void set_reduction(Reduction* reduction) { reduction_ = reduction; }
  Reduction* reduction() const { return reduction_; }
  // From now on, the proviso Rank is obeyed by the product itself, if it reduces: post and post_reduced give the reduced set
  // if each of its transitions raises the rank of the system's state (reduce/location_rank.hpp), and all transitions
  // otherwise. What follows a state then depends on the state alone, and searches that know nothing of reductions, by any
  // number of threads, are right.
  void expand_by_rank();

  const std::vector<StateId>& initial() { return product_.initial(); }
  unsigned sets() const { return product_.sets(); }
  Marks marks(StateId s) { return product_.marks(s); }
  void post(StateId s, std::vector<Successor>& arena);
  bool post_reduced(StateId s, std::vector<Successor>& arena);
  void post_rest(StateId s, std::vector<Successor>& arena);
  bool post_candidate(StateId s, unsigned k, std::vector<Successor>& arena);

  // For those who want to see more of the transitions than their targets: the numbered ones of `out` are those of the call.
  // True: there are others.
  bool post_reduced(StateId s, Expansion& out);
  void post_rest(StateId s, Expansion& out);  // `out` is taken for the expansion of s, if it is that
  // The k-th set that comes into question, from 0; the last is the set of all. False if there are not so many. The order of the
  // transitions is then another one.
  bool post_candidate(StateId s, std::size_t k, Expansion& out);

  // Without numbers.
  void expand(StateId s, Expansion& out, bool with_steps = false);
  // Of a state that is given as bytes: out.reduced() transitions are the reduced set, or all of them where the proviso Rank
  // wants that and is obeyed here.
  void expand(system::Bytes whole, Expansion& out);
  ProductStep describe(StateId s, std::size_t transition);

 private:
  void keep_if_it_raises_rank(Expansion& out);

  Product& product_;
  std::unique_ptr<reduce::Reducer> reducer_;
  std::unique_ptr<reduce::LocationRank> rank_;  // if the proviso Rank is obeyed here
  Reduction* reduction_ = nullptr;
  Expansion expansion_;
  std::vector<bool> selected_;  // by step
};

}  // namespace lariat::product
