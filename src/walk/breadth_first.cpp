// SPDX-License-Identifier: Apache-2.0
// A walk level by level. The states of a level are the numbers given out while the level before was expanded: one range if
// there is one thread, some from each if there are several. Threads take the states of a level in pieces, and meet at its end.
#include <algorithm>
#include <chrono>
#include <new>

#include "lariat/parallel/work_list.hpp"
#include "lariat/parallel/worker_pool.hpp"
#include "lariat/walk/saved_walk.hpp"
#include "walk/worker.hpp"

namespace lariat::walk {
namespace {

// Levels with fewer states are done by one thread: the others would wake up for nothing.
constexpr std::size_t small_level = 200;
constexpr StateId least_piece = 16;
constexpr StateId most_in_group = 64;  // states of large levels that are expanded together
constexpr StateId most_piece = 256;

class BreadthFirst {
 public:
  BreadthFirst(product::Product& product, WalkState& walk, Exploration& result)
      : product_(product),
        walk_(walk),
        result_(result),
        walker_(product, walk),
        posts_groups_(product.posts_groups()),
        may_have_workers_(product.store().threads() > 1) {
    base_.witnesses.resize(walk.goals().size());
  }

  // What was counted until memory ran out is reported, too.
  void run() {
    try {
      walk();
    } catch (const std::bad_alloc&) {
      walk_.stop("out of memory");
    }
    if (walk_.stopped() && !(walk_.options().stop_when_found && walk_.all_found())) save();
    add_figures(base_, result_);
    walker_.report(result_);
    for (const auto& worker : workers_) worker->report(product_, result_);
  }

 private:
  void walk() {
    if (checkpoint() == nullptr || checkpoint()->resume.empty())
      walker_.begin();
    else
      resume();
    while (!walk_.stopped() && begin_level()) expand_level();
  }

  // True if there is another level. It consists of what was met on the last one.
  bool begin_level() {
    const auto take_in = [&](product::Product& product) {
      for (const store::IdRange& range : product.take_fresh()) result_.queue.push_back(range);
    };
    const bool forgets = walk_.options().forgets;
    if (forgets) result_.queue.clear();
    level_begin_ = result_.queue.size();
    take_in(product_);
    for (const auto& worker : workers_) take_in(worker->product());
    if (level_begin_ == result_.queue.size()) return false;
    const std::span<const store::IdRange> level = std::span(result_.queue).subspan(level_begin_);
    // A walk that is saved needs the numbers of all its states.
    const std::uint64_t era = checkpoint() == nullptr ? product_.begin_level(level, forgets) : 0;
    if (!forgets) {
      result_.level_ends.push_back(static_cast<std::uint32_t>(result_.queue.size()));
      result_.eras.push_back(era);
    }
    walk_.begin_level(result_.levels++);
    if (checkpoint() != nullptr) {
      at_level_ = base_;
      walker_.report(at_level_);
      for (const auto& worker : workers_) worker->walker().report(at_level_);
    }
    const std::uint64_t max_depth = walk_.options().limits.max_depth;
    if (max_depth != 0 && result_.levels > max_depth) walk_.stop("the depth limit was reached");
    return true;
  }

  void expand_level() {
    const std::span<const store::IdRange> level = std::span(result_.queue).subspan(level_begin_);
    std::size_t states = 0;
    for (const store::IdRange& range : level) states += range.size();
    group_ = posts_groups_ && states >= small_level ? most_in_group : 1;
    if (states < small_level || !has_workers()) {
      for (const store::IdRange& range : level) expand(walker_, range);
      return;
    }
    work_.fill(level, std::clamp(static_cast<StateId>(states / (16 * (workers_.size() + 1))), least_piece, most_piece));
    pool_->run([this](unsigned thread) {
      Walker& walker = thread == 0 ? walker_ : workers_[thread - 1]->walker();
      while (!walk_.stopped()) {
        const auto piece = work_.take();
        if (!piece) return;
        expand(walker, *piece);
      }
    });
  }

  void expand(Walker& walker, store::IdRange range) {
    for (StateId s = range.begin; s < range.end && !walk_.stopped();) {
      const store::IdRange next{.begin = s, .end = s + std::min(group_, range.end - s)};
      s = next.end;
      if (&walker == &walker_ && (turns_++ & 0x3f) == 0) look_up();
      if (walk_.stopped()) return;
      if (group_ == 1)
        walker.expand(next.begin);
      else
        walker.expand_group(next);
    }
  }

  // True if there are other threads; they are started when they are first needed.
  bool has_workers() {
    if (!may_have_workers_ || pool_ != nullptr) return may_have_workers_;
    may_have_workers_ = false;
    for (unsigned thread = 1; thread < product_.store().threads(); ++thread) {
      auto worker = Worker::make(product_, walk_, thread);
      if (worker == nullptr) return false;
      workers_.push_back(std::move(worker));
    }
    pool_ = std::make_unique<parallel::WorkerPool>(product_.store().threads());
    return may_have_workers_ = true;
  }

  // Only the calling thread looks at the clock, and shows how far all have come.
  void look_up() {
    std::uint64_t expanded = walker_.expanded();
    std::uint64_t transitions = walker_.transitions();
    for (const auto& worker : workers_) {
      expanded += worker->walker().expanded();
      transitions += worker->walker().transitions();
    }
    walk_.look_up(expanded, transitions, result_.levels);
    if (checkpoint() != nullptr &&
        std::chrono::steady_clock::now() - saved_ > std::chrono::duration<double>(checkpoint()->every))
      save();
  }

  const CheckpointOptions* checkpoint() const { return walk_.options().checkpoint; }

  // Adds what an earlier process has counted and found.
  static void add_figures(const Exploration& earlier, Exploration& result) {
    result.expanded += earlier.expanded;
    result.transitions += earlier.transitions;
    result.deadlocks += earlier.deadlocks;
    result.stuck += earlier.stuck;
    result.max_out_degree = std::max(result.max_out_degree, earlier.max_out_degree);
    result.faults += earlier.faults;
    for (std::size_t i = 0; i < earlier.witnesses.size(); ++i)
      if (earlier.witnesses[i]) result.witnesses[i] = earlier.witnesses[i];
  }

  // Goes on where an earlier walk was saved. One thread stores the states: their numbers are their positions, and a level is a
  // range of them.
  void resume() {
    try {
      SavedWalk saved(*checkpoint(), product_);
      StateId begin = 0;
      for (std::size_t level = 0; level < saved.levels(); ++level) {
        const std::uint64_t size = saved.read_level([&](std::span<const store::Bytes> states) { product_.restore(states); });
        const auto end = static_cast<StateId>(begin + size);
        // A state that is there twice would have one number only.
        if (size == 0 || product_.states() != end) throw BadSnapshot{"a level of the walk is damaged"};
        if (level + 1 == saved.levels()) break;  // begin_level takes it
        product_.take_fresh();
        result_.queue.push_back({.begin = begin, .end = end});
        result_.level_ends.push_back(static_cast<std::uint32_t>(result_.queue.size()));
        result_.eras.push_back(0);
        ++result_.levels;
        begin = end;
      }
      saved.end();
      base_ = saved.figures();
      base_.witnesses.resize(walk_.goals().size());
      for (const SavedWalk::Met& met : saved.met()) {
        if (met.goal >= base_.witnesses.size()) continue;
        auto& witness = base_.witnesses[met.goal];
        witness = met.witness;
        while (witness->level + 1 < result_.levels && result_.queue[witness->level].end <= witness->state) ++witness->level;
        walk_.note_found(met.goal);
      }
    } catch (const BadSnapshot& bad) {
      walk_.stop("cannot resume: " + bad.what);
    }
  }

  // Saves the walk as it was when the current level began.
  void save() {
    if (checkpoint() == nullptr || checkpoint()->folder.empty() || result_.levels == 0) return;
    Snapshot snapshot{.figures = at_level_, .level_sizes = {}};
    for (std::size_t level = 0, i = 0; level < result_.level_ends.size(); ++level) {
      std::uint64_t& size = snapshot.level_sizes.emplace_back(0);
      for (; i < result_.level_ends[level]; ++i) size += result_.queue[i].size();
    }
    try {
      make_folder(*checkpoint());
      write_walk(snapshot_path(checkpoint()->folder, *checkpoint()), checkpoint()->key, snapshot, result_.queue,
                 [this](StateId s) { return product_.bytes(s); });
      remove_parts(*checkpoint(), "");  // of several processes, which saved the walk before
    } catch (const BadSnapshot& bad) {
      complain(bad.what);
    } catch (const std::bad_alloc&) {
      complain("out of memory");
    }
    saved_ = std::chrono::steady_clock::now();
  }

  // Once: the walk goes on.
  void complain(const std::string& why) {
    if (!std::exchange(has_complained_, true) && checkpoint()->complain) checkpoint()->complain(why);
  }

  product::Product& product_;
  WalkState& walk_;
  Exploration& result_;
  Walker walker_;  // of the calling thread
  bool posts_groups_;
  StateId group_ = 1;
  bool may_have_workers_;
  std::size_t level_begin_ = 0;
  std::uint64_t turns_ = 0;
  Exploration base_;      // what an earlier process has counted and found
  Exploration at_level_;  // what all have when the current level began, if the walk is saved
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
  bool has_complained_ = false;
  parallel::WorkList work_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<parallel::WorkerPool> pool_;  // destroyed before what its threads work with
};

}  // namespace

void walk_breadth_first(product::Product& product, WalkState& walk, Exploration& result) {
  BreadthFirst(product, walk, result).run();
}

}  // namespace lariat::walk
