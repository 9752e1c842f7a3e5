// SPDX-License-Identifier: Apache-2.0
// A depth-first walk on states that are bytes, by one thread or several. Threads share the store, which says of each state who
// met it first; that thread enters it, or gives it away to one that has nothing to do (walk/work_exchange.hpp).
#include <atomic>
#include <mutex>

#include "lariat/parallel/joint_search.hpp"
#include "walk/approximate.hpp"
#include "walk/swarm.hpp"
#include "walk/work_exchange.hpp"

namespace lariat::walk {
namespace {

// What the members of a swarm, or threads, count adds up, but for the states.
void add(const Exploration& one, Exploration& all) {
  all.expanded += one.expanded;
  all.transitions += one.transitions;
  all.faults += one.faults;
  all.max_depth = std::max(all.max_depth, one.max_depth);
  all.max_out_degree = std::max(all.max_out_degree, one.max_out_degree);
}

// What threads that walk together share beside the store.
class WalkTeam {
 public:
  WalkTeam(const std::vector<Goal>& goals, bool stops_when_found)
      : stops_when_found_(stops_when_found && !goals.empty()), open_goals_(goals.size()), is_met_(goals.size()) {}

  WorkExchange& exchange() { return exchange_; }
  parallel::JointSearch& search() { return search_; }
  SharedMeter& meter() { return meter_; }

  bool is_over() const { return search_.is_over() || all_found_.load(std::memory_order_relaxed); }
  bool is_open(std::size_t goal) const { return !is_met_[goal].load(std::memory_order_relaxed); }
  // True for the first call with this goal.
  bool close(std::size_t goal) {
    if (is_met_[goal].exchange(true)) return false;
    if (open_goals_.fetch_sub(1) == 1 && stops_when_found_) all_found_.store(true);
    return true;
  }

 private:
  WorkExchange exchange_;
  parallel::JointSearch search_;
  SharedMeter meter_;
  bool stops_when_found_;
  std::atomic<std::size_t> open_goals_;
  std::atomic<bool> all_found_ = false;
  std::vector<std::atomic<bool>> is_met_;
};

// A state is marked when it is met, not when it is entered: each stands on the stack at most once.
template <class Store>
class Walk {
 public:
  Walk(product::Product& product, const std::vector<Goal>& goals, Meter& meter, Store& store, WalkTeam& team,
       ApproximateWalk& result)
      : expander_(product.expander()),
        evaluator_(product.system(), goals),
        goals_(goals),
        meter_(meter),
        store_(store),
        hashes_(product.hidden_bytes()),
        team_(team),
        result_(result) {}

  // The part of one thread; the first one begins with the initial states.
  void run() {
    if (meter_.thread() == 0) {
      begin();
      walk();
      team_.exchange().finish();
    }
    while (std::optional<WalkPart> part = team_.exchange().take()) {
      way_ = std::move(part->way);
      for (const WalkPart::Waiting& waiting : part->states) stack_.push(waiting.state, waiting.choice);
      walk();
      team_.exchange().finish();
    }
  }

 private:
  // A goal that the state on top meets, or the state that the choice leads to.
  struct Hit {
    std::size_t goal;
    std::optional<std::uint32_t> choice;
    model::Fault fault;
  };

  void walk() {
    while (!stack_.empty() && !team_.is_over()) {
      if (!stack_.waits(stack_.top())) {
        stack_.pop();
        continue;
      }
      enter();
      if (team_.exchange().wants_work()) give_work();
    }
    if (team_.is_over()) team_.exchange().stop();
  }

  // Gives away the states that wait lowest on the stack, but for the one on top.
  void give_work() {
    constexpr std::size_t most = 64;
    const std::size_t first = stack_.lowest_waiting();
    WalkPart part{.way = way_to(first), .states = {}};
    for (std::size_t entry = first; entry < stack_.top() && stack_.waits(entry) && part.states.size() < most; ++entry) {
      const system::Bytes state = stack_.state(entry);
      part.states.push_back({.state = {state.begin(), state.end()}, .choice = stack_.choice(entry)});
      stack_.give_away(entry);
    }
    if (!part.states.empty()) team_.exchange().give(std::move(part));
  }

  // The path of what is entered below an entry.
  std::shared_ptr<const SharedPath> way_to(std::size_t end) const {
    std::shared_ptr<SharedPath> way;
    for (std::size_t entry = 0; entry < end; ++entry) {
      if (!stack_.entered(entry)) continue;
      if (way == nullptr) {
        way = std::make_shared<SharedPath>();
        way->before = way_;
        if (way_ == nullptr) {
          const system::Bytes initial = stack_.state(entry);
          way->initial.assign(initial.begin(), initial.end());
          continue;
        }
      }
      way->choices.push_back(stack_.choice(entry));
    }
    if (way == nullptr) return way_;
    way->length = (way_ == nullptr ? 1 : way_->length) + way->choices.size();
    return way;
  }

  std::size_t depth() const { return (way_ == nullptr ? 0 : way_->length) + stack_.depth(); }

  void begin() {
    const model::Fault fault = evaluator_.initial_fault();
    for (const system::State& state : expander_.initial()) {
      if (const StoreUse use(meter_, store_, 1); !insert(hashes_.of(state))) continue;
      meter_.note(hashes_.of(state));
      result_.approximation.state_bytes = std::max<std::uint64_t>(result_.approximation.state_bytes, state.size());
      stack_.push(state, 0);
      if (fault) met(Goal::Kind::fault, {}, fault);
      look_at(state, {});
      take_in(state);
      meter_.count_state();
    }
  }

  void enter() {
    stack_.enter_top();
    if (meter_.ends_path(depth())) return;
    meter_.begin_expansion(depth());
    expander_.expand(stack_.state(stack_.top()), expansion_);
    const std::size_t count = expansion_.size();
    meter_.transitions += count;
    Exploration& e = result_.exploration;
    e.max_out_degree = std::max<std::uint64_t>(e.max_out_degree, count);
    for (std::size_t i = 0; i < count; ++i)
      if (const model::Fault& fault = expansion_.fault(i)) {
        ++e.faults;
        met(Goal::Kind::fault, static_cast<std::uint32_t>(i), fault);
      }
    if (count == 0) note_end();
    const std::size_t source = stack_.top();
    const std::size_t found = push_new();
    meter_.note_stack(stack_.bytes());
    if (!hits_.empty()) take_in(stack_.state(source));
    for (std::size_t i = 0; i < found; ++i) meter_.count_state();
  }

  bool insert(const store::StateHash& hash) { return store_.insert(hash, store::Colour::visited, meter_.thread()); }

  // Puts the successors that nobody has met onto the stack, first on top. Returns how many they are.
  std::size_t push_new() {
    new_.clear();
    {
      const StoreUse use(meter_, store_, expansion_.size());
      hashes_.compute(expansion_, store_, store::Colour::visited);
      for (std::size_t i = expansion_.size(); i-- > 0;)
        if (insert(hashes_[i])) new_.push_back(static_cast<std::uint32_t>(i));
    }
    for (const std::uint32_t i : new_) {
      meter_.note(hashes_[i]);
      const system::Bytes target = expansion_.state(i);
      result_.approximation.state_bytes = std::max<std::uint64_t>(result_.approximation.state_bytes, target.size());
      stack_.push(target, i);
      look_at(target, i);
    }
    return new_.size();
  }

  void note_end() {
    ++result_.exploration.deadlocks;
    if (!evaluator_.is_deadlock(expander_.system_state(stack_.state(stack_.top())))) return;
    ++result_.exploration.stuck;
    met(Goal::Kind::deadlock, {}, {});
  }

  bool is_open(std::size_t goal) const {
    return team_.is_open(goal) && std::none_of(hits_.begin(), hits_.end(), [&](const Hit& hit) { return hit.goal == goal; });
  }

  void met(Goal::Kind kind, std::optional<std::uint32_t> choice, const model::Fault& fault) {
    for (std::size_t i = 0; i < goals_.size(); ++i)
      if (goals_[i].kind == kind && is_open(i)) hits_.push_back({.goal = i, .choice = choice, .fault = fault});
  }

  void look_at(system::Bytes whole, std::optional<std::uint32_t> choice) {
    if (!evaluator_.looks_at_states()) return;
    evaluator_.look_at(
        expander_.system_state(whole), [&](std::size_t i) { return is_open(i); },
        [&](std::size_t i, const model::Fault& fault) { hits_.push_back({.goal = i, .choice = choice, .fault = fault}); });
  }

  // Turns hits into runs: the path of the entered states, and the last step. Produces successors, so it comes last.
  void take_in(system::Bytes last) {
    for (const Hit& hit : hits_) {
      if (!team_.close(hit.goal)) continue;
      RunBuilder builder(expander_);
      system::State before = follow(way_.get(), builder);
      for (std::size_t entry = 0; entry < stack_.size(); ++entry) {
        if (!stack_.entered(entry)) continue;
        if (before.empty())
          builder.begin(stack_.state(entry));
        else
          builder.step(before, stack_.choice(entry));
        const system::Bytes state = stack_.state(entry);
        before.assign(state.begin(), state.end());
      }
      if (before.empty()) builder.begin(last);
      if (hit.choice) builder.step(before, *hit.choice);
      result_.found[hit.goal] = FoundGoal{.run = builder.take(), .fault = hit.fault};
    }
    hits_.clear();
  }

  // Begins a run with a path, and returns the state in which that ends; no bytes if there is no path.
  static system::State follow(const SharedPath* way, RunBuilder& builder) {
    std::vector<const SharedPath*> parts;
    for (; way != nullptr; way = way->before.get()) parts.push_back(way);
    system::State state;
    for (; !parts.empty(); parts.pop_back()) {
      if (parts.back()->before == nullptr) {
        state = parts.back()->initial;
        builder.begin(state);
      }
      for (const std::uint32_t choice : parts.back()->choices) state = builder.follow(state, choice);
    }
    return state;
  }

  product::Expander& expander_;
  product::Expansion expansion_;
  GoalEvaluator evaluator_;
  const std::vector<Goal>& goals_;
  Meter& meter_;
  Store& store_;
  std::shared_ptr<const SharedPath> way_;  // to the state below the bottom of the stack; null: initial states are there
  StateStack stack_;
  Hashes hashes_;
  WalkTeam& team_;
  ApproximateWalk& result_;
  std::vector<Hit> hits_;
  std::vector<std::uint32_t> new_;  // transitions of the state that is entered that lead to new states
};

// Adds what one thread counted and found to the result.
void add(ApproximateWalk& one, const Meter& meter, ApproximateWalk& all) {
  Exploration& e = one.exploration;
  e.expanded = meter.expanded;
  e.transitions = meter.transitions;
  e.max_depth = meter.max_depth;
  add(e, all.exploration);
  all.exploration.states += meter.states;
  all.exploration.deadlocks += e.deadlocks;
  all.exploration.stuck += e.stuck;
  for (std::size_t i = 0; i < one.found.size(); ++i)
    if (one.found[i]) all.found[i] = std::move(one.found[i]);
  all.approximation.stack_bytes += meter.stack_bytes;
  all.approximation.state_bytes = std::max(all.approximation.state_bytes, one.approximation.state_bytes);
}

bool has_all(const ApproximateWalk& walk) {
  return !walk.found.empty() &&
         std::all_of(walk.found.begin(), walk.found.end(), [](const auto& found) { return found.has_value(); });
}

ApproximateWalk walk_by_swarm(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options,
                              const ApproximateOptions& approximate) {
  const auto start = std::chrono::steady_clock::now();
  ApproximateWalk result;
  result.found.resize(goals.size());
  std::mutex mutex;  // of the result
  SwarmReport report = run_swarm(product, options.limits, approximate, [&](const SwarmTask& task) {
    ExploreOptions own = options;
    own.limits = task.limits;
    ApproximateWalk walk = walk_approximately(task.product, goals, own, task.approximate);
    const std::scoped_lock lock(mutex);
    SwarmOutcome outcome{.states = walk.exploration.states, .finished = walk.finished};
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (walk.found[i] && !result.found[i]) {
        result.found[i] = std::move(walk.found[i]);
        outcome.found = true;
      }
    outcome.all_found = options.stop_when_found && has_all(result);
    add(walk.exploration, result.exploration);
    result.exploration.deadlocks = std::max(result.exploration.deadlocks, walk.exploration.deadlocks);
    result.exploration.stuck = std::max(result.exploration.stuck, walk.exploration.stuck);
    add(walk.approximation, result.approximation);
    return outcome;
  });
  result.exploration.states = static_cast<std::uint64_t>(report.seen);
  result.approximation.swarm = std::move(report);
  result.exploration.reason = remark(result.approximation);
  result.exploration.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

ApproximateWalk walk_approximately(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options,
                                   const ApproximateOptions& approximate) {
  if (approximate.swarm.members != 0) return walk_by_swarm(product, goals, options, approximate);
  const auto start = std::chrono::steady_clock::now();
  ApproximateWalk result;
  result.found.resize(goals.size());
  const auto clones = clones_for_threads(product, approximate.threads);
  result.threads = static_cast<unsigned>(clones.size()) + 1;
  WalkTeam team(goals, options.stop_when_found);
  std::vector<Meter> meters;
  for (unsigned thread = 0; thread < result.threads; ++thread)
    meters.emplace_back(options.limits, approximate, thread, result.threads == 1 ? nullptr : &team.meter());
  std::vector<ApproximateWalk> parts(result.threads);
  for (ApproximateWalk& part : parts) part.found.resize(goals.size());
  const auto search = [&](auto& store) {
    team.search().run(result.threads, [&](unsigned thread) {
      try {
        Walk(thread == 0 ? product : *clones[thread - 1], goals, meters[thread], store, team, parts[thread]).run();
      } catch (...) {
        team.exchange().stop();
        throw;
      }
    });
  };
  Exploration& e = result.exploration;
  e.reason = run_with_store(approximate, options.limits, meters, result.approximation, search);
  result.finished = e.reason.empty();
  if (e.reason.empty()) e.reason = remark(result.approximation);
  for (unsigned thread = 0; thread < result.threads; ++thread) add(parts[thread], meters[thread], result);
  e.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace lariat::walk
