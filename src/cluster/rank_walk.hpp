// SPDX-License-Identifier: Apache-2.0
// The part of one rank in a walk over all states, level by level.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cluster/exchange.hpp"
#include "cluster/own_states.hpp"
#include "cluster/rank_checkpoint.hpp"
#include "cluster/rank_progress.hpp"
#include "cluster/sent_states.hpp"
#include "cluster/stop.hpp"
#include "lariat/cluster/explore.hpp"
#include "lariat/product/reducible_product.hpp"
#include "lariat/walk/goals.hpp"
#include "lariat/walk/saved_walk.hpp"

namespace lariat::cluster {

class RankWalk : private Receiver {
 public:
  RankWalk(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
           const walk::ExploreOptions& options);

  // Collective.
  RankedExploration run();

 private:
  void begin();
  void resume();
  void take_over(walk::SavedWalk& saved);
  void find_again(walk::SavedWalk& saved);
  void save();

  bool begin_level();
  void expand_level();
  void expand_group(store::IdRange group);
  void expand_one(StateId s);
  void count_end(StateId s, system::Bytes state);
  void count_fault(StateId s, std::uint32_t choice, const model::Fault& fault);
  void found(walk::Goal::Kind kind, const walk::Witness& witness);

  void route(Bytes t);
  void route_batch();
  void take_in_mine();
  void receive(std::span<const Bytes> states, std::span<const std::uint64_t> numbers) override;
  void take_in(std::span<const Bytes> states);
  void look_up();
  bool is_stopping() const { return stop_.is_asked() || exchange_.is_told_to_stop(); }

  void sum_up(RankedExploration& result);
  // Collective: the run to the witness that is nearest to an initial state, by the first rank that has one there.
  std::optional<walk::FoundGoal> rebuild(std::size_t goal);
  std::uint32_t as_written(system::Bytes state, std::uint32_t choice);

  Transport& transport_;
  unsigned rank_;
  product::Product& product_;
  product::ReducibleProduct space_;
  const std::vector<walk::Goal>& goals_;
  const walk::ExploreOptions& options_;
  walk::GoalEvaluator evaluator_;
  Exchange exchange_;
  OwnStates own_;
  RankProgress progress_;
  RankCheckpoint checkpoint_;
  StopRequest stop_;
  bool has_told_to_stop_ = false;
  bool is_restoring_ = false;
  store::IdRange level_;
  std::vector<Bytes> mine_;             // successors that belong to this rank and have not been stored yet
  std::optional<SentStates> sent_;      // if there are other ranks, and states have one length
  std::vector<unsigned> owners_;        // of the successors of a batch
  std::vector<std::uint64_t> hashes_;   // and their hashes
  std::vector<std::uint32_t> foreign_;  // those of them that belong to other ranks
  std::vector<store::Bytes> sources_;
  system::Batch batch_;
  product::Expansion expansion_;
  std::uint64_t turns_ = 0;
  walk::Exploration counted_;   // by this rank: figures and witnesses
  walk::Exploration at_level_;  // what it was when the level began, if the walk is saved
  std::chrono::steady_clock::time_point start_;
  std::uint64_t expanded_before_ = 0;  // by all ranks, in earlier processes
};

}  // namespace lariat::cluster
