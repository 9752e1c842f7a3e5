// SPDX-License-Identifier: Apache-2.0
// Terminal: a state of each component that no transition leaves is expanded. Then an expanded state can be reached from every
// explored one, and no transition is put off for ever on every path.
//   A. Valmari. Stop it, and be stubborn! ACSD 2015; the idea is his of 1991.
//
// This preserves reachability, not infinite runs: it is for deadlocks, errors and invariants.
//
// A component is examined when its root is finished, by what the root's frame has collected: an expanded or complete state
// within, a transition to another component.
#include <vector>

#include "reduce/proviso_base.hpp"
#include "reduce/proviso_links.hpp"

namespace lariat::reduce {
namespace {

class TerminalProviso final : public ProvisoBase {
 public:
  TerminalProviso(const ReductionOptions& options, std::size_t bound) : ProvisoBase(options, bound), links_(true, bound) {}

  bool enter(StateId s, bool partial, Targets, std::uint32_t) override {
    count_entered(s, partial);
    links_.push(s);
    frames_.push_back({.state = s, .safe = !partial});
    return false;
  }
  bool meet(StateId t) override {
    if (links_.depth(t) == Links::dead)
      frames_.back().safe = true;
    else
      links_.reach(t);
    return false;
  }
  bool finish() override {
    Frame& frame = frames_.back();
    if (frame.safe || !links_.top_is_root()) return false;
    frame.safe = true;
    return count_expanded(frame.state);
  }
  void leave() override {
    const bool is_alive = links_.pop();
    const bool safe = frames_.back().safe;
    frames_.pop_back();
    if (!frames_.empty() && (safe || !is_alive)) frames_.back().safe = true;
  }
  bool for_safety_only() const override { return true; }

 private:
  struct Frame {
    StateId state;
    bool safe;  // its component, as far as it is known here, has an expanded state or a transition to another component
  };
  std::size_t own_bytes() const override { return links_.bytes(); }

  Links links_;
  std::vector<Frame> frames_;
};

}  // namespace

std::unique_ptr<Reduction> make_terminal_proviso(const ReductionOptions& options, std::size_t bound) {
  return std::make_unique<TerminalProviso>(options, bound);
}

}  // namespace lariat::reduce
