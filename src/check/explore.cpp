// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/explore.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>

namespace lariat::check {
namespace {

class Explorer {
 public:
  Explorer(Product& product, const std::vector<Goal>& goals, const ExploreOptions& options)
      : product_(product), goals_(goals), options_(options) {
    result_.witnesses.resize(goals.size());
    for (const Goal& goal : goals) watches_states_ |= goal.kind != Goal::Kind::deadlock;
  }

  Exploration run() {
    const auto start = std::chrono::steady_clock::now();
    try {
      begin();
      result_.complete = options_.order == SearchOrder::breadth_first ? breadth_first() : depth_first();
      if (!result_.complete) result_.reason = "what was looked for has been found";
    } catch (const Stopped& stopped) {
      result_.reason = stopped.reason;
    } catch (const std::bad_alloc&) {
      result_.reason = "out of memory";
    } catch (const std::length_error& error) {
      result_.reason = error.what();
    }
    result_.states = product_.store().size();
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  void begin() {
    model::Fault fault;
    product_.interpreter().initial(&fault);
    for (const StateId s : product_.initial()) result_.parents.push_back(s);
    if (fault) met(Goal::Kind::fault, {.state = product_.initial().front(), .fault = fault});
    for (const StateId s : product_.initial()) look_at(s);
  }

  // The level of a state ends where the level was when its first state was taken up.
  bool breadth_first() {
    std::size_t level_end = 0;
    for (StateId s = 0; s < product_.store().size(); ++s) {
      if (all_found()) return false;
      if (s == level_end) {
        level_end = product_.store().size();
        ++result_.levels;
        depth_ = result_.levels;
      }
      expand(s);
    }
    return true;
  }

  bool depth_first() {
    struct Frame {
      StateId state;
      std::size_t begin;  // of its successors that are left to visit, in arena
    };
    std::vector<Frame> stack;
    std::vector<StateId> arena;
    std::vector<bool> visited;
    const auto enter = [&](StateId s, StateId from) {
      visited.resize(std::max<std::size_t>(visited.size(), product_.store().size()), false);
      visited[s] = true;
      result_.parents[s] = from;
      stack.push_back({.state = s, .begin = arena.size()});
      depth_ = stack.size();
      result_.max_depth = std::max<std::uint64_t>(result_.max_depth, stack.size());
      expand(s);
      for (auto t = successors_.rbegin(); t != successors_.rend(); ++t) arena.push_back(t->target);
    };
    for (const StateId s : product_.initial()) {
      if (s < visited.size() && visited[s]) continue;
      enter(s, s);
      while (!stack.empty()) {
        if (all_found()) return false;
        if (arena.size() == stack.back().begin) {
          stack.pop_back();
          continue;
        }
        const StateId t = arena.back();
        arena.pop_back();
        if (t >= visited.size() || !visited[t]) enter(t, stack.back().state);
      }
    }
    return true;
  }

  // Produces the successors of s, and looks at the new ones.
  void expand(StateId s) {
    if ((result_.expanded++ & 0xff) == 0) look_up();
    if (options_.limits.max_depth != 0 && depth_ > options_.limits.max_depth) throw Stopped{"the depth limit was reached"};
    const std::size_t known = product_.store().size();
    successors_.clear();
    try {
      product_.post(s, successors_);
    } catch (const Stopped&) {
      take_in(known, s);
      throw;
    }
    result_.transitions += successors_.size();
    result_.max_out_degree = std::max<std::uint64_t>(result_.max_out_degree, successors_.size());
    for (std::uint32_t choice = 0; choice < successors_.size(); ++choice)
      if (const model::Fault fault = product_.fault(choice)) {
        ++result_.faults;
        met(Goal::Kind::fault, {.state = s, .choice = choice, .fault = fault});
      }
    if (successors_.empty()) {
      ++result_.deadlocks;
      const model::StateView state = product_.system(s);
      const model::Interpreter& interpreter = product_.interpreter();
      // An error state is an error, not a deadlock.
      if (!interpreter.is_error(state) && !product_.interpreter().is_valid_end(state)) {
        ++result_.stuck;
        met(Goal::Kind::deadlock, {.state = s});
      }
    }
    take_in(known, s);
  }

  // The states from number `known` on are new: they were reached from s. Depth first they may yet be entered from another one.
  void take_in(std::size_t known, StateId s) {
    result_.parents.resize(product_.store().size(), s);
    if (!watches_states_) return;
    for (std::size_t t = known; t < product_.store().size(); ++t) look_at(static_cast<StateId>(t));
  }

  void look_at(StateId s) {
    if (!watches_states_) return;
    model::Interpreter& interpreter = product_.interpreter();
    const model::StateView state = product_.system(s);
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      if (result_.witnesses[i]) continue;
      const Goal& goal = goals_[i];
      if (goal.kind == Goal::Kind::fault) {
        if (const auto fault = interpreter.failed_assertion(state)) result_.witnesses[i] = Witness{.state = s, .fault = *fault};
      } else if (goal.kind == Goal::Kind::state) {
        const std::size_t hidden = interpreter.layout().hidden_bytes();
        if (std::equal(state.begin() + hidden, state.end(), goal.state.begin() + hidden, goal.state.end()))
          result_.witnesses[i] = Witness{.state = s};
      } else if (goal.kind != Goal::Kind::deadlock) {
        const model::Evaluation evaluation = interpreter.evaluate(goal.expression, state);
        if (evaluation.fault || (evaluation.value != 0) == (goal.kind == Goal::Kind::condition))
          result_.witnesses[i] = Witness{.state = s, .fault = evaluation.fault};
      }
    }
  }

  void met(Goal::Kind kind, const Witness& witness) {
    for (std::size_t i = 0; i < goals_.size(); ++i)
      if (goals_[i].kind == kind && !result_.witnesses[i]) result_.witnesses[i] = witness;
  }

  bool all_found() const {
    return options_.stop_when_found && !goals_.empty() &&
           std::all_of(result_.witnesses.begin(), result_.witnesses.end(), [](const auto& w) { return w.has_value(); });
  }

  void look_up() {
    if (Gauge* const gauge = options_.limits.gauge; gauge != nullptr) {
      gauge->post_calls.store(result_.expanded, std::memory_order_relaxed);
      gauge->transitions.store(result_.transitions, std::memory_order_relaxed);
      gauge->depth.store(depth_, std::memory_order_relaxed);
    }
    stop_at_limit(options_.limits);
  }

  Product& product_;
  const std::vector<Goal>& goals_;
  const ExploreOptions& options_;
  Exploration result_;
  std::vector<Successor> successors_;
  bool watches_states_ = false;
  std::uint64_t depth_ = 0;
};

}  // namespace

Exploration explore_states(Product& product, const std::vector<Goal>& goals, const ExploreOptions& options) {
  return Explorer(product, goals, options).run();
}

Run run_to(Product& product, const Exploration& exploration, const Witness& witness) {
  std::vector<StateId> path = {witness.state};
  while (exploration.parents[path.back()] != path.back()) path.push_back(exploration.parents[path.back()]);
  std::reverse(path.begin(), path.end());
  Run run;
  const model::StateView first = product.system(path.front());
  run.initial.assign(first.begin(), first.end());
  const auto add = [&](StateId s, std::uint32_t choice) {
    ProductStep step = product.describe(s, choice);
    run.steps.push_back({.actions = std::move(step.actions),
                         .state = std::move(step.state),
                         .fault = step.fault,
                         .automaton_state = step.watcher});
  };
  std::vector<Successor> successors;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    successors.clear();
    product.post(path[i], successors);
    const auto found =
        std::find_if(successors.begin(), successors.end(), [&](const Successor& t) { return t.target == path[i + 1]; });
    if (found == successors.end()) throw std::logic_error("a state was not reached from its parent");
    add(path[i], static_cast<std::uint32_t>(found - successors.begin()));
  }
  if (witness.choice) add(witness.state, *witness.choice);
  return run;
}

}  // namespace lariat::check
