// SPDX-License-Identifier: Apache-2.0
#include "cluster/rank_walk.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "cluster/way.hpp"
#include "lariat/base/memory.hpp"

namespace lariat::cluster {
namespace {

constexpr StateId group_size = 256;  // states that are expanded together

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

RankWalk::RankWalk(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
                   const walk::ExploreOptions& options)
    : transport_(transport),
      rank_(transport.rank()),
      product_(product),
      space_(product),
      goals_(goals),
      options_(options),
      evaluator_(product.system(), goals),
      exchange_(transport, length_of(product), product.hidden_bytes()),
      own_(product),
      progress_(exchange_, options.limits),
      checkpoint_(transport, options.checkpoint),
      start_(std::chrono::steady_clock::now()) {
  counted_.witnesses.resize(goals.size());
  if (options.reduction.proviso.expands == reduce::Proviso::Expands::rank) space_.expand_by_rank();
  const std::size_t length = length_of(product);
  if (transport.ranks() > 1 && length >= product.hidden_bytes() + 8) sent_.emplace(length, product.hidden_bytes());
  exchange_.deliver_to(*this, 0);
}

RankedExploration RankWalk::run() {
  RankedExploration result;
  try {
    if (checkpoint_.resumes())
      resume();
    else
      begin();
    while (begin_level()) {
      expand_level();
      exchange_.end_level();
    }
  } catch (const walk::BadSnapshot& bad) {
    result.exploration.reason = "cannot resume: " + bad.what;
    result.found.resize(goals_.size());
    return result;
  }
  sum_up(result);
  result.exploration.seconds = seconds_since(start_);
  for (std::size_t i = 0; i < goals_.size(); ++i) result.found.push_back(rebuild(i));
  return result;
}

void RankWalk::begin() {
  const std::vector<system::State> initial = product_.expander().initial();
  for (const system::State& s : initial)
    if (exchange_.is_own(s)) mine_.emplace_back(s);
  take_in_mine();
  if (!exchange_.is_own(initial.front())) return;
  if (const model::Fault fault = evaluator_.initial_fault()) found(walk::Goal::Kind::fault, {.state = 0, .fault = fault});
}

// Collective: true if there is another level, and nobody has a reason to stop.
bool RankWalk::begin_level() {
  std::vector<std::uint64_t> sums = {own_.size() - own_.begun(), own_.size(), counted_.expanded, stop_.is_asked() ? 1U : 0U};
  for (const auto& witness : counted_.witnesses) sums.push_back(witness ? 1 : 0);
  transport_.sum(sums);
  const bool all_found =
      options_.stop_when_found && std::all_of(sums.begin() + 4, sums.end(), [](std::uint64_t n) { return n != 0; });
  if (sums[3] != 0) {
    stop_.agree(transport_);
    if (!all_found) save();
    return false;
  }
  if (sums[0] == 0) return false;
  level_ = own_.begin_level();
  if (checkpoint_.saves()) at_level_ = counted_;
  const std::uint64_t max_states = product_.options().max_states;
  if (max_states != 0 && sums[1] > max_states) stop_.ask(too_many_states);
  if (options_.limits.max_depth != 0 && own_.levels() > options_.limits.max_depth) stop_.ask("the depth limit was reached");
  if (all_found) stop_.ask("what was looked for has been found");
  // All ranks know the same.
  if (stop_.is_asked()) {
    stop_.agree(transport_);
    if (!all_found) save();
    return false;
  }
  const auto done = static_cast<double>(sums[2] - expanded_before_);
  const double expected = done == 0 ? 0 : seconds_since(start_) / done * static_cast<double>(sums[0]);
  if (checkpoint_.is_due(expected)) save();
  return true;
}

void RankWalk::expand_level() {
  const bool in_groups = product_.expander().is_system_itself() && !space_.reduces();
  for (StateId s = level_.begin; s < level_.end && !is_stopping();) {
    const store::IdRange group{.begin = s, .end = s + std::min(in_groups ? group_size : 1, level_.end - s)};
    s = group.end;
    stop_.attempt([&] {
      if (in_groups)
        expand_group(group);
      else
        expand_one(group.begin);
      take_in_mine();
      if ((turns_++ & (in_groups ? 0x3U : 0xffU)) == 0) look_up();
    });
    mine_.clear();
    exchange_.poll();
  }
  if (stop_.is_asked() && !std::exchange(has_told_to_stop_, true)) exchange_.tell_to_stop();
}

void RankWalk::expand_group(store::IdRange group) {
  own_.load_group(group, sources_);
  product_.system().successors(sources_, batch_, {.coverage = product_.options().coverage});
  counted_.expanded += group.size();
  counted_.transitions += batch_.size();
  for (std::size_t i = 0; i < group.size(); ++i) {
    const StateId s = group.begin + static_cast<StateId>(i);
    const std::size_t count = batch_.end(i) - batch_.begin(i);
    counted_.max_out_degree = std::max<std::uint64_t>(counted_.max_out_degree, count);
    if (count == 0) count_end(s, sources_[i]);
    if (batch_.has_flags())
      for (std::size_t k = batch_.begin(i); k < batch_.end(i); ++k)
        if (const model::Fault& fault = batch_.fault(k)) count_fault(s, static_cast<std::uint32_t>(k - batch_.begin(i)), fault);
  }
  route_batch();
}

void RankWalk::expand_one(StateId s) {
  space_.expand(own_.load(s), expansion_);
  const std::size_t count = expansion_.reduced();
  ++counted_.expanded;
  counted_.transitions += count;
  counted_.partial += count < expansion_.size() ? 1 : 0;
  counted_.max_out_degree = std::max<std::uint64_t>(counted_.max_out_degree, count);
  if (count == 0) count_end(s, expansion_.source());
  if (expansion_.has_faults())
    for (std::uint32_t i = 0; i < count; ++i)
      if (const model::Fault& fault = expansion_.fault(i)) count_fault(s, i, fault);
  for (std::size_t i = 0; i < count; ++i) route(expansion_.state(i));
}

void RankWalk::count_end(StateId s, system::Bytes state) {
  ++counted_.deadlocks;
  if (!evaluator_.is_deadlock(state)) return;
  ++counted_.stuck;
  found(walk::Goal::Kind::deadlock, {.state = s});
}

void RankWalk::count_fault(StateId s, std::uint32_t choice, const model::Fault& fault) {
  ++counted_.faults;
  found(walk::Goal::Kind::fault, {.state = s, .choice = choice, .fault = fault});
}

void RankWalk::found(walk::Goal::Kind kind, const walk::Witness& witness) {
  for (std::size_t i = 0; i < goals_.size(); ++i)
    if (goals_[i].kind == kind && !counted_.witnesses[i]) counted_.witnesses[i] = witness;
}

void RankWalk::route(Bytes t) {
  const unsigned owner = exchange_.owner_of(t);
  if (owner == transport_.rank())
    mine_.push_back(t);
  else
    exchange_.send(owner, t, {});
}

// The owners of all successors are found together, and which of them are foreign is told without a branch: half of the time it
// would be predicted wrong.
void RankWalk::route_batch() {
  const std::size_t count = batch_.size();
  if (transport_.ranks() == 1) {
    for (std::size_t k = 0; k < count; ++k) mine_.push_back(batch_.state(k));
    return;
  }
  if (!sent_ || !batch_.is_uniform() || count == 0) {
    for (std::size_t k = 0; k < count; ++k) route(batch_.state(k));
    return;
  }
  if (owners_.size() < count) {
    owners_.resize(count);
    hashes_.resize(count);
    foreign_.resize(count);
  }
  exchange_.owners_of(batch_.data(), std::span(owners_).first(count), std::span(hashes_).first(count));
  mine_.resize(count);
  std::size_t mine = 0;
  std::size_t foreign = 0;
  for (std::size_t k = 0; k < count; ++k) {
    mine_[mine] = batch_.state(k);
    foreign_[foreign] = static_cast<std::uint32_t>(k);
    const bool is_mine = owners_[k] == rank_;
    mine += is_mine ? 1 : 0;
    foreign += is_mine ? 0 : 1;
    sent_->prefetch(hashes_[k]);
  }
  mine_.resize(mine);
  for (std::size_t i = 0; i < foreign; ++i) {
    const std::uint32_t k = foreign_[i];
    if (!sent_->note(hashes_[k], batch_.state(k).data())) exchange_.send(owners_[k], batch_.state(k), {});
  }
}

void RankWalk::take_in_mine() {
  take_in(mine_);
  mine_.clear();
}

void RankWalk::receive(std::span<const Bytes> states, std::span<const std::uint64_t> /*numbers*/) {
  stop_.attempt([&] { take_in(states); });
}

void RankWalk::take_in(std::span<const Bytes> states) {
  if (states.empty()) return;
  own_.insert(states);
  if (!evaluator_.looks_at_states() || is_restoring_) return;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!own_.stored()[i].is_new) continue;
    evaluator_.look_at(
        product_.expander().system_state(states[i]), [&](std::size_t goal) { return !counted_.witnesses[goal]; },
        [&](std::size_t goal, const model::Fault& fault) {
          counted_.witnesses[goal] = walk::Witness{.state = own_.stored()[i].id, .fault = fault};
        });
  }
}

void RankWalk::look_up() {
  progress_.show(own_.size(), counted_.expanded, counted_.transitions, own_.levels());
  const std::uint64_t max_states = product_.options().max_states;
  if (max_states != 0 && std::max<std::uint64_t>(own_.size(), progress_.known_states()) > max_states)
    throw Stopped{too_many_states};
}

// Collective.
void RankWalk::sum_up(RankedExploration& result) {
  walk::Exploration& e = result.exploration;
  std::vector<std::uint64_t> sums = {own_.size(),    counted_.expanded, counted_.transitions, counted_.deadlocks,
                                     counted_.stuck, counted_.faults,   counted_.partial};
  transport_.sum(sums);
  e.states = sums[0];
  e.expanded = sums[1];
  e.transitions = sums[2];
  e.deadlocks = sums[3];
  e.stuck = sums[4];
  e.faults = sums[5];
  e.partial = sums[6];
  e.levels = own_.levels();
  const std::uint64_t max_states = product_.options().max_states;
  e.complete = !stop_.is_agreed() || (e.expanded == e.states && (max_states == 0 || e.states <= max_states));
  if (!e.complete) e.reason = stop_.reason();
  if (max_states != 0) e.states = std::min(e.states, max_states);
  RankFigures mine{.states = own_.size(),
                   .expanded = counted_.expanded,
                   .transitions = counted_.transitions,
                   .store_bytes = own_.bytes(),
                   .resident_bytes = peak_resident_bytes()};
  exchange_.report(mine);
  result.ranks = gather_figures(transport_, mine);
  for (const std::vector<std::uint8_t>& degree : transport_.gather(to_bytes(counted_.max_out_degree)))
    e.max_out_degree = std::max(e.max_out_degree, from_bytes(degree));
}

// The number, among all transitions of the state, of one that is counted in the order of the reduction.
std::uint32_t RankWalk::as_written(system::Bytes state, std::uint32_t choice) {
  if (!space_.reduces()) return choice;
  space_.expand(state, expansion_);
  const system::State target(expansion_.state(choice).begin(), expansion_.state(choice).end());
  const model::Fault fault = expansion_.fault(choice);
  product_.expander().expand(state, expansion_);
  for (std::uint32_t i = 0; i < expansion_.size(); ++i)
    if (expansion_.fault(i).kind == fault.kind && expansion_.fault(i).place == fault.place &&
        std::ranges::equal(expansion_.state(i), target))
      return i;
  throw std::logic_error("a transition of the reduced set is none of the state");
}

std::optional<walk::FoundGoal> RankWalk::rebuild(std::size_t goal) {
  struct Met {
    std::uint64_t level;
    std::uint64_t choice;  // plus 1; 0: none
    system::State state;
  };
  std::vector<std::uint8_t> bytes;
  if (const auto& mine = counted_.witnesses[goal]) {
    const store::Bytes stored = own_.load(mine->state);
    const system::State state(stored.begin(), stored.end());
    bytes = to_bytes(own_.level_of(mine->state));
    const std::vector<std::uint8_t> choice = to_bytes(mine->choice ? std::uint64_t{as_written(state, *mine->choice)} + 1 : 0);
    bytes.insert(bytes.end(), choice.begin(), choice.end());
    bytes.insert(bytes.end(), state.begin(), state.end());
  }
  std::optional<Met> best;
  for (const std::vector<std::uint8_t>& found : transport_.gather(bytes)) {
    if (found.empty()) continue;
    const std::uint64_t level = from_bytes(found);
    if (best && best->level <= level) continue;
    best = Met{.level = level, .choice = from_bytes(std::span(found).subspan(8)), .state = {found.begin() + 16, found.end()}};
  }
  if (!best) return std::nullopt;
  walk::FoundGoal found;
  const auto last = best->choice == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(best->choice - 1));
  found.run = run_through(product_, way_to(transport_, product_, own_, best->state, best->level), last);
  if (last) {
    found.fault = found.run.steps.back().fault;
    return found;
  }
  if (goals_[goal].kind == walk::Goal::Kind::fault && best->level == 0) found.fault = evaluator_.initial_fault();
  evaluator_.look_at(
      product_.expander().system_state(best->state), [&](std::size_t i) { return i == goal; },
      [&](std::size_t, const model::Fault& fault) { found.fault = fault; });
  return found;
}

}  // namespace lariat::cluster
