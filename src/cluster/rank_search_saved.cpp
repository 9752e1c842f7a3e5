// SPDX-License-Identifier: Apache-2.0
// How a search for lassos by several processes is saved and goes on. Saved are the states, level by level, and, once all of
// them have been met, which of them are still in S. The values of map are not: a cycle that they would have closed is found by
// the rounds of owcty. Nor are the predecessors of a weak product, which are counted once more.
//
//   title | key | which product | whether all states have been met | marks on transitions | expanded, transitions, rounds |
//   levels | states, level by level: with a byte for S if all have been met | checksum
#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "cluster/rank_search.hpp"
#include "lariat/cluster/find_obstacle.hpp"
#include "lariat/store/state_hash.hpp"
#include "lariat/walk/saved_walk.hpp"

namespace lariat::cluster {

// Tells products of one model and property apart: with and without fairness, of the reduced program or another.
std::string RankSearch::product_name() const {
  std::vector<std::uint8_t> text;
  for (const std::uint64_t number : {std::uint64_t{product_.sets()}, std::uint64_t{product_.expander().extra_bytes()},
                                     std::uint64_t{own_.store().length()}, std::uint64_t{space_.reduces() ? 1U : 0U}}) {
    const std::vector<std::uint8_t> bytes = to_bytes(number);
    text.insert(text.end(), bytes.begin(), bytes.end());
  }
  for (const system::State& state : product_.expander().initial()) text.insert(text.end(), state.begin(), state.end());
  return std::to_string(store::hash_of(text));
}

// Collective. What was explored of the current level is left out, and so is what the current phase has not done.
void RankSearch::save() {
  if (own_.levels() == 0 || has_closed_) return;
  checkpoint_.save([this](const std::string& path) {
    walk::SnapshotWriter writer(path, lasso_title);
    writer.put_text(checkpoint_.options().key);
    writer.put_text(product_name());
    writer.put_value(std::uint64_t{is_explored_ ? 1U : 0U});
    writer.put_value(std::uint64_t{on_transitions_});
    const Counted counted = is_explored_ ? Counted{.expanded = expanded_, .transitions = transitions_} : at_level_;
    writer.put_value(counted.expanded);
    writer.put_value(counted.transitions);
    writer.put_value(rounds_);
    writer.put_value(std::uint64_t{own_.levels()});
    for (std::size_t i = 0; i < own_.levels(); ++i) writer.put_value(std::uint64_t{own_.level(i).size()});
    for (StateId s = 0; s < own_.begun(); ++s) {
      walk::put_state(writer, own_.load(s));
      if (is_explored_) writer.put_value(static_cast<std::uint8_t>(place_[s] != dropped ? 1 : 0));
    }
    return writer.finish();
  });
}

void RankSearch::save_if_due() {
  const auto now = std::chrono::steady_clock::now();
  const double expected = std::chrono::duration<double>(now - phase_begun_).count();  // as long as the last phase
  phase_begun_ = now;
  if (checkpoint_.is_due(expected)) save();
}

// A file of the search that goes on.
struct RankSearch::Part {
  Part(const std::string& path, const std::string& key, const std::string& product) : reader(path) {
    reader.begin(lasso_title, key);
    is_other = reader.get_text() != product;
    if (is_other) return;
    is_explored = reader.get_value<std::uint64_t>() != 0;
    on_transitions = reader.get_value<std::uint64_t>();
    counted.expanded = reader.get_value<std::uint64_t>();
    counted.transitions = reader.get_value<std::uint64_t>();
    rounds = reader.get_value<std::uint64_t>();
    const std::uint64_t levels = reader.get_count(sizeof(std::uint64_t));
    if (levels == 0) reader.damaged();
    for (std::uint64_t i = 0; i < levels; ++i) level_sizes.push_back(reader.get_count(1));
  }

  walk::SnapshotReader reader;
  bool is_other = false;  // of another product; nothing else was read then
  bool is_explored = false;
  Marks on_transitions = 0;
  Counted counted = {};
  std::uint64_t rounds = 0;
  std::vector<std::uint64_t> level_sizes = {};
};

// Collective. Throws BadSnapshot on all ranks.
void RankSearch::resume() {
  const walk::CheckpointOptions& options = checkpoint_.options();
  std::vector<std::unique_ptr<Part>> parts;
  together(transport_, [&] {
    const std::string product = product_name();
    const auto list = walk::read_part_list(options);
    if (!list) throw walk::BadSnapshot{walk::snapshot_path(options.resume, options) + " is no list of parts"};
    for (std::size_t i = transport_.rank(); i < list->checksums.size(); i += transport_.ranks()) {
      parts.push_back(std::make_unique<Part>(walk::part_path(options.resume, options, list->time, i), options.key, product));
      if (parts.back()->reader.checksum() != list->checksums[i]) parts.back()->reader.damaged();
    }
  });
  const auto other = std::ranges::find_if(parts, [](const auto& part) { return part->is_other; });
  if (sum(other != parts.end() ? 1 : 0) != 0) {
    // The search that was saved may have met more processes than there are sets, and have begun again with copies.
    if (product_.options().fairness == product::Fairness::sets) throw product::TooManyProcesses{};
    together(transport_, [&] {
      if (other != parts.end())
        throw walk::BadSnapshot{"the saved search is one of another automaton, or with another fairness or reduction"};
    });
  }
  // Part 0 is read by rank 0, and tells the others what all parts have in common.
  std::vector<std::uint8_t> common;
  if (!parts.empty() && transport_.rank() == 0)
    for (const std::uint64_t value :
         {std::uint64_t{parts[0]->is_explored ? 1U : 0U}, std::uint64_t{parts[0]->level_sizes.size()}, parts[0]->rounds}) {
      const std::vector<std::uint8_t> bytes = to_bytes(value);
      common.insert(common.end(), bytes.begin(), bytes.end());
    }
  common = transport_.gather(common).at(0);
  const bool is_explored = from_bytes(common) != 0;
  const std::uint64_t levels = from_bytes(std::span(common).subspan(8));
  rounds_ = from_bytes(std::span(common).subspan(16));
  together(transport_, [&] {
    for (const auto& part : parts)
      if (part->is_explored != is_explored || part->level_sizes.size() != levels || part->rounds != rounds_)
        part->reader.damaged();
  });
  begin_phase(Phase::restore, 1, Wanted::all);
  for (std::uint64_t level = 0; level < levels; ++level) read_level(parts, level, is_explored, level + 1 == levels);
  together(transport_, [&] {
    for (const auto& part : parts)
      if (part->reader.left() != 0) part->reader.damaged();
  });
  for (const auto& part : parts) {
    on_transitions_ |= part->on_transitions;
    expanded_ += part->counted.expanded;
    transitions_ += part->counted.transitions;
  }
  expanded_before_ = sum(expanded_);
  begin_phase(Phase::explore, 3, Wanted::all);
  if (is_explored) {
    own_.begin_level();
    explored_ = own_.size();
    for (StateId s = 0; s < explored_; ++s)
      if (place_[s] == kept) kept_.push_back(s);
    is_explored_ = true;
  }
  expanded_up_to_ = static_cast<StateId>(own_.begun());
  to_count_ = expanded_up_to_;
}

// Each state of the level goes to its owner.
void RankSearch::read_level(const std::vector<std::unique_ptr<Part>>& parts, std::uint64_t level, bool is_explored,
                            bool is_last) {
  std::uint64_t read = 0;
  std::optional<walk::BadSnapshot> bad;
  std::vector<std::uint8_t> state;
  try {
    for (const auto& part : parts)
      for (std::uint64_t i = 0; i < part->level_sizes[level]; ++i, ++read) {
        walk::get_state(part->reader, own_.store().length(), state);
        const std::uint64_t in_s = !is_explored || part->reader.get_value<std::uint8_t>() != 0 ? 1 : 0;
        route(state, {&in_s, 1});
        attempt([&] { deliver_mine(); });
        mine_.clear();
        mine_numbers_.clear();
        if ((i & 0xff) == 0) exchange_.poll();
      }
  } catch (const walk::BadSnapshot& what) {
    bad = what;
  }
  exchange_.end_level();
  together(transport_, [&] {
    if (bad) throw walk::BadSnapshot{*bad};
  });
  std::uint64_t sums[] = {read, own_.size() - own_.begun()};
  transport_.sum(sums);
  if (stop_.agree(transport_)) throw walk::BadSnapshot{stop_.reason()};
  if (sums[0] == 0 || sums[0] != sums[1]) throw walk::BadSnapshot{"a level of the search is damaged"};
  if (!is_last) own_.begin_level();
}

// Collective: the accepting transitions of states that were expanded by an earlier process.
void RankSearch::count_again() {
  if (!checkpoint_.resumes()) return;
  std::vector<StateId> states;
  for (const StateId s : kept_)
    if (s < to_count_) states.push_back(s);
  begin_phase(Phase::count, 0, Wanted::accepting);
  expand_all(states);
}

}  // namespace lariat::cluster
