// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/algorithms.hpp"

#include <algorithm>
#include <array>

namespace lariat::search {
namespace {

using enum Strength;

constexpr AlgorithmInfo automatic_info = {Algorithm::automatic, "auto", true, general,
                                          "reach, sd or ascc, as the structure of the automaton allows"};

constexpr std::array<AlgorithmInfo, 13> table = {{
    // algorithm           name        generalised  needs     summary
    {Algorithm::cvwy, "cvwy", false, general, "nested depth-first search, the original"},
    {Algorithm::hpy, "hpy", false, general, "nested search that stops at the stack of the first; Spin's"},
    {Algorithm::gmz, "gmz", false, general, "color-DFS: nested search that paints hopeless states black"},
    {Algorithm::se, "se", false, general, "nested search with two bits a state"},
    {Algorithm::and_, "and", false, general, "se that starts fewer red searches"},
    {Algorithm::sd, "sd", false, weak, "one plain depth-first search, for weak automata"},
    {Algorithm::reach, "reach", false, terminal, "reachability of an accepting state, for terminal automata"},
    {Algorithm::tarjan, "tarjan", true, general, "components by the textbook; decides when one is complete"},
    {Algorithm::gv, "gv", false, general, "Geldenhuys and Valmari: Tarjan with early detection"},
    {Algorithm::c99, "c99", true, general, "Couvreur, with a second search that removes components"},
    {Algorithm::ascc, "ascc", true, general, "Couvreur with the Tarjan stack; one post a state"},
    {Algorithm::cvwy_gen, "cvwy-gen", true, general, "nested search over a counter of sets; at most 2n posts a state"},
    {Algorithm::tau, "tau", true, general, "Tauriainen: nested search that spreads sets; at most n+1 posts a state"},
}};

}  // namespace

std::string_view to_string(Strength strength) {
  switch (strength) {
    case general:
      return "general";
    case weak:
      return "weak";
    case terminal:
      return "terminal";
  }
  return "";
}

std::span<const AlgorithmInfo> algorithms() { return table; }

const AlgorithmInfo& info(Algorithm algorithm) {
  const auto found = std::ranges::find(table, algorithm, &AlgorithmInfo::algorithm);
  return found == table.end() ? automatic_info : *found;
}

std::optional<Algorithm> find_algorithm(std::string_view name) {
  if (name == automatic_info.name) return Algorithm::automatic;
  const auto found = std::ranges::find(table, name, &AlgorithmInfo::name);
  if (found == table.end()) return std::nullopt;
  return found->algorithm;
}

Algorithm choose(Strength strength) {
  switch (strength) {
    case terminal:
      return Algorithm::reach;
    case weak:
      return Algorithm::sd;
    case general:
      return Algorithm::ascc;
  }
  return Algorithm::ascc;
}

}  // namespace lariat::search
