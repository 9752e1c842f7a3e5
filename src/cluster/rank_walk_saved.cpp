// SPDX-License-Identifier: Apache-2.0
// How a walk of several processes is saved and goes on. Each rank reads some of the parts, whoever wrote them, and each state
// goes to the rank that owns it now.
#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "cluster/rank_walk.hpp"

namespace lariat::cluster {

// Collective: saves the walk as it was when the current level began.
void RankWalk::save() {
  if (own_.levels() == 0) return;
  checkpoint_.save([this](const std::string& path) {
    walk::Snapshot snapshot{.figures = at_level_, .level_sizes = {}};
    for (std::size_t i = 0; i < own_.levels(); ++i) snapshot.level_sizes.push_back(own_.level(i).size());
    const store::IdRange states{.begin = 0, .end = level_.end};
    return walk::write_walk(path, checkpoint_.options().key, snapshot, {&states, 1},
                            [this](StateId s) { return own_.load(s); });
  });
}

// Collective. Throws BadSnapshot on all ranks.
void RankWalk::resume() {
  std::optional<walk::SavedWalk> saved;
  together(transport_, [&] { saved.emplace(checkpoint_.options(), product_, transport_.rank(), transport_.ranks()); });
  take_over(*saved);
  if (stop_.agree(transport_)) throw walk::BadSnapshot{stop_.reason()};
  find_again(*saved);
}

// Stores the states, level by level, and what was counted.
void RankWalk::take_over(walk::SavedWalk& saved) {
  std::uint64_t levels = 0;
  for (const std::vector<std::uint8_t>& bytes : transport_.gather(to_bytes(saved.levels())))
    levels = std::max(levels, from_bytes(bytes));
  together(transport_, [&] {
    if (saved.levels() != 0 && saved.levels() != levels) throw walk::BadSnapshot{"the parts of the walk do not fit together"};
  });
  is_restoring_ = true;
  for (std::uint64_t level = 0; level < levels; ++level) {
    std::uint64_t read = 0;
    std::optional<walk::BadSnapshot> bad;
    try {
      if (saved.levels() != 0)
        read = saved.read_level([&](std::span<const store::Bytes> states) {
          for (const store::Bytes s : states) route(s);
          stop_.attempt([&] { take_in_mine(); });
          mine_.clear();
          exchange_.poll();
        });
    } catch (const walk::BadSnapshot& what) {
      bad = what;
    }
    exchange_.end_level();
    together(transport_, [&] {
      if (bad) throw walk::BadSnapshot{*bad};
    });
    // A state that is there twice is stored once.
    std::uint64_t sums[] = {read, own_.size() - own_.begun(), stop_.is_asked() ? 1U : 0U};
    transport_.sum(sums);
    if (sums[2] != 0) break;
    if (sums[0] == 0 || sums[0] != sums[1]) throw walk::BadSnapshot{"a level of the walk is damaged"};
    if (level + 1 < levels) own_.begin_level();
  }
  is_restoring_ = false;
  const walk::Exploration& figures = saved.figures();
  counted_.expanded = figures.expanded;
  counted_.transitions = figures.transitions;
  counted_.deadlocks = figures.deadlocks;
  counted_.stuck = figures.stuck;
  counted_.faults = figures.faults;
  counted_.max_out_degree = figures.max_out_degree;
  std::uint64_t expanded = figures.expanded;
  transport_.sum({&expanded, 1});
  expanded_before_ = expanded;
}

// What was met before, each by the rank that owns the state now.
void RankWalk::find_again(walk::SavedWalk& saved) {
  together(transport_, [&] { saved.end(); });
  struct Head {
    model::Fault fault = {};
    std::uint64_t choice = 0;  // plus 1; 0: none
  };
  static_assert(std::is_trivially_copyable_v<Head>);
  for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
    std::vector<std::uint8_t> bytes;
    if (const auto mine = std::ranges::find(saved.met(), goal, &walk::SavedWalk::Met::goal); mine != saved.met().end()) {
      const Head head{.fault = mine->witness.fault,
                      .choice = mine->witness.choice ? std::uint64_t{*mine->witness.choice} + 1 : 0};
      bytes.resize(sizeof head);
      std::memcpy(bytes.data(), &head, sizeof head);
      bytes.insert(bytes.end(), mine->state.begin(), mine->state.end());
    }
    for (const std::vector<std::uint8_t>& met : transport_.gather(bytes)) {
      if (met.empty()) continue;
      const Bytes state = std::span(met).subspan(sizeof(Head));
      if (!exchange_.is_own(state)) continue;
      own_.insert({&state, 1});
      const StateId id = own_.stored()[0].id;
      std::optional<walk::Witness>& mine_now = counted_.witnesses[goal];
      // Parts of the walk may have met the goal in different levels; a shortest run is shown.
      if (mine_now && own_.level_of(mine_now->state) <= own_.level_of(id)) continue;
      Head head;
      std::memcpy(&head, met.data(), sizeof head);
      mine_now = walk::Witness{.state = id, .fault = head.fault};
      if (head.choice != 0) mine_now->choice = static_cast<std::uint32_t>(head.choice - 1);
    }
  }
}

}  // namespace lariat::cluster
