// SPDX-License-Identifier: Apache-2.0
// What the papers prove of the emptiness checks, compared with figures. See docs/algorithms.md for each algorithm's paper.
#include <fmt/format.h>

#include <array>

#include "experiments/cases.hpp"

namespace lariat::experiments {
namespace {

constexpr std::array<std::string_view, 6> compared_with_gv = {"hpy", "gmz", "se", "and", "c99", "ascc"};

struct PostBound {
  std::string_view algorithm;
  double most;  // calls of post a state
};
constexpr std::array<PostBound, 8> post_bounds = {{
    {"hpy", 2},
    {"se", 2},
    {"and", 2},
    {"gmz", 3},
    {"gv", 1},
    {"c99", 2},
    {"ascc", 1},
    {"sd", 1},
}};

bool is_weak(const Record& row) { return row.kind == "weak" || row.kind == "terminal"; }

std::string versus(const Case& one, const std::string& a, const std::string& b, Figure figure) {
  return fmt::format("{} {}, {} {}", a, one.get(a, figure), b, one.get(b, figure));
}

}  // namespace

std::vector<Claim> search_claims(const std::vector<Case>& cases) {
  ClaimCheck verdicts("all searches give the same verdict", true);
  ClaimCheck everything("where the property holds, all searches visit the same states of the same product", true);
  ClaimCheck same("gv, c99 and ascc visit the same states of the same product", true);
  ClaimCheck fewest("no search on the same product visits fewer states than gv", true);
  ClaimCheck cheapest("no search on the same product produces fewer successors than gv", true);
  ClaimCheck amended("and visits the states of se, and produces no more successors", true);
  ClaimCheck earlier("se visits no more states than hpy", true);
  ClaimCheck weak("on weak automata se, and, sd visit the states of gv", true);
  ClaimCheck posts("post is called at most once (gv, sd, ascc), twice (hpy, se, and, c99), three times (gmz) a state", true);
  ClaimCheck stacks("roots are at most as many as the depth, active states at most as many as all", true);
  for (const Case& one : cases) {
    const Record* const gv = one.find("gv");
    for (const auto& [variant, row] : one.rows) {
      if (!row->is_done()) continue;
      if (gv != nullptr) verdicts.add(row->verdict == gv->verdict, one.name(), variant + ' ' + row->verdict);
      stacks.add((*row)[Figure::roots] <= (*row)[Figure::depth] && (*row)[Figure::active] <= (*row)[Figure::states], one.name(),
                 variant);
    }
    for (const auto& [algorithm, most] : post_bounds)
      if (const Record* const row = one.find(std::string(algorithm)))
        posts.add((*row)[Figure::posts] <= most * (*row)[Figure::states], one.name(), std::string(algorithm));
    if (one.find("se") != nullptr && one.find("hpy") != nullptr)
      earlier.add(one.get("se", Figure::states) <= one.get("hpy", Figure::states), one.name(),
                  versus(one, "se", "hpy", Figure::states));
    if (one.find("se") != nullptr && one.find("and") != nullptr)
      amended.add(one.get("se", Figure::states) == one.get("and", Figure::states) &&
                      one.get("and", Figure::transitions) <= one.get("se", Figure::transitions),
                  one.name(), versus(one, "and", "se", Figure::transitions));
    if (gv == nullptr) continue;
    for (const std::string_view name : compared_with_gv) {
      const std::string other(name);
      const Record* const row = one.find(other);
      if (row == nullptr || row->product != gv->product) continue;
      const double states = (*row)[Figure::states];
      if (gv->verdict == "holds")
        everything.add(states == (*gv)[Figure::states], one.name(), versus(one, "gv", other, Figure::states));
      if (other == "c99" || other == "ascc")
        same.add(states == (*gv)[Figure::states], one.name(), versus(one, "gv", other, Figure::states));
      fewest.add(states >= (*gv)[Figure::states], one.name(), versus(one, "gv", other, Figure::states));
      cheapest.add(one.get(other, Figure::transitions) >= (*gv)[Figure::transitions], one.name(),
                   versus(one, "gv", other, Figure::transitions));
    }
    if (is_weak(*gv))
      for (const char* const other : {"se", "and", "sd"})
        if (one.find(other) != nullptr)
          weak.add(one.get(other, Figure::states) == (*gv)[Figure::states], one.name(),
                   versus(one, "gv", other, Figure::states));
  }
  return {verdicts.claim(), everything.claim(), same.claim(), fewest.claim(), cheapest.claim(),
          amended.claim(),  earlier.claim(),    weak.claim(), posts.claim(),  stacks.claim()};
}

}  // namespace lariat::experiments
