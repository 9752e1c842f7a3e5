// SPDX-License-Identifier: Apache-2.0
// The red search that hpy, se and and have in common: S. Schwoon, J. Esparza, TACAS 2005, Fig. 3, lines 16 to 22.
//
// Four colours in two bits. white: unseen; cyan: on the blue stack; blue: finished, and visited by no red search; red: visited
// by a red search, or its seed. The seed is still cyan while its own red search runs, hence found at line 18 like any other
// state of the blue stack.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lariat/search/dfs_stack.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::search {

enum NestedColour : unsigned { white, cyan, blue, red };

template <BuchiSpace S>
class RedSearch {
 public:
  RedSearch(S& space, Statistics& statistics, PackedArray<2>& colour) : colour_(colour), red_(space, statistics, Role::again) {}

  // Searches from the state on top of the blue stack for a state on that stack, through blue states, which it makes red.
  template <class BlueStack>
  std::optional<Lasso> run(const BlueStack& blue_stack) {
    red_.stand_on(blue_stack.size());
    for (red_.push(blue_stack.top()); !red_.empty();) {
      const auto* transition = red_.next();  // 17
      if (transition == nullptr) {
        red_.pop();
        continue;
      }
      const StateId t = target_of(*transition);
      switch (colour_.get(t)) {
        case cyan: {  // 18, 19
          std::vector<Step> path;
          blue_stack.append_path(path);
          red_.append_path(path);
          path.push_back(red_.last_step());
          return make_lasso(std::move(path), t);
        }
        case blue:              // 20
          colour_.set(t, red);  // 21
          red_.push(t);         // 22
          break;
        default:
          break;
      }
    }
    return std::nullopt;
  }

 private:
  PackedArray<2>& colour_;
  DfsStack<S> red_;
};

// The lasso of a blue stack whose last step leads back to its state t.
template <class BlueStack>
Lasso close_blue_stack(const BlueStack& stack, StateId t) {
  std::vector<Step> path;
  stack.append_path(path);
  path.push_back(stack.last_step());
  return make_lasso(std::move(path), t);
}

}  // namespace lariat::search
