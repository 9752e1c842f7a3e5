// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/census.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "lariat/space/counting.hpp"

namespace lariat::search {
namespace {

ComponentClass class_of(const Component& component, Marks required) {
  if (!component.cyclic) return ComponentClass::trivial;
  return (component.marks & required) == required ? ComponentClass::accepting : ComponentClass::rejecting;
}

}  // namespace

std::string_view to_string(ComponentClass component_class) {
  switch (component_class) {
    case ComponentClass::trivial:
      return "trivial";
    case ComponentClass::accepting:
      return "accepting";
    case ComponentClass::rejecting:
      return "rejecting";
  }
  return "";
}

void count_components(const Graph& graph, const Limits& limits, Census& census,
                      const std::function<void(const Component&, ComponentClass)>& visit) {
  const Marks required = all_sets(graph.sets());
  GeneralisedView view(graph);
  Counting<GeneralisedView> counting(view, limits);
  std::vector<std::uint32_t> number(graph.states(), 0);  // of the component, from 1
  const auto start = std::chrono::steady_clock::now();
  const auto finish = [&] {
    census.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    census.statistics.transitions = counting.search_counts().transitions;
    census.statistics.post_calls = counting.search_counts().calls;
  };
  const auto add = [&](const Component& component) {
    const auto id = static_cast<std::uint32_t>(++census.components);
    for (const StateId s : component.states) number[s] = id;
    const bool is_left = std::ranges::any_of(component.states, [&](StateId s) {
      return std::ranges::any_of(graph.targets(s), [&](StateId t) { return number[t] != id; });
    });
    const ComponentClass kind = class_of(component, required);
    ++(kind == ComponentClass::trivial     ? census.trivial
       : kind == ComponentClass::accepting ? census.accepting
                                           : census.rejecting);
    census.one_state += component.states.size() == 1 ? 1 : 0;
    census.terminal += is_left ? 0 : 1;
    census.largest = std::max<std::uint64_t>(census.largest, component.states.size());
    if (visit) visit(component, kind);
  };
  try {
    for_each_component(counting, census.statistics, add);
  } catch (const Stopped&) {
    finish();
    throw;
  }
  finish();
}

}  // namespace lariat::search
