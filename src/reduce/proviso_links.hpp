// SPDX-License-Identifier: Apache-2.0
// The positions of states in a depth-first search: the depth on the stack; or, off the stack, the state of the stack that they
// lead to; or that they are dead, because their strongly connected component is complete.
//
// One number per state. On the stack it is the depth; the stack itself shows whether that still holds. Off the stack it is a
// link: a state in the same component, which was on the stack when the link was made. A link to a state that has left the stack
// is followed, and shortened on the way, as in union-find.
//
// The link of x is the deepest state of the stack that x reaches over states off the stack: all states of the stack that x
// reaches so are the link or lie below it (nearer to the bottom). Each frame keeps the depths that the explored part of its
// subtree reaches. When it is popped, the deepest of them becomes the link, and all of them go to the frame below; if there are
// none, it was the root of its component. A transition to a state off the stack adds the depth of that state's link only: the
// other depths that it reaches are known to the frames between, because that state was a descendant of its link.
//
// Every path from a state of the stack to the state on top passes all frames between them, because nothing but the frame below
// leads into the subtree of a frame. So every cycle that a new transition from the top s to x closes passes all frames between
// the link of x and s.
//
// A frame keeps at most `most` depths, the deepest, and the least, by which roots are recognised. Of the dropped depths it
// knows the deepest, as long as that is on the stack, and later that none is deeper than the frame below: links may be too
// deep, which costs reduction only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reduce/proviso_base.hpp"

namespace lariat::reduce {

class Links {
 public:
  static constexpr std::size_t most = 16;
  static constexpr std::uint32_t dead = no_state;

  // Without `linked`, only the depths of states on the stack are known.
  Links(bool linked, std::size_t bound) : linked_(linked), place_(bound) {}

  bool linked() const { return linked_; }
  std::size_t bytes() const { return place_.bytes(); }
  std::size_t size() const { return stack_.size(); }
  // The state at a depth, from 0.
  StateId state(std::uint32_t depth) const { return stack_[depth]; }

  void push(StateId s);
  // The state on top has a transition to the known state t.
  void reach(StateId t);
  // Pops the state on top; false if it was the root of its component, which is dead now.
  bool pop();
  // True if the state on top would be the root of its component if it had no further transitions.
  bool top_is_root() const;

  // The depth of the state on the stack, or else its link, or `dead`. Without links, the state must be on the stack.
  std::uint32_t depth(StateId t);

 private:
  struct Frame {
    std::size_t begin;             // of its part of depths_
    std::uint32_t least = none;    // depth of all that were added
    std::uint32_t dropped = none;  // no depth that was dropped is deeper; `none` if none was
  };
  static constexpr std::uint32_t none = no_state;
  bool on_stack(StateId s, std::uint32_t place) const { return place < stack_.size() && stack_[place] == s; }
  void add(std::uint32_t depth);
  void drop(std::uint32_t depth);

  bool linked_;
  StateArray<std::uint32_t> place_;
  std::vector<StateId> stack_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> depths_;  // of all frames; each part in ascending order
  std::vector<std::uint32_t> moved_;
};

}  // namespace lariat::reduce
