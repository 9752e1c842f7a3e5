// SPDX-License-Identifier: Apache-2.0
// The table of emptiness checks. A new one is a file of this folder, a value of Algorithm and a row here: names, dispatch, the
// provisos that go with it, `lariat algorithms`, --help and the tests follow from the row. A value without a row does not
// compile.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "lariat/search/algorithms.hpp"
#include "lariat/search/and.hpp"
#include "lariat/search/ascc.hpp"
#include "lariat/search/c99.hpp"
#include "lariat/search/cdfs.hpp"
#include "lariat/search/cndfs.hpp"
#include "lariat/search/cvwy-gen.hpp"
#include "lariat/search/cvwy.hpp"
#include "lariat/search/gmz.hpp"
#include "lariat/search/gv.hpp"
#include "lariat/search/hpy.hpp"
#include "lariat/search/map.hpp"
#include "lariat/search/owcty-map.hpp"
#include "lariat/search/owcty.hpp"
#include "lariat/search/reach.hpp"
#include "lariat/search/sd.hpp"
#include "lariat/search/se.hpp"
#include "lariat/search/tarjan.hpp"
#include "lariat/search/tau.hpp"
#include "lariat/search/ufscc.hpp"

namespace lariat::search {

// What acceptance a search class takes.
enum class Takes {
  states,  // one set of states
  both,    // one set of states, or several sets on states and transitions
  sets     // several sets; a space with accepting states is one with one set
};

template <template <class> class SearchClass, Takes acceptance, Strength strength = Strength::general>
struct SearchRow {
  template <class S>
  using Search = SearchClass<S>;
  static constexpr Takes takes = acceptance;
  static constexpr Strength needs = strength;
  AlgorithmInfo info;

  // Every row has to say what kind of search it is: the provisos that keep its answers depend on it.
  constexpr SearchRow(SearchKind kind, AlgorithmInfo about) : info(about) {
    info.kind = kind;
    info.needs = needs;
    info.generalised = takes != Takes::states;
  }
};

// In the order of the table that `lariat compare` prints.
inline constexpr std::tuple searches = {
    SearchRow<CvwySearch, Takes::states>(
        SearchKind::nested,
        {.algorithm = Algorithm::cvwy,
         .name = "cvwy",
         .no_reduction = "its second search runs on through the stack of the first, whose states are not explored yet; hpy, "
                         "which stops there, does",
         .summary = "nested depth-first search, the original"}),
    SearchRow<HpySearch, Takes::states>(
        SearchKind::nested,
        {.algorithm = Algorithm::hpy, .name = "hpy", .summary = "nested search that stops at the stack of the first; Spin's"}),
    SearchRow<GmzSearch, Takes::states>(
        SearchKind::nested,
        {.algorithm = Algorithm::gmz, .name = "gmz", .summary = "color-DFS: nested search that paints hopeless states black"}),
    SearchRow<SeSearch, Takes::states>(
        SearchKind::nested, {.algorithm = Algorithm::se, .name = "se", .summary = "nested search with two bits a state"}),
    SearchRow<AndSearch, Takes::states>(
        SearchKind::nested, {.algorithm = Algorithm::and_, .name = "and", .summary = "se that starts fewer red searches"}),
    SearchRow<SdSearch, Takes::states, Strength::weak>(
        SearchKind::plain,
        {.algorithm = Algorithm::sd, .name = "sd", .summary = "one plain depth-first search, for weak automata"}),
    SearchRow<ReachSearch, Takes::states, Strength::terminal>(
        SearchKind::plain, {.algorithm = Algorithm::reach,
                            .name = "reach",
                            .summary = "reachability of an accepting state, for terminal automata"}),
    SearchRow<TarjanSearch, Takes::both>(SearchKind::components,
                                         {.algorithm = Algorithm::tarjan,
                                          .name = "tarjan",
                                          .summary = "components by the textbook; decides when one is complete"}),
    SearchRow<GvSearch, Takes::states>(
        SearchKind::components,
        {.algorithm = Algorithm::gv, .name = "gv", .summary = "Geldenhuys and Valmari: Tarjan with early detection"}),
    SearchRow<C99Search, Takes::both>(
        SearchKind::components,
        {.algorithm = Algorithm::c99, .name = "c99", .summary = "Couvreur, with a second search that removes components"}),
    SearchRow<AsccSearch, Takes::both>(
        SearchKind::components,
        {.algorithm = Algorithm::ascc, .name = "ascc", .summary = "Couvreur with the Tarjan stack; one post a state"}),
    SearchRow<CvwyGenSearch, Takes::sets>(
        SearchKind::nested,
        {.algorithm = Algorithm::cvwy_gen,
         .name = "cvwy-gen",
         .no_reduction = "its second search runs on through the stack of the first, whose states are not explored yet; ascc, "
                         "which takes several sets as well, does",
         .searches_by_set = true,
         .summary = "nested search over a counter of sets; at most 2n posts a state"}),
    SearchRow<TauSearch, Takes::sets>(SearchKind::nested,
                                      {.algorithm = Algorithm::tau,
                                       .name = "tau",
                                       .searches_by_set = true,
                                       .summary = "Tauriainen: nested search that spreads sets; at most n+1 posts a state"}),
    SearchRow<CndfsSearch, Takes::states>(
        SearchKind::nested, {.algorithm = Algorithm::cndfs,
                             .name = "cndfs",
                             .no_reduction = "its threads have a stack each, and this proviso looks at one; Rank goes with it",
                             .summary = "nested search by several threads",
                             .shares = "two bits a state: blue and red"}),
    SearchRow<UfsccSearch, Takes::both>(
        SearchKind::components,
        {.algorithm = Algorithm::ufscc,
         .name = "ufscc",
         .no_reduction = "its threads explore components together, and this proviso looks at one stack; Rank goes with it",
         .summary = "components by several threads that help each other",
         .shares = "a union-find of partial components and their unexplored states: 32 bytes a state"}),
    SearchRow<CdfsSearch, Takes::states, Strength::weak>(
        SearchKind::plain, {.algorithm = Algorithm::cdfs,
                            .name = "cdfs",
                            .no_reduction = "its threads have a stack each, and this proviso looks at one; Rank goes with it",
                            .summary = "one depth-first search by several threads, for weak automata",
                            .shares = "a bit a state: blue"}),
    SearchRow<OwctySearch, Takes::both>(
        SearchKind::plain,
        {.algorithm = Algorithm::owcty,
         .name = "owcty",
         .no_reduction = "it has no stack, and this proviso looks at one; Rank goes with it",
         .summary = "fixpoint of reachability and elimination; for clusters, and without depth-first order"}),
    SearchRow<MapSearch, Takes::states>(
        SearchKind::plain, {.algorithm = Algorithm::map,
                            .name = "map",
                            .no_reduction = "it has no stack, and this proviso looks at one; Rank goes with it",
                            .summary = "largest accepting predecessors, propagated until an accepting state receives itself"}),
    SearchRow<OwctyMapSearch, Takes::both>(
        SearchKind::plain, {.algorithm = Algorithm::owcty_map,
                            .name = "owcty-map",
                            .no_reduction = "it has no stack, and this proviso looks at one; Rank goes with it",
                            .summary = "owcty that ends early where a bounded wave of map values meets a cycle"}),
};

inline constexpr std::size_t search_count = std::tuple_size_v<decltype(searches)>;

// Calls `f` with the row of the algorithm, if there is one.
template <class F>
constexpr void with_row(Algorithm algorithm, F f) {
  std::apply([&](const auto&... row) { (..., (row.info.algorithm == algorithm ? f(row) : void())); }, searches);
}

}  // namespace lariat::search
