// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include "walk/approximate.hpp"
#include "walk/swarm.hpp"

namespace lariat::walk {
namespace {

// What the members of a swarm count adds up, but for the states, which several of them see.
void add(const Exploration& one, Exploration& all) {
  all.expanded += one.expanded;
  all.transitions += one.transitions;
  all.faults += one.faults;
  all.deadlocks = std::max(all.deadlocks, one.deadlocks);
  all.stuck = std::max(all.stuck, one.stuck);
  all.max_depth = std::max(all.max_depth, one.max_depth);
  all.max_out_degree = std::max(all.max_out_degree, one.max_out_degree);
}

// A state is marked when it is met, not when it is entered: each stands on the stack at most once.
template <class Store>
class Walk {
 public:
  Walk(product::Product& product, const std::vector<Goal>& goals, const ExploreOptions& options, Meter& meter, Store& store,
       ApproximateWalk& result)
      : expander_(product.expander()),
        evaluator_(product.system(), goals),
        goals_(goals),
        options_(options),
        meter_(meter),
        store_(store),
        hashes_(product.hidden_bytes()),
        result_(result) {}

  void run() {
    begin();
    while (!stack_.empty() && !all_found()) {
      if (stack_.entered(stack_.top()))
        stack_.pop();
      else
        enter();
    }
  }

 private:
  // A goal that the state on top meets, or the state that the choice leads to.
  struct Hit {
    std::size_t goal;
    std::optional<std::uint32_t> choice;
    model::Fault fault;
  };

  void begin() {
    const model::Fault fault = evaluator_.initial_fault();
    for (const system::State& state : expander_.initial()) {
      meter_.make_room(store_, 1);
      if (!store_.insert(hashes_.of(state), store::Colour::visited)) continue;
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
    if (meter_.ends_path(stack_.depth())) return;
    meter_.begin_expansion(stack_.depth());
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
    meter_.make_room(store_, count);
    hashes_.compute(expansion_, store_, store::Colour::visited);
    const std::size_t source = stack_.top();
    std::uint64_t limit = 0;
    for (std::size_t i = count; i-- > 0;) {
      if (!store_.insert(hashes_[i], store::Colour::visited)) continue;
      meter_.note(hashes_[i]);
      const system::Bytes target = expansion_.state(i);
      result_.approximation.state_bytes = std::max<std::uint64_t>(result_.approximation.state_bytes, target.size());
      stack_.push(target, static_cast<std::uint32_t>(i));
      look_at(target, static_cast<std::uint32_t>(i));
      ++limit;
    }
    meter_.note_stack(stack_.bytes());
    if (!hits_.empty()) take_in(stack_.state(source));
    for (; limit > 0; --limit) meter_.count_state();
  }

  void note_end() {
    ++result_.exploration.deadlocks;
    if (!evaluator_.is_deadlock(expander_.system_state(stack_.state(stack_.top())))) return;
    ++result_.exploration.stuck;
    met(Goal::Kind::deadlock, {}, {});
  }

  bool is_open(std::size_t goal) const {
    return !result_.found[goal] && std::none_of(hits_.begin(), hits_.end(), [&](const Hit& hit) { return hit.goal == goal; });
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
      RunBuilder builder(expander_);
      std::optional<system::Bytes> before;
      for (std::size_t entry = 0; entry < stack_.size(); ++entry) {
        if (!stack_.entered(entry)) continue;
        if (before)
          builder.step(*before, stack_.choice(entry));
        else
          builder.begin(stack_.state(entry));
        before = stack_.state(entry);
      }
      if (!before) builder.begin(last);
      if (hit.choice) builder.step(*before, *hit.choice);
      result_.found[hit.goal] = FoundGoal{.run = builder.take(), .fault = hit.fault};
    }
    hits_.clear();
  }

  bool all_found() const {
    return options_.stop_when_found && !goals_.empty() &&
           std::all_of(result_.found.begin(), result_.found.end(), [](const auto& found) { return found.has_value(); });
  }

  product::Expander& expander_;
  product::Expansion expansion_;
  GoalEvaluator evaluator_;
  const std::vector<Goal>& goals_;
  const ExploreOptions& options_;
  Meter& meter_;
  Store& store_;
  StateStack stack_;
  Hashes hashes_;
  ApproximateWalk& result_;
  std::vector<Hit> hits_;
};

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
  Meter meter(options.limits, approximate);
  Exploration& e = result.exploration;
  e.reason = run_with_store(approximate, options.limits, result.approximation, meter.states,
                            [&](auto& store) { Walk(product, goals, options, meter, store, result).run(); });
  result.finished = e.reason.empty();
  if (e.reason.empty()) e.reason = remark(result.approximation);
  e.states = meter.states;
  e.expanded = meter.expanded;
  e.transitions = meter.transitions;
  e.max_depth = meter.max_depth;
  result.approximation.stack_bytes = meter.stack_bytes;
  e.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace lariat::walk
