// SPDX-License-Identifier: Apache-2.0
// The nested searches se, hpy and and (search/se.hpp and so on) on states that are bytes. Their colours here: cyan is being
// entered on the blue stack, which the index of the stack knows exactly; white is not `visited`; red is `red`; blue is the
// rest. hpy does not look at the stack in its blue search. and makes a state red, without a red search, if all its successors
// are.
//
// A successor that is finished when its source is expanded needs no second look, nor does one on the stack; only white ones
// wait above their source, and may have been visited when their turn comes.
//
// Why these are not those of search/ on another space: without numbers a search has no arrays and no stack of numbers. Its
// states must stand on its own stacks, from which expansion reads them, and colours can be set and asked for but not listed.
#include <mutex>

#include "walk/approximate.hpp"
#include "walk/buchi_bytes.hpp"
#include "walk/bytes_cndfs.hpp"
#include "walk/stack_lasso.hpp"
#include "walk/swarm.hpp"

namespace lariat::walk {
namespace {

template <class Store>
class NestedSearch {
 public:
  NestedSearch(BuchiBytes& space, Meter& meter, Store& store, search::Algorithm algorithm, ApproximateLasso& result)
      : closes_blue_(algorithm != search::Algorithm::hpy),
        keeps_red_(algorithm == search::Algorithm::and_),
        space_(space),
        meter_(meter),
        store_(store),
        index_(blue_, space.hidden_bytes()),
        hashes_(space.hidden_bytes()),
        result_(result) {}

  void run() {
    for (const system::State& state : space_.initial()) {
      blue_.push(state, 0);
      while (!blue_.empty()) {
        const std::size_t top = blue_.top();
        const store::StateHash hash = hashes_.of(blue_.state(top));
        if (blue_.entered(top)) {
          bool is_red = keeps_red_ && all_red_.back();
          if (!is_red && space_.accepting(blue_.state(top))) {
            if (search_red()) return;
            is_red = true;
          }
          if (is_red) color(hash, store::Colour::red);
          index_.remove_top(hash);
          blue_.pop();
          all_red_.pop_back();
          note_successor(is_red);
        } else if (!color(hash, store::Colour::visited)) {
          blue_.pop();
          note_successor(keeps_red_ && store_.contains(hash, store::Colour::red));
        } else {
          all_red_.push_back(true);
          meter_.count_state();
          meter_.note(hash);
          blue_.enter_top();
          index_.add_top(hash);
          if (meter_.ends_path(blue_.depth()))
            note_successor(false);
          else if (expand(blue_, store::Colour::visited))
            return;
        }
      }
    }
  }

 private:
  bool color(const store::StateHash& hash, store::Colour colour) {
    const StoreUse use(meter_, store_, 1);
    return store_.insert(hash, colour);
  }

  // The state that is entered last has a successor that is red or not.
  void note_successor(bool is_red) {
    if (!all_red_.empty() && !is_red) all_red_.back() = false;
  }

  // From the accepting state on top of the blue stack to any state of that stack.
  bool search_red() {
    while (!red_.empty()) red_.pop();
    red_.push(blue_.state(blue_.top()), 0);
    red_.enter_top();
    if (expand(red_, store::Colour::red)) return true;
    while (!red_.empty()) {
      if (red_.entered(red_.top()) || !color(hashes_.of(red_.state(red_.top())), store::Colour::red)) {
        red_.pop();
        continue;
      }
      red_.enter_top();
      if (expand(red_, store::Colour::red)) return true;
    }
    return false;
  }

  // Puts the successors of the state on top that do not have the colour above it. True if one closes an accepting cycle.
  bool expand(StateStack& stack, store::Colour colour) {
    const std::size_t source = stack.top();
    meter_.begin_expansion(blue_.depth() + red_.depth());
    space_.expand(stack.state(source));
    meter_.transitions += space_.size();
    result_.approximation.state_bytes = std::max<std::uint64_t>(result_.approximation.state_bytes, stack.state(source).size());
    hashes_.compute(space_, store_, colour);
    for (std::size_t i = space_.size(); i-- > 0;) {
      const system::Bytes target = space_.state(i);
      if (const std::size_t entry = index_.find(target, hashes_[i]); entry != StackIndex::nowhere) {
        if (colour == store::Colour::red ||
            (closes_blue_ && (space_.accepting(stack.state(source)) || space_.accepting(target)))) {
          close(entry, i);
          return true;
        }
        note_successor(false);
      } else if (!store_.contains(hashes_[i], colour)) {
        stack.push(target, static_cast<std::uint32_t>(i));
      } else if (keeps_red_ && colour == store::Colour::visited) {
        note_successor(store_.contains(hashes_[i], store::Colour::red));
      }
    }
    meter_.note_stack(blue_.bytes() + red_.bytes() + index_.bytes());
    return false;
  }

  void close(std::size_t entry, std::size_t choice) { result_.run = run_along_stacks(space_, blue_, red_, entry, choice); }

  bool closes_blue_;  // the blue search ends at an accepting cycle on its stack
  bool keeps_red_;    // states with red successors alone become red
  BuchiBytes& space_;
  Meter& meter_;
  Store& store_;
  StateStack blue_;
  std::vector<bool> all_red_;  // by entered state of the blue stack: no successor that is not red is known
  StackIndex index_;
  StateStack red_;  // its bottom is the top of the blue one
  Hashes hashes_;
  ApproximateLasso& result_;
};

ApproximateLasso find_lasso_by_swarm(product::Product& product, bool state_based, const Limits& limits,
                                     const ApproximateOptions& approximate) {
  const auto start = std::chrono::steady_clock::now();
  ApproximateLasso result;
  std::mutex mutex;  // of the result
  SwarmReport report = run_swarm(product, limits, approximate, [&](const SwarmTask& task) {
    ApproximateLasso found = find_lasso_approximately(task.product, state_based, task.limits, task.approximate);
    const std::scoped_lock lock(mutex);
    const SwarmOutcome outcome{.states = found.statistics.states,
                               .found = found.run.has_value(),
                               .all_found = found.run.has_value(),
                               .finished = found.finished};
    if (found.run && !result.run) result.run = std::move(found.run);
    result.copies = found.copies;
    result.statistics.transitions += found.statistics.transitions;
    result.statistics.post_calls += found.statistics.post_calls;
    result.statistics.max_depth = std::max(result.statistics.max_depth, found.statistics.max_depth);
    result.statistics.stack_bytes = std::max(result.statistics.stack_bytes, found.statistics.stack_bytes);
    add(found.approximation, result.approximation);
    return outcome;
  });
  result.statistics.states = static_cast<std::uint64_t>(report.seen);
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.approximation.swarm = std::move(report);
  if (!result.run) result.reason = remark(result.approximation);
  return result;
}

// Adds what one thread counted and found to the result.
void add(ApproximateLasso& one, const Meter& meter, ApproximateLasso& all) {
  if (one.run) all.run = std::move(one.run);
  search::Statistics& figures = all.statistics;
  figures.states += meter.states;
  figures.transitions += meter.transitions;
  figures.post_calls += meter.expanded;
  figures.max_depth = std::max(figures.max_depth, meter.max_depth);
  figures.stack_bytes += meter.stack_bytes;
  all.approximation.state_bytes = std::max(all.approximation.state_bytes, one.approximation.state_bytes);
}

}  // namespace

ApproximateLasso find_lasso_approximately(product::Product& product, bool state_based, const Limits& limits,
                                          const ApproximateOptions& approximate) {
  if (approximate.swarm.members != 0) return find_lasso_by_swarm(product, state_based, limits, approximate);
  const auto start = std::chrono::steady_clock::now();
  ApproximateLasso result;
  // The others share nothing but the store, and know nothing of what others have on their stacks.
  const bool is_shared = approximate.algorithm == search::Algorithm::cndfs;
  const auto clones = clones_for_threads(product, is_shared ? approximate.threads : 1);
  result.threads = static_cast<unsigned>(clones.size()) + 1;
  CndfsTeam team;
  std::vector<Meter> meters;
  for (unsigned thread = 0; thread < result.threads; ++thread)
    meters.emplace_back(limits, approximate, thread, result.threads == 1 ? nullptr : &team.meter);
  std::vector<ApproximateLasso> parts(result.threads);
  const auto search = [&](auto& store) {
    team.search.run(result.threads, [&](unsigned thread) {
      BuchiBytes space(thread == 0 ? product : *clones[thread - 1], state_based);
      parts[thread].copies = space.copies();
      if (is_shared)
        BytesCndfs(space, meters[thread], store, team, parts[thread]).run();
      else
        NestedSearch(space, meters[thread], store, approximate.algorithm, parts[thread]).run();
    });
  };
  result.reason = run_with_store(approximate, limits, meters, result.approximation, search);
  result.copies = parts.front().copies;
  result.finished = result.reason.empty();
  for (unsigned thread = 0; thread < result.threads; ++thread) add(parts[thread], meters[thread], result);
  if (result.run)
    result.reason.clear();
  else if (result.reason.empty())
    result.reason = remark(result.approximation);
  result.approximation.stack_bytes = result.statistics.stack_bytes;
  result.statistics.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace lariat::walk
