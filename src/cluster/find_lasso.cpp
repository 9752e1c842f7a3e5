// SPDX-License-Identifier: Apache-2.0
#include "lariat/cluster/find_lasso.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "cluster/rank_search.hpp"
#include "cluster/way.hpp"
#include "lariat/cluster/explore.hpp"

namespace lariat::cluster {
namespace {

// The states of an accepting cycle, in order, the first one again at the end; none if there is no such cycle.
std::vector<Key> find_cycle(RankSearch& search, bool is_weak) {
  if (search.explore()) {
    if (search.sets() == 1) return search.cycle_through(search.closed());
    search.keep_behind(search.closed());
    if (!search.run_rounds()) throw std::logic_error("no accepting cycle behind a state that lies on one");
    return search.cycle();
  }
  if (is_weak) return search.eliminate_weak() ? search.weak_cycle() : std::vector<Key>{};
  return search.run_rounds() ? search.cycle() : std::vector<Key>{};
}

// The run that enters the cycle at the state that is nearest to an initial one.
run::Run run_into(Transport& transport, product::Product& product, RankSearch& search, std::vector<Key> cycle) {
  std::size_t entry = 0;
  std::size_t least = search.level_of(cycle[0]);
  for (std::size_t i = 1; i + 1 < cycle.size(); ++i)
    if (const std::size_t level = search.level_of(cycle[i]); level < least) {
      least = level;
      entry = i;
    }
  cycle.pop_back();
  std::rotate(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(entry), cycle.end());
  cycle.push_back(cycle.front());
  std::vector<system::State> states = way_to(transport, product, search.own(), search.bytes_of(cycle.front()), least);
  const std::size_t stem = states.size() - 1;
  for (std::size_t i = 1; i < cycle.size(); ++i) states.push_back(search.bytes_of(cycle[i]));
  return run_around(product, std::move(states), stem);
}

}  // namespace

RankedLasso find_lasso(Transport& transport, product::Product& product, const RankedSearch& options) {
  const auto start = std::chrono::steady_clock::now();
  RankedLasso result;
  RankedSearch usable = options;
  const unsigned sets = product.sets();
  RankSearch search(transport, product, usable);
  try {
    // Without acceptance sets, every cycle will do: all transitions are accepting.
    const std::vector<Key> cycle = find_cycle(search, sets == 0 || options.strength != search::Strength::general);
    result.statistics = search.statistics();
    if (!cycle.empty()) result.run = run_into(transport, product, search, cycle);
  } catch (const Stopped& stopped) {
    result.run.reset();
    result.reason = stopped.reason;
    result.statistics = search.statistics();
  } catch (const walk::BadSnapshot& bad) {
    result.reason = "cannot resume: " + bad.what;
  }
  result.rounds = search.rounds();
  result.ranks = gather_figures(transport, search.figures());
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace lariat::cluster
