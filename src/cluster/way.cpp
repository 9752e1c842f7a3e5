// SPDX-License-Identifier: Apache-2.0
#include "cluster/way.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "lariat/base/limits.hpp"
#include "lariat/walk/run_along.hpp"

namespace lariat::cluster {
namespace {

// The transition of the expansion that leads to the target, but for hidden bytes.
std::optional<std::size_t> transition_to(const product::Expansion& expansion, std::size_t hidden, system::Bytes target) {
  const auto from = static_cast<std::ptrdiff_t>(hidden);
  for (std::size_t i = 0; i < expansion.size(); ++i) {
    const system::Bytes t = expansion.state(i);
    if (std::equal(t.begin() + from, t.end(), target.begin() + from, target.end())) return i;
  }
  return std::nullopt;
}

// A state of this rank on the level that leads to the target. Nothing, and `reason` says why, if a limit is reached.
std::optional<system::State> find_before(product::Product& product, OwnStates& own, std::size_t level, system::Bytes target,
                                         std::string& reason) try {
  product::Expansion expansion;
  if (level >= own.levels()) return std::nullopt;
  for (StateId s = own.level(level).begin; s < own.level(level).end; ++s) {
    const store::Bytes bytes = own.load(s);
    product.expander().expand(bytes, expansion);
    if (transition_to(expansion, product.hidden_bytes(), target)) {
      const store::Bytes again = own.load(s);
      return system::State(again.begin(), again.end());
    }
  }
  return std::nullopt;
} catch (const Stopped& stopped) {
  reason = stopped.reason;
  return std::nullopt;
}

}  // namespace

std::vector<system::State> way_to(Transport& transport, product::Product& product, OwnStates& own, system::State target,
                                  std::size_t level) {
  std::vector<system::State> way = {std::move(target)};
  for (; level > 0; --level) {
    std::string reason;
    auto before = first_of(transport, find_before(product, own, level - 1, way.back(), reason));
    if (!before) {
      const auto stopped =
          first_of(transport, reason.empty() ? std::nullopt : std::optional(system::State(reason.begin(), reason.end())));
      if (stopped) throw Stopped{std::string(stopped->begin(), stopped->end())};
      throw std::logic_error("a state was not reached from the level before it");
    }
    way.push_back(*std::move(before));
  }
  std::reverse(way.begin(), way.end());
  return way;
}

namespace {

// Of the transitions that lead to the target, the one that meets most of the missing sets.
std::optional<std::size_t> best_transition_to(const product::Expansion& expansion, std::size_t hidden, system::Bytes target,
                                              Marks missing) {
  std::optional<std::size_t> best;
  const auto from = static_cast<std::ptrdiff_t>(hidden);
  for (std::size_t i = 0; i < expansion.size(); ++i) {
    const system::Bytes t = expansion.state(i);
    if (!std::equal(t.begin() + from, t.end(), target.begin() + from, target.end())) continue;
    if (!best || std::popcount(expansion.marks(i) & missing) > std::popcount(expansion.marks(*best) & missing)) best = i;
  }
  return best;
}

}  // namespace

run::Run run_around(product::Product& product, std::vector<system::State> states, std::size_t stem) {
  const std::vector<system::State> cycle(states.begin() + static_cast<std::ptrdiff_t>(stem) + 1, states.end());
  product::Expander& expander = product.expander();
  run::Run run = run_through(product, {states.begin(), states.begin() + static_cast<std::ptrdiff_t>(stem) + 1});
  run.cycle = run.steps.size();
  Marks missing = all_sets(product.sets());
  product::Expansion expansion;
  system::State from = states[stem];
  for (bool is_first = true;; is_first = false) {
    const Marks before = missing;
    std::vector<run::RunStep> lap;
    for (const system::State& next : cycle) {
      expander.expand(from, expansion, true);
      const std::optional<std::size_t> transition = best_transition_to(expansion, product.hidden_bytes(), next, missing);
      if (!transition) throw std::logic_error("a state does not follow the one before it");
      missing &= ~(expander.marks(from) | expansion.marks(*transition));
      lap.push_back(walk::run_step(expander.describe(expansion, *transition)));
      from = next;
    }
    if (!is_first && missing == before) return run;  // no transition meets what is missing
    run.steps.insert(run.steps.end(), lap.begin(), lap.end());
    if (missing == 0) return run;
  }
}

run::Run run_through(product::Product& product, const std::vector<system::State>& states, std::optional<std::uint32_t> last) {
  product::Expander& expander = product.expander();
  run::Run run;
  const system::Bytes initial = expander.system_state(states.front());
  run.initial.assign(initial.begin(), initial.end());
  if (expander.has_automaton()) run.automaton_initial = expander.property_state(states.front());
  product::Expansion expansion;
  for (std::size_t i = 0; i + 1 < states.size() || (i + 1 == states.size() && last); ++i) {
    expander.expand(states[i], expansion, true);
    const std::optional<std::size_t> transition = i + 1 < states.size()
                                                      ? transition_to(expansion, product.hidden_bytes(), states[i + 1])
                                                      : std::optional<std::size_t>(*last);
    if (!transition || *transition >= expansion.size()) throw std::logic_error("a state does not follow the one before it");
    run.steps.push_back(walk::run_step(expander.describe(expansion, *transition)));
  }
  return run;
}

}  // namespace lariat::cluster
