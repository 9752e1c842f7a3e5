// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/emptiness.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>
#include <vector>

#include "lariat/product/buchi_product.hpp"
#include "lariat/search/nonprogress.hpp"

namespace lariat::check {

search::CheckResult check_nonprogress(product::Product& product, const Limits& limits) {
  product::ReducibleProduct generalised(product);
  product::BuchiProduct space(generalised);
  return search::run_search<search::NonprogressSearch>(space, limits);
}

namespace {

// The graph without the acceptance sets that every transition belongs to, be it by its source: they exclude no cycle, and
// looking for shortest lassos takes longer with each set.
Graph without_full_sets(const Graph& graph) {
  Marks needed = 0;
  for (StateId s = 0; s < graph.states(); ++s)
    for (std::uint32_t edge = graph.first_edge(s); edge < graph.first_edge(s + 1); ++edge)
      needed |= ~(graph.state_marks(s) | graph.edge_marks(edge));
  needed &= all_sets(graph.sets());
  const auto kept = [&](Marks marks) {
    Marks result = 0;
    unsigned set = 0;
    for (unsigned i = 0; i < graph.sets(); ++i)
      if ((needed >> i & 1) != 0) result |= (marks >> i & 1) << set++;
    return result;
  };
  GraphBuilder builder(static_cast<unsigned>(std::popcount(needed)));
  builder.ensure_states(graph.states());
  for (const StateId s : graph.initial()) builder.add_initial(s);
  for (StateId s = 0; s < graph.states(); ++s) {
    builder.mark_state(s, kept(graph.state_marks(s)));
    for (std::uint32_t edge = graph.first_edge(s); edge < graph.first_edge(s + 1); ++edge)
      builder.add_edge(s, graph.edge_target(edge), kept(graph.edge_marks(edge)));
  }
  return std::move(builder).build();
}

// Fills in the marks that the product gives to the transitions of the lasso.
void complete(product::ReducibleProduct& product, Lasso& lasso) {
  std::vector<Successor> successors;
  for (auto* part : {&lasso.stem, &lasso.cycle})
    for (Step& step : *part) {
      successors.clear();
      product.post(step.source, successors);
      step.marks = successors[step.choice].marks;
    }
}

}  // namespace

Graph explore_graph(product::Product& product, const Limits& limits, const GraphBound& bound, bool* cut) {
  product::ReducibleProduct space(product);
  Counting<product::ReducibleProduct> counting(space, limits);
  GraphBuilder builder(product.sets());
  for (const StateId s : counting.initial()) builder.add_initial(s);
  std::vector<Successor> successors;
  // States that post meets are numbered as they come; on a product that was explored before, they are met in another order.
  std::vector<StateId> level(counting.initial().begin(), counting.initial().end());
  std::vector<StateId> next;
  std::vector<bool> met;
  const auto meet = [&](StateId s) {
    if (s >= met.size()) met.resize(std::max<std::size_t>(std::size_t{s} + 1, met.size() + met.size() / 2), false);
    const bool is_new = !met[s];
    met[s] = true;
    return is_new;
  };
  for (const StateId s : level) meet(s);
  bool is_full = false;
  for (std::size_t levels = 0; !level.empty() && !is_full && levels < bound.max_levels; ++levels) {
    for (const StateId s : level) {
      builder.mark_state(s, counting.marks(s));
      is_full = builder.edges() >= bound.max_transitions;
      if (is_full) continue;
      successors.clear();
      counting.post(s, successors);
      for (const Successor& t : successors) {
        builder.add_edge(s, t.target, t.marks);
        if (meet(t.target)) next.push_back(t.target);
      }
    }
    level.swap(next);
    next.clear();
  }
  for (const StateId s : level) builder.mark_state(s, counting.marks(s));
  if (cut != nullptr) *cut = is_full;
  return std::move(builder).build();
}

automata::MinimizeResult minimize(product::Product& product, automata::Minimization minimization,
                                  const search::MinimizeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  product::ReducibleProduct space(product);
  automata::MinimizeResult result;
  // Any lasso first. A shorter one has no state that is farther from the beginning than the first one is long, so that the rest
  // of the product need not be looked at.
  AnyGeneralised any(space);
  Result<search::CheckResult> first =
      search::check_emptiness(any, {.algorithm = search::Algorithm::ascc, .limits = options.limits});
  result.check = *std::move(first);
  if (result.check.lasso) {
    if (options.on_better) options.on_better(*result.check.lasso);
    try {
      const Graph graph =
          without_full_sets(explore_graph(product, options.limits, {.max_levels = result.check.lasso->length()}));
      automata::MinimizeResult shortest = minimize(graph, minimization, options);
      if (shortest.check.lasso && shortest.check.lasso->length() <= result.check.lasso->length()) {
        result = std::move(shortest);
        complete(space, *result.check.lasso);
        if (const auto flaw = find_flaw(space, *result.check.lasso))
          throw search::InternalError("a short lasso that is none: " + *flaw);
      } else {
        result.complete = shortest.complete;
      }
    } catch (const Stopped& stopped) {
      result.complete = false;
      result.check.reason = stopped.reason;
    }
  } else if (result.check.verdict == search::Emptiness::unknown) {
    result.complete = false;
  }
  result.check.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

ShortLasso find_shorter(product::Product& product, const Lasso& first, std::uint64_t max_transitions, const Limits& limits) {
  ShortLasso result;
  product::ReducibleProduct space(product);
  constexpr std::uint64_t first_bound = 10'000;
  constexpr std::uint64_t growth = 10;
  try {
    for (std::uint64_t bound = std::min(first_bound, max_transitions);; bound = std::min(bound * growth, max_transitions)) {
      const std::size_t known = result.lasso ? result.lasso->length() : first.length();
      bool cut = false;
      const Graph graph =
          without_full_sets(explore_graph(product, limits, {.max_levels = known, .max_transitions = bound}, &cut));
      automata::MinimizeResult found = minimize(graph, automata::Minimization::min_bfs, {.limits = limits});
      if (found.check.lasso && found.check.lasso->length() < known) {
        complete(space, *found.check.lasso);
        if (const auto flaw = find_flaw(space, *found.check.lasso))
          throw search::InternalError("a short lasso that is none: " + *flaw);
        result.lasso = std::move(found.check.lasso);
      }
      result.shortest = !cut && found.complete;
      if (!cut || !found.complete || bound == max_transitions) break;
    }
  } catch (const Stopped&) {
    // What was found until then is short enough.
  }
  return result;
}

}  // namespace lariat::check
