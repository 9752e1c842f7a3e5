// SPDX-License-Identifier: Apache-2.0
#include "lariat/cluster/explore.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "cluster/exchange.hpp"
#include "cluster/own_states.hpp"
#include "cluster/stop.hpp"
#include "cluster/way.hpp"
#include "lariat/base/memory.hpp"
#include "lariat/walk/goals.hpp"

namespace lariat::cluster {
namespace {

constexpr StateId group_size = 64;  // states that are expanded together

class RankWalk : private Receiver {
 public:
  RankWalk(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
           const walk::ExploreOptions& options)
      : transport_(transport),
        product_(product),
        goals_(goals),
        options_(options),
        evaluator_(product.system(), goals),
        exchange_(transport, product.hidden_bytes()),
        own_(product),
        witnesses_(goals.size()) {
    exchange_.deliver_to(*this, 0);
  }

  RankedExploration run() {
    const auto start = std::chrono::steady_clock::now();
    begin();
    while (begin_level()) {
      expand_level();
      exchange_.end_level();
    }
    RankedExploration result;
    sum_up(result);
    result.exploration.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (std::size_t i = 0; i < goals_.size(); ++i) result.found.push_back(rebuild(i));
    return result;
  }

 private:
  // Where a goal was met: in a state, or on a transition of it.
  struct Witness {
    system::State state;
    std::uint64_t level = 0;
    std::optional<std::uint32_t> choice = {};
  };

  void begin() {
    const std::vector<system::State> initial = product_.expander().initial();
    if (transport_.rank() == 0 && evaluator_.initial_fault()) found(walk::Goal::Kind::fault, initial.front(), 0, std::nullopt);
    for (const system::State& s : initial)
      if (exchange_.is_own(s)) mine_.emplace_back(s);
    take_in_mine();
  }

  // Collective: true if there is another level, and nobody has a reason to stop.
  bool begin_level() {
    std::vector<std::uint64_t> sums = {own_.size() - (own_.levels() == 0 ? 0 : own_.level(own_.levels() - 1).end), own_.size(),
                                       expanded_, transitions_};
    for (const auto& witness : witnesses_) sums.push_back(witness ? 1 : 0);
    transport_.sum(sums);
    if (sums[0] == 0) return false;
    level_ = own_.begin_level();
    known_ = {.states = sums[1], .expanded = sums[2], .transitions = sums[3]};
    own_known_ = {.states = own_.size(), .expanded = expanded_, .transitions = transitions_};
    const std::uint64_t max_states = product_.options().max_states;
    if (max_states != 0 && sums[1] > max_states) stop_.ask(too_many_states);
    if (options_.limits.max_depth != 0 && own_.levels() > options_.limits.max_depth) stop_.ask("the depth limit was reached");
    if (options_.stop_when_found && std::all_of(sums.begin() + 4, sums.end(), [](std::uint64_t n) { return n != 0; }))
      stop_.ask("what was looked for has been found");
    return !stop_.agree(transport_);
  }

  void expand_level() {
    const bool in_groups = product_.expander().is_system_itself();
    for (StateId s = level_.begin; s < level_.end && !stop_.is_asked();) {
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
  }

  void expand_group(store::IdRange group) {
    own_.load_group(group, sources_);
    product_.system().successors(sources_, batch_, {.coverage = product_.options().coverage});
    expanded_ += group.size();
    transitions_ += batch_.size();
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::size_t count = batch_.end(i) - batch_.begin(i);
      max_out_degree_ = std::max<std::uint64_t>(max_out_degree_, count);
      if (count == 0) count_end(sources_[i]);
      if (batch_.has_flags())
        for (std::size_t k = batch_.begin(i); k < batch_.end(i); ++k)
          if (batch_.fault(k)) count_fault(sources_[i], static_cast<std::uint32_t>(k - batch_.begin(i)));
    }
    for (std::size_t k = 0; k < batch_.size(); ++k) route(batch_.state(k));
  }

  void expand_one(StateId s) {
    product_.expander().expand(own_.load(s), expansion_);
    ++expanded_;
    transitions_ += expansion_.size();
    max_out_degree_ = std::max<std::uint64_t>(max_out_degree_, expansion_.size());
    if (expansion_.size() == 0) count_end(expansion_.source());
    if (expansion_.has_faults())
      for (std::uint32_t i = 0; i < expansion_.size(); ++i)
        if (expansion_.fault(i)) count_fault(expansion_.source(), i);
    for (std::size_t i = 0; i < expansion_.size(); ++i) route(expansion_.state(i));
  }

  void count_end(system::Bytes s) {
    ++deadlocks_;
    if (!evaluator_.is_deadlock(s)) return;
    ++stuck_;
    found(walk::Goal::Kind::deadlock, s, own_.levels() - 1, std::nullopt);
  }
  void count_fault(system::Bytes s, std::uint32_t choice) {
    ++faults_;
    found(walk::Goal::Kind::fault, s, own_.levels() - 1, choice);
  }

  void route(Bytes t) {
    const unsigned owner = exchange_.owner_of(t);
    if (owner == transport_.rank())
      mine_.push_back(t);
    else
      exchange_.send(owner, t, {});
  }

  void take_in_mine() {
    take_in(mine_);
    mine_.clear();
  }

  void receive(std::span<const Bytes> states, std::span<const std::uint64_t> /*numbers*/) override {
    stop_.attempt([&] { take_in(states); });
  }

  void take_in(std::span<const Bytes> states) {
    if (states.empty()) return;
    own_.insert(states);
    if (!evaluator_.looks_at_states()) return;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!own_.stored()[i].is_new) continue;
      evaluator_.look_at(
          product_.expander().system_state(states[i]), [&](std::size_t goal) { return !witnesses_[goal]; },
          [&](std::size_t goal, const model::Fault&) {
            witnesses_[goal] = Witness{.state = system::State(states[i].begin(), states[i].end()), .level = own_.levels()};
          });
    }
  }

  void found(walk::Goal::Kind kind, system::Bytes s, std::uint64_t level, std::optional<std::uint32_t> choice) {
    for (std::size_t i = 0; i < goals_.size(); ++i)
      if (goals_[i].kind == kind && !witnesses_[i])
        witnesses_[i] = Witness{.state = system::State(s.begin(), s.end()), .level = level, .choice = choice};
  }

  // Shows how far all ranks have come, as far as this one knows: in a level, the others are taken to do as much as this one.
  void look_up() {
    if (Gauge* const gauge = options_.limits.gauge; gauge != nullptr) {
      const auto all = [&](std::uint64_t known, std::uint64_t now, std::uint64_t before) {
        return known + (now - before) * transport_.ranks();
      };
      gauge->states.store(all(known_.states, own_.size(), own_known_.states), std::memory_order_relaxed);
      gauge->post_calls.store(all(known_.expanded, expanded_, own_known_.expanded), std::memory_order_relaxed);
      gauge->transitions.store(all(known_.transitions, transitions_, own_known_.transitions), std::memory_order_relaxed);
      gauge->depth.store(own_.levels(), std::memory_order_relaxed);
    }
    stop_at_limit(options_.limits);
  }

  // Collective.
  void sum_up(RankedExploration& result) {
    walk::Exploration& e = result.exploration;
    std::vector<std::uint64_t> sums = {own_.size(), expanded_, transitions_, deadlocks_, stuck_, faults_};
    transport_.sum(sums);
    e.states = sums[0];
    e.expanded = sums[1];
    e.transitions = sums[2];
    e.deadlocks = sums[3];
    e.stuck = sums[4];
    e.faults = sums[5];
    e.levels = own_.levels();
    const std::uint64_t max_states = product_.options().max_states;
    e.complete = !stop_.is_agreed() || (e.expanded == e.states && (max_states == 0 || e.states <= max_states));
    if (!e.complete) e.reason = stop_.reason();
    if (max_states != 0) e.states = std::min(e.states, max_states);
    RankFigures mine{.states = own_.size(),
                     .expanded = expanded_,
                     .transitions = transitions_,
                     .store_bytes = own_.bytes(),
                     .resident_bytes = peak_resident_bytes()};
    exchange_.report(mine);
    result.ranks = gather_figures(transport_, mine);
    for (const std::vector<std::uint8_t>& degree : transport_.gather(to_bytes(max_out_degree_)))
      e.max_out_degree = std::max(e.max_out_degree, from_bytes(degree));
  }

  // Collective: the run to the witness that is nearest to an initial state, by the first rank that has one there.
  std::optional<walk::FoundGoal> rebuild(std::size_t goal) {
    std::optional<Witness> best;
    const auto& mine = witnesses_[goal];
    std::vector<std::uint8_t> bytes;
    if (mine) {
      bytes = to_bytes(mine->level);
      const std::vector<std::uint8_t> choice = to_bytes(mine->choice ? std::uint64_t{*mine->choice} + 1 : 0);
      bytes.insert(bytes.end(), choice.begin(), choice.end());
      bytes.insert(bytes.end(), mine->state.begin(), mine->state.end());
    }
    for (const std::vector<std::uint8_t>& found : transport_.gather(bytes)) {
      if (found.empty()) continue;
      const std::uint64_t level = from_bytes(found);
      if (best && best->level <= level) continue;
      const std::uint64_t choice = from_bytes(std::span(found).subspan(8));
      best = Witness{.state = system::State(found.begin() + 16, found.end()), .level = level};
      if (choice != 0) best->choice = static_cast<std::uint32_t>(choice - 1);
    }
    if (!best) return std::nullopt;
    const system::State state = best->state;
    walk::FoundGoal found;
    found.run = run_through(product_, way_to(transport_, product_, own_, state, best->level), best->choice);
    if (best->choice) {
      found.fault = found.run.steps.back().fault;
      return found;
    }
    if (goals_[goal].kind == walk::Goal::Kind::fault && best->level == 0) found.fault = evaluator_.initial_fault();
    evaluator_.look_at(
        product_.expander().system_state(state), [&](std::size_t i) { return i == goal; },
        [&](std::size_t, const model::Fault& fault) { found.fault = fault; });
    return found;
  }

  struct Totals {
    std::uint64_t states = 0;
    std::uint64_t expanded = 0;
    std::uint64_t transitions = 0;
  };

  Transport& transport_;
  product::Product& product_;
  const std::vector<walk::Goal>& goals_;
  const walk::ExploreOptions& options_;
  walk::GoalEvaluator evaluator_;
  Exchange exchange_;
  OwnStates own_;
  StopRequest stop_;
  store::IdRange level_;
  Totals known_;             // of all ranks, when the level began
  Totals own_known_;         // of this one, then
  std::vector<Bytes> mine_;  // successors that belong to this rank and have not been stored yet
  std::vector<store::Bytes> sources_;
  system::Batch batch_;
  product::Expansion expansion_;
  std::uint64_t turns_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t deadlocks_ = 0;
  std::uint64_t stuck_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t max_out_degree_ = 0;
  std::vector<std::optional<Witness>> witnesses_;  // by goal
};

}  // namespace

RankedExploration explore_states(Transport& transport, product::Product& product, const std::vector<walk::Goal>& goals,
                                 const walk::ExploreOptions& options) {
  const system::Layout layout = product.system().layout();
  if (product.hidden_bytes() != 0 && layout.reads_hidden) {
    RankedExploration refused;
    refused.exploration.reason =
        "what follows a state depends on hidden variables, and then on the order in which ranks meet it";
    refused.found.resize(goals.size());
    return refused;
  }
  return RankWalk(transport, product, goals, options).run();
}

std::vector<RankFigures> gather_figures(Transport& transport, const RankFigures& mine) {
  constexpr std::uint64_t RankFigures::*fields[] = {
      &RankFigures::states,       &RankFigures::expanded,   &RankFigures::transitions, &RankFigures::sent_states,
      &RankFigures::sent_batches, &RankFigures::sent_bytes, &RankFigures::store_bytes, &RankFigures::resident_bytes};
  std::vector<std::uint8_t> bytes;
  for (const auto field : fields) {
    const std::vector<std::uint8_t> value = to_bytes(mine.*field);
    bytes.insert(bytes.end(), value.begin(), value.end());
  }
  std::vector<RankFigures> all;
  for (const std::vector<std::uint8_t>& one : transport.gather(bytes)) {
    RankFigures& figures = all.emplace_back();
    std::size_t at = 0;
    for (const auto field : fields) figures.*field = from_bytes(std::span(one).subspan(8 * at++));
  }
  return all;
}

}  // namespace lariat::cluster
