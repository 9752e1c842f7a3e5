// SPDX-License-Identifier: Apache-2.0
// The provisos with colours: [Dead]ColoredDest[Unknown], and [Dead|Highlink](Weighted(Source|Dest)|DeepestDest) with Known,
// Unknown and Scan.
//   Algorithms 4, 5, 8 and 9 of the paper (reduce/proviso.hpp), and its §5. Numbers in comments are their lines.
//
// green: every cycle through the state has an expanded state; no transition to it is dangerous.
// orange, purple: on the stack and not expanded; purple ones have a successor that is not green.
// red: left while purple. A transition to it may close a cycle without an expanded state.
//
// Weights: `e_` holds the depths of the expanded states on the stack, in all algorithms the way of Algorithm 9. A transition
// from the top to the stack, to depth d, closes a cycle without an expanded state on the stack iff d is above e's top.
//
// Departs from the algorithms: the stack belongs to a depth-first search, which reports events. Known successors are examined
// first in the arena and met again later; their colours cannot have changed in between. Without weights a mark on a red state
// means nothing and is not made. A transition to a red state with a link (§5) is taken for one to the linked state, but makes
// the source purple even if that is green, because the red state leads beyond it. Unknown looks for reasons to expand the state
// itself before it marks others.
//
// Links follow dangerous transitions only, besides those of the stack. A transition from or to a green state, or to a dead one,
// is on no cycle without an expanded state, and those are the cycles that links are about. Hence a state may be dead here
// before its component is complete.
#include <algorithm>
#include <vector>

#include "reduce/proviso_base.hpp"
#include "reduce/proviso_links.hpp"

namespace lariat::reduce {
namespace {

enum Colour : unsigned { green, orange, purple, red };

class ColouredProviso final : public ProvisoBase {
 public:
  ColouredProviso(const ReductionOptions& options, std::size_t bound)
      : ProvisoBase(options, bound),
        source_(options.proviso.expands == Proviso::Expands::source),
        weighted_(options.proviso.has_depths()),
        deepest_(options.proviso.danger == Proviso::Danger::deepest),
        highlinks_(options.proviso.components == Proviso::Components::highlinks),
        placed_(weighted_ || options.proviso.needs_components()),
        colour_(bound),
        mark_(source_ ? 0 : bound),
        links_(options.proviso.needs_components(), placed_ ? bound : 0) {}

  bool enter(StateId s, bool partial, Targets targets, std::uint32_t taken) override {
    count_entered(s, partial);
    if (!frames_.empty()) frames_.back().taken = taken;
    frames_.push_back({.state = s, .open = static_cast<std::uint32_t>(targets.size()), .postponed = postponed_.size()});
    if (placed_) links_.push(s);
    colour_.set(s, orange);
    if (!source_) mark_.set(s, 0);
    if (!partial) {
      turn_green();  // 4: 6, 7
      return false;
    }
    return source_ && proviso().ordered && look_at_known(targets);
  }

  bool meet(StateId t) override {
    if (colour_.get(top()) == green || !is_danger(t)) return false;
    if (placed_) links_.reach(t);
    if (source_ || !proviso().ordered) return face(t);
    postponed_.push_back(t);
    return false;
  }

  bool finish() override {
    if (source_ || colour_.get(top()) == green) return false;
    if (face_postponed()) return true;
    if (colour_.get(top()) == purple && is_marked()) return expand();  // 8: 19, 9: 32
    return false;
  }

  void leave() override {
    const Frame frame = frames_.back();
    const StateId s = frame.state;
    if (frame.expanded) e_.pop_back();  // 9: 28
    if (colour_.get(s) == orange) colour_.set(s, green);
    bool is_alive = true;
    if (placed_) is_alive = links_.pop();
    frames_.pop_back();
    postponed_.resize(frame.postponed);
    if (colour_.get(s) != purple) return;
    colour_.set(s, red);
    if (frame.deepest != none) mark_.set(frames_[frame.deepest].state, 1);                         // the block of 9: 42
    if (!frames_.empty() && is_alive && colour_.get(top()) == orange) colour_.set(top(), purple);  // 4: 12, 13
  }

 private:
  static constexpr std::uint32_t none = no_state;
  struct Frame {
    StateId state;
    std::uint32_t open;            // when this many transitions are taken, all were examined
    std::uint32_t taken = 0;       // transitions, when the frame above was entered
    std::uint32_t deepest = none;  // depth of the deepest destination that needs a mark
    std::size_t postponed;         // where its part of postponed_ begins
    bool expanded = false;         // on e_; not only green by a scan
  };
  std::size_t own_bytes() const override { return colour_.bytes() + mark_.bytes() + links_.bytes(); }

  StateId top() const { return frames_.back().state; }
  std::uint32_t top_depth() const { return static_cast<std::uint32_t>(frames_.size() - 1); }
  bool is_on_stack(StateId t) const { return colour_.get(t) == orange || colour_.get(t) == purple; }
  bool is_marked() const { return mark_.get(top()) != 0 || frames_.back().deepest == top_depth(); }
  // True if no state of the stack from that depth on is expanded.
  bool is_unguarded(std::uint32_t depth) const { return e_.empty() || depth > e_.back(); }

  // A transition to t, which is known, may be part of a cycle without an expanded state.
  bool is_danger(StateId t) {
    if (colour_.get(t) == green) return false;
    return colour_.get(t) != red || !links_.linked() || links_.depth(t) != Links::dead;
  }

  // 5: 9 to 20. True if the state is expanded.
  bool look_at_known(Targets targets) {
    std::uint32_t open = 0;
    for (std::uint32_t i = 0; i < targets.size(); ++i) {
      if (!visited(targets[i]))
        open = i + 1;
      else if (meet(targets[i]))
        return true;
    }
    frames_.back().open = open;
    return false;
  }

  // The state on top, which is not green, has a dangerous transition to t. True: the state on top is expanded.
  bool face(StateId t) {
    if (!is_on_stack(t) && weighted_ && !highlinks_) return expand();  // 4: 15, 16; 9: 22 to 25
    colour_.set(top(), purple);                                        // 4: 21, 8: 13, 9: 18
    if (!weighted_) {
      if (is_on_stack(t)) mark_.set(t, 1);  // 8: 14
      return false;
    }
    const std::uint32_t depth = links_.depth(t);
    if (!is_unguarded(depth) || colour_.get(frames_[depth].state) == green) return false;  // 4: 18, 9: 20
    if (source_) return expand();                                                          // 4: 19
    if (!deepest_)
      mark_.set(frames_[depth].state, 1);  // 9: 21
    else if (std::uint32_t& deepest = frames_.back().deepest; deepest == none || depth > deepest)
      deepest = depth;
    return false;
  }

  // Unknown: examines the dangerous transitions of the state on top, which is not green, after all were taken. True: it is
  // expanded.
  bool face_postponed() {
    const auto begin = postponed_.begin() + static_cast<std::ptrdiff_t>(frames_.back().postponed);
    if (begin == postponed_.end()) return false;
    colour_.set(top(), purple);
    const auto leads_here = [this](StateId t) {
      if (t == top()) return true;
      if (is_on_stack(t) || !weighted_) return false;
      return !highlinks_ || links_.depth(t) == top_depth();
    };
    if (is_marked() || std::any_of(begin, postponed_.end(), leads_here)) return expand();
    std::for_each(begin, postponed_.end(), [this](StateId t) { face(t); });
    postponed_.resize(frames_.back().postponed);
    return false;
  }

  bool expand() {
    turn_green();
    postponed_.resize(frames_.back().postponed);
    return count_expanded(top());
  }

  // All transitions of the state on top are, or will be, explored.
  void turn_green() {
    colour_.set(top(), green);
    frames_.back().expanded = true;
    e_.push_back(top_depth());
    if (proviso().scan) scan();
  }

  // States below that only wait for this one have green successors only.
  void scan() {
    for (std::size_t i = frames_.size() - 1; i-- > 0;) {
      const Frame& frame = frames_[i];
      const bool waits = frame.taken >= frame.open && frame.postponed == frames_[i + 1].postponed;
      if (colour_.get(frame.state) != orange || !waits) break;
      colour_.set(frame.state, green);
    }
  }

  bool source_;
  bool weighted_;
  bool deepest_;
  bool highlinks_;
  bool placed_;
  PackedArray<2> colour_;
  PackedArray<1> mark_;
  Links links_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> e_;
  std::vector<StateId> postponed_;
};

}  // namespace

std::unique_ptr<Reduction> make_coloured_proviso(const ReductionOptions& options, std::size_t bound) {
  return std::make_unique<ColouredProviso>(options, bound);
}

}  // namespace lariat::reduce
