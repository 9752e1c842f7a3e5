// SPDX-License-Identifier: Apache-2.0
// A product with at most one acceptance set, on states, as a BuchiSpace. Without a set every state is accepting.
#pragma once

#include <vector>

#include "lariat/product/reducible_product.hpp"

namespace lariat::product {

class BuchiProduct {
 public:
  explicit BuchiProduct(ReducibleProduct& space) : space_(space), all_(all_sets(space.sets())) {}
  const std::vector<StateId>& initial() { return space_.initial(); }
  bool accepting(StateId s) { return (space_.marks(s) & all_) == all_; }
  void post(StateId s, std::vector<StateId>& arena) {
    append(arena, [&] { space_.post(s, successors_); });
  }
  Reduction* reduction() const { return space_.reduction(); }
  bool post_reduced(StateId s, std::vector<StateId>& arena) {
    bool is_part = false;
    append(arena, [&] { is_part = space_.post_reduced(s, successors_); });
    return is_part;
  }
  void post_rest(StateId s, std::vector<StateId>& arena) {
    append(arena, [&] { space_.post_rest(s, successors_); });
  }
  bool post_candidate(StateId s, unsigned k, std::vector<StateId>& arena) {
    bool is_one = false;
    append(arena, [&] { is_one = space_.post_candidate(s, k, successors_); });
    return is_one;
  }

 private:
  template <class Post>
  void append(std::vector<StateId>& arena, const Post& post) {
    successors_.clear();
    post();
    for (const Successor& successor : successors_) arena.push_back(successor.target);
  }

  ReducibleProduct& space_;
  Marks all_;
  std::vector<Successor> successors_;
};

}  // namespace lariat::product
