// SPDX-License-Identifier: Apache-2.0
// The body of a process as Spin sees it before it becomes a list of transitions for each place. How many places there are, and
// in which of them an atomic sequence can be left, depends on this structure in ways that no text explains, so it is kept.
//
// A statement becomes one element or several, in a sequence. Elements are numbered in the order in which Spin makes them: the
// inner ones of a statement first. Besides steps there are
//
//   go       goto and break
//   exit     the end of a loop, where break leads
//   joint    where the options of a choice, or an unless and its escape, come together; the beginning of a loop
//   choice   if and do, with a sequence for each option
//   block    { } and atomic { }, with one sequence
//   d_step   the same, but a step
//   unless   with two sequences, the second one for the escape
//
// A process may stay at any element but an unless. It does not stay where it need not: hunt() passes go, exit and joint, but
// not if that led from a step of an atomic sequence to where control ends. Choices and blocks offer the steps of what they
// begin with.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/model/program.hpp"
#include "promela/statement.hpp"

namespace lariat::promela {

using ElementId = std::uint32_t;   // in the order of creation
using SequenceId = std::uint32_t;  // into Elements::sequences

struct Element {
  enum class Kind : std::uint8_t { step, go, exit, joint, choice, block, d_step, unless };

  Kind kind = Kind::step;
  bool is_else = false;
  bool is_skip = false;  // for Spin, which leaves out some of several
  bool atomic = false;   // control is kept after it
  bool atomic_end = false;
  std::uint32_t d_step = model::none;  // the d_step it lies in: a number of its own
  StmtId statement = {};
  model::Transition transition = {};    // of a step; source, target and control are not known yet
  ElementId next = model::none;         // behind it in its sequence
  ElementId target = model::none;       // of go
  std::vector<SequenceId> parts = {};   // options; what is in braces; what an unless is about, and its escape
  std::deque<SequenceId> escapes = {};  // that end what it belongs to: outermost first
};

class Elements {
 public:
  struct Sequence {
    ElementId first = model::none;
    ElementId last = model::none;
    ElementId extent = model::none;  // its last element when it was closed
  };

  // A step from a place.
  struct Entry {
    ElementId origin = model::none;  // the step, d_step, go, exit or joint that makes it
    ElementId escape = model::none;  // none: no escape; otherwise where the escape begins: they are tried together
  };
  using List = std::deque<Entry>;

  // Every loop calls the check, which throws when a limit is reached. It must outlive this.
  explicit Elements(LimitCheck& check) : check_(check) {}

  Element& operator[](ElementId id) { return elements_[id]; }
  const Element& operator[](ElementId id) const { return elements_[id]; }
  std::size_t size() const { return elements_.size(); }
  const Sequence& sequence(SequenceId id) const { return sequences_[id]; }

  ElementId add(Element element);  // to nothing yet
  void append(ElementId id);       // to the sequence that is open
  void append(ElementId id, SequenceId to);
  void open();
  SequenceId close();
  void remove_skips(SequenceId option);  // all but the first of several, as Spin does
  void make_atomic(SequenceId id);       // all of it, but for its last step
  void attach(SequenceId escape, SequenceId to);
  void link();  // after all: what is behind the last statement in braces; which jumps keep control

  // The element where a process stays when it comes to `id`; `atomic`: it comes there inside an atomic sequence.
  ElementId hunt(ElementId id, bool atomic) const;
  // The element where a process that enters the sequence of `id` begins.
  ElementId start(ElementId id) const;
  // The element that the step of `id` leads to; none: the process ends.
  ElementId destination(ElementId id) const;
  // The element that a step inside a d_step leads to, in the d_step or behind it.
  ElementId hunt_inside(ElementId id) const;
  // The steps that can be made at an element: with the choices and blocks that are passed to find them, if they are wanted.
  void leaves(ElementId id, std::vector<ElementId>& out, std::vector<std::vector<ElementId>>* passed = nullptr) const;
  // By element: the steps that can be made there, escapes included, in the order in which Spin tries them.
  std::vector<List> lists(bool inner_escapes_first) const;

 private:
  void walk_atomic(ElementId first, ElementId last);
  void escape(ElementId id, SequenceId by);

  LimitCheck& check_;
  std::deque<Element> elements_;
  std::deque<Sequence> sequences_;
  std::vector<SequenceId> open_;
};

}  // namespace lariat::promela
