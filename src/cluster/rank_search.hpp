// SPDX-License-Identifier: Apache-2.0
// owcty over ranks: the part of one rank. The pseudocode is that of search/owcty.hpp; S is divided among the ranks as the
// states are. A phase is a number of levels: each rank expands its part of a level and sends the targets of transitions to
// their owners, as bytes, who do with them what the phase says.
//
// To show a cycle without a common stack, the states of S remember, for each acceptance set, the state from which the search of
// line 4 reached them. Going back from a state of S to one of the last set, from there to one of the set before, and so on,
// then one transition back, and again, must come to a state where it was before: what lies between is a cycle that meets all
// sets.
#pragma once

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/exchange.hpp"
#include "cluster/own_states.hpp"
#include "cluster/rank_checkpoint.hpp"
#include "cluster/rank_progress.hpp"
#include "cluster/stop.hpp"
#include "lariat/cluster/find_lasso.hpp"
#include "lariat/product/reducible_product.hpp"

namespace lariat::cluster {

// A state of any rank: never 0.
using Key = std::uint64_t;

class RankSearch : private Receiver {
 public:
  RankSearch(Transport& transport, product::Product& product, const RankedSearch& options);

  // All functions are collective, and throw Stopped on all ranks if one reaches a limit.

  // Explores the product; true if the wave of map values closes a cycle, which is then through closed().
  bool explore();
  // Lines 2 to 6; true if S is not empty in the end.
  bool run_rounds();
  // For weak products: line 5 on accepting transitions; true if S is not empty in the end.
  bool eliminate_weak();
  // S becomes what is reachable from the state inside S.
  void keep_behind(Key v);

  // The states of a cycle, in order, the first one again at the end: through v, which lies on a cycle of S and on the only
  // set; of accepting transitions of a weak product, or one that meets all sets, of S as run_rounds or eliminate_weak left it.
  std::vector<Key> cycle_through(Key v);
  std::vector<Key> weak_cycle();
  std::vector<Key> cycle();

  Key closed() const { return closed_; }
  unsigned sets() const { return static_cast<unsigned>(std::popcount(required_)); }
  system::State bytes_of(Key key);
  std::size_t level_of(Key key);
  OwnStates& own() { return own_; }
  std::uint64_t rounds() const { return rounds_; }
  // Sums over all ranks.
  search::Statistics statistics();
  RankFigures figures() const;

 private:
  // Phase::explore sends 1 with a transition if it counts as a predecessor, a value of map and what was met; others a key or
  // nothing.
  enum class Phase { explore, restore, count, seed, reach, eliminate, predecessor };
  enum class Wanted { all, of_set, accepting };                  // the transitions that a phase follows
  enum Place : std::uint8_t { unseen, dropped, kept, reached };  // as in search/owcty.hpp

  void receive(std::span<const Bytes> states, std::span<const std::uint64_t> numbers) override;
  void receive_explored(std::size_t i, std::span<const std::uint64_t> numbers);
  void receive_reached(StateId t, Key source);
  void begin_phase(Phase phase, std::size_t numbers, Wanted wanted);

  void begin_exploration();
  bool begin_level();
  void expand_level(store::IdRange level);
  void expand_explored(StateId s, bool is_new);
  void expand(StateId s);
  void expand_all(const std::vector<StateId>& states);
  void run_levels();
  void route(Bytes t, std::span<const std::uint64_t> numbers);
  void deliver_mine();
  void attempt(const std::function<void()>& action);
  void end_level();
  void look_up();
  bool is_stopping() const { return stop_.is_asked() || exchange_.is_told_to_stop(); }
  bool is_wanted(Marks source, Marks transition) const;

  struct Part;
  struct Counted {
    std::uint64_t expanded = 0;
    std::uint64_t transitions = 0;
  };
  std::string product_name() const;
  void save();
  void save_if_due();
  void resume();
  void read_level(const std::vector<std::unique_ptr<Part>>& parts, std::uint64_t level, bool is_explored, bool is_last);
  void count_again();

  bool is_accepting(Marks source, Marks transition) const { return ((source | transition) & required_) == required_; }
  void reach(StateId s, std::uint64_t parent);
  void keep_reachable(Marks set, bool counts, bool traces);
  void eliminate(bool only_accepting);
  std::uint64_t kept_by_all();

  Key key_of(StateId s) const { return (Key{s} + 1) * transport_.ranks() + transport_.rank(); }
  bool is_mine(Key key) const { return key % transport_.ranks() == transport_.rank(); }
  StateId id_of(Key key) const { return static_cast<StateId>(key / transport_.ranks() - 1); }
  std::uint64_t ask(Key key, const std::vector<std::uint64_t>& values);
  std::uint64_t sum(std::uint64_t value);

  Transport& transport_;
  product::Product& product_;
  product::ReducibleProduct space_;
  RankedSearch options_;
  Exchange exchange_;
  OwnStates own_;
  RankProgress progress_;
  RankCheckpoint checkpoint_;
  std::chrono::steady_clock::time_point start_;
  StopRequest stop_;
  bool has_told_to_stop_ = false;
  Marks required_;
  Marks first_;  // the set of the candidates of map
  bool is_weak_;

  Phase phase_ = Phase::explore;
  Wanted wanted_ = Wanted::all;
  Marks set_ = 0;        // Wanted::of_set
  bool counts_ = false;  // Phase::reach: predecessors are counted
  bool traces_ = false;  // Phase::reach: parents are remembered
  Marks on_transitions_ = 0;
  std::vector<std::uint8_t> place_;
  std::vector<std::uint32_t> predecessors_;
  std::vector<std::uint64_t> value_;    // of map: a key; 0: none
  std::vector<Marks> met_;              // with several sets: on the way from it
  std::vector<std::uint64_t> parents_;  // of the search at hand: twice a key, plus 1 if a search ends there; 0: none
  std::vector<std::uint64_t> any_;      // some predecessor in S: twice a key
  std::vector<StateId> kept_;           // S, as far as it is here
  std::vector<StateId> next_;           // of the next level
  std::vector<StateId> again_;          // states whose value has grown since they were expanded
  std::vector<bool> waits_;             // in again_
  StateId expanded_up_to_ = 0;
  Key closed_ = 0;
  bool has_closed_ = false;            // on some rank
  bool is_explored_ = false;           // all states have been met
  Counted at_level_;                   // when the level began
  StateId to_count_ = 0;               // states before this one were expanded by an earlier process
  std::uint64_t expanded_before_ = 0;  // by all ranks, in earlier processes
  std::chrono::steady_clock::time_point phase_begun_ = std::chrono::steady_clock::now();
  bool watches_ = false;     // Phase::reach ends when some state leads to the root
  StateId root_ = no_state;  // if it is here
  Key closing_ = 0;          // leads to root_

  product::Expansion expansion_;
  std::vector<Bytes> mine_;
  std::vector<std::uint64_t> mine_numbers_;
  std::size_t numbers_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t rounds_ = 0;
  std::uint64_t explored_ = 0;  // states
  std::uint64_t expanded_ = 0;
  std::uint64_t transitions_ = 0;
};

}  // namespace lariat::cluster
