// SPDX-License-Identifier: Apache-2.0
// A walk level by level. The states of a level are the numbers given out while the level before was expanded: one range if
// there is one thread, some from each if there are several. Threads take the states of a level in pieces, and meet at its end.
#include <algorithm>
#include <atomic>
#include <new>

#include "parallel/worker_pool.hpp"
#include "walk/walker.hpp"

namespace lariat::walk {
namespace {

// Levels with fewer states are done by one thread: the others would wake up for nothing.
constexpr std::size_t small_level = 200;
constexpr StateId least_piece = 16;
constexpr StateId most_in_group = 16;  // states of large levels that are expanded together
constexpr StateId most_piece = 256;

// Another thread's walker and what it needs.
struct Mate {
  Mate(product::Product& original, WalkState& walk, unsigned thread)
      : interpreter(std::make_unique<model::Interpreter>(original.interpreter().program(), original.interpreter().options())),
        coverage(original.interpreter().program()) {
    product = original.twin(*interpreter, original.coverage() == nullptr ? nullptr : &coverage, thread);
    if (product) walker = std::make_unique<Walker>(*product, walk);
  }
  std::unique_ptr<model::Interpreter> interpreter;
  model::Coverage coverage;
  std::unique_ptr<product::Product> product;
  std::unique_ptr<Walker> walker;
};

class BreadthFirst {
 public:
  BreadthFirst(product::Product& product, WalkState& walk, Exploration& result)
      : product_(product),
        walk_(walk),
        result_(result),
        leader_(product, walk),
        posts_groups_(product.posts_groups()),
        may_have_mates_(product.store().threads() > 1) {}

  void run() {
    leader_.begin();
    while (!walk_.stopped() && begin_level()) expand_level();
    leader_.report(result_);
    for (const auto& mate : mates_) {
      mate->walker->report(result_);
      if (product_.coverage() != nullptr) product_.coverage()->add(mate->coverage);
    }
  }

 private:
  // Whether there is another level. It consists of what was met on the last one.
  bool begin_level() {
    const auto take_in = [&](product::Product& product) {
      for (const store::IdRange& range : product.take_fresh()) result_.queue.push_back(range);
    };
    level_begin_ = result_.queue.size();
    take_in(product_);
    for (const auto& mate : mates_) take_in(*mate->product);
    if (level_begin_ == result_.queue.size()) return false;
    result_.level_ends.push_back(static_cast<std::uint32_t>(result_.queue.size()));
    ++result_.levels;
    const std::uint64_t max_depth = walk_.options().limits.max_depth;
    if (max_depth != 0 && result_.levels > max_depth) walk_.stop("the depth limit was reached");
    return true;
  }

  void expand_level() {
    std::size_t states = 0;
    for (std::size_t i = level_begin_; i < result_.queue.size(); ++i) states += result_.queue[i].size();
    group_ = posts_groups_ && states >= small_level ? most_in_group : 1;
    if (states < small_level || !has_mates()) {
      for (std::size_t i = level_begin_; i < result_.queue.size(); ++i) expand(leader_, result_.queue[i]);
      return;
    }
    cut_into_pieces(std::clamp(static_cast<StateId>(states / (16 * (mates_.size() + 1))), least_piece, most_piece));
    next_piece_.store(0);
    crew_->run([this](unsigned thread) {
      Walker& walker = thread == 0 ? leader_ : *mates_[thread - 1]->walker;
      for (std::size_t i = next_piece_.fetch_add(1); i < pieces_.size() && !walk_.stopped(); i = next_piece_.fetch_add(1))
        expand(walker, pieces_[i]);
    });
  }

  void expand(Walker& walker, store::IdRange range) {
    for (StateId s = range.begin; s < range.end && !walk_.stopped();) {
      const store::IdRange next{.begin = s, .end = s + std::min(group_, range.end - s)};
      s = next.end;
      if (&walker == &leader_ && (turns_++ & 0x3f) == 0) look_up();
      if (walk_.stopped()) return;
      if (group_ == 1)
        walker.expand(next.begin);
      else
        walker.expand_group(next);
    }
  }

  void cut_into_pieces(StateId size) {
    pieces_.clear();
    for (std::size_t i = level_begin_; i < result_.queue.size(); ++i)
      for (StateId begin = result_.queue[i].begin; begin < result_.queue[i].end; begin += size)
        pieces_.push_back({.begin = begin, .end = std::min(begin + size, result_.queue[i].end)});
  }

  // Whether there are other threads; they are started when they are first needed.
  bool has_mates() {
    if (!may_have_mates_ || crew_ != nullptr) return may_have_mates_;
    may_have_mates_ = false;
    for (unsigned thread = 1; thread < product_.store().threads(); ++thread) {
      auto mate = std::make_unique<Mate>(product_, walk_, thread);
      if (!mate->walker) return false;
      mates_.push_back(std::move(mate));
    }
    crew_ = std::make_unique<parallel::Crew>(product_.store().threads());
    return may_have_mates_ = true;
  }

  // Only the leader looks at the clock, and shows how far all have come.
  void look_up() {
    std::uint64_t expanded = leader_.expanded();
    std::uint64_t transitions = leader_.transitions();
    for (const auto& mate : mates_) {
      expanded += mate->walker->expanded();
      transitions += mate->walker->transitions();
    }
    walk_.look_up(expanded, transitions, result_.levels);
  }

  product::Product& product_;
  WalkState& walk_;
  Exploration& result_;
  Walker leader_;
  bool posts_groups_;
  StateId group_ = 1;
  bool may_have_mates_;
  std::size_t level_begin_ = 0;
  std::uint64_t turns_ = 0;
  std::vector<store::IdRange> pieces_;
  std::atomic<std::size_t> next_piece_ = 0;
  std::vector<std::unique_ptr<Mate>> mates_;
  std::unique_ptr<parallel::Crew> crew_;  // goes before what it works with
};

}  // namespace

void walk_breadth_first(product::Product& product, WalkState& walk, Exploration& result) {
  BreadthFirst(product, walk, result).run();
}

}  // namespace lariat::walk
