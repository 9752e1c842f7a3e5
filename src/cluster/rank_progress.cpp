// SPDX-License-Identifier: Apache-2.0
#include "cluster/rank_progress.hpp"

#include <algorithm>

#include "lariat/base/memory.hpp"

namespace lariat::cluster {

void RankProgress::show(std::uint64_t states, std::uint64_t expanded, std::uint64_t transitions, std::uint64_t level) {
  using namespace std::chrono_literals;
  const Transport& transport = exchange_.transport();
  if (const auto now = std::chrono::steady_clock::now(); now - told_ > (transport.rank() == 0 ? 100ms : 500ms)) {
    told_ = now;
    const RankStatus mine{.states = states,
                          .expanded = expanded,
                          .transitions = transitions,
                          .under_way = transport.bytes_under_way(),
                          .resident_bytes = resident_bytes()};
    if (transport.rank() == 0)
      publish(mine, level);
    else
      exchange_.tell_status(mine);
  }
  stop_at_limit(limits_);
}

void RankProgress::publish(const RankStatus& mine, std::uint64_t level) {
  RankStatus all = mine;
  std::uint64_t least = mine.states;
  std::uint64_t most = mine.states;
  for (std::size_t rank = 1; rank < exchange_.statuses().size(); ++rank) {
    const RankStatus& one = exchange_.statuses()[rank];
    all.states += one.states;
    all.expanded += one.expanded;
    all.transitions += one.transitions;
    all.under_way += one.under_way;
    all.resident_bytes = std::max(all.resident_bytes, one.resident_bytes);
    least = std::min(least, one.states);
    most = std::max(most, one.states);
  }
  known_states_ = all.states;
  Gauge* const gauge = limits_.gauge;
  if (gauge == nullptr) return;
  const auto store = [](std::atomic<std::uint64_t>& to, std::uint64_t value) { to.store(value, std::memory_order_relaxed); };
  store(gauge->states, all.states);
  store(gauge->post_calls, all.expanded);
  store(gauge->transitions, all.transitions);
  store(gauge->depth, level);
  store(gauge->least_of_rank, least);
  store(gauge->most_of_rank, most);
  store(gauge->under_way, all.under_way);
  store(gauge->fullest_rank, all.resident_bytes);
  store(gauge->ranks, exchange_.statuses().size());
}

}  // namespace lariat::cluster
