// SPDX-License-Identifier: Apache-2.0
// The provisos without colours: None, Source, CondSource[Known], Dest, CondDest[Unknown].
//   Algorithms 1, 2, 3, 6 and 7 of the paper (reduce/proviso.hpp). Numbers in comments are their lines.
//
// Departs from the algorithms: the stack belongs to a depth-first search, which reports events. Known successors are examined
// first in the arena and met again later, when nothing can change any more: the state was expanded for them, or they are not
// dangerous. Algorithm 1's Boolean e is in the frame, so that Source needs one bit per state.
#include <memory>
#include <vector>

#include "reduce/proviso_base.hpp"

namespace lariat::reduce {
namespace {

class NoProviso final : public ProvisoBase {
 public:
  using ProvisoBase::ProvisoBase;
  bool enter(StateId s, bool partial, Targets, std::uint32_t) override {
    count_entered(s, partial);
    return false;
  }
  bool meet(StateId) override { return false; }
  bool finish() override { return false; }
  void leave() override {}

 private:
  std::size_t own_bytes() const override { return 0; }
};

// Algorithms 1, 2 and 3. `in_` is the paper's colour: in on the stack, and, if conditional, not expanded.
class SourceProviso final : public ProvisoBase {
 public:
  SourceProviso(const ReductionOptions& options, std::size_t bound)
      : ProvisoBase(options, bound), conditional_(options.proviso.danger == Proviso::Danger::cond), in_(bound) {
    if (options.nested == NestedPor::naive)
      anew_ = std::make_unique<SourceProviso>(ReductionOptions{.proviso = options.proviso}, bound);
  }
  Reduction* anew() override { return anew_.get(); }
  bool decides_anew() const override { return anew_ != nullptr; }

  bool enter(StateId s, bool partial, Targets targets, std::uint32_t) override {
    count_entered(s, partial);
    frames_.push_back({s, partial});
    in_.set(s, partial || !conditional_ ? 1 : 0);
    if (proviso().ordered && partial)
      for (std::size_t i = 0; i < targets.size(); ++i)  // A3: 6 to 12
        if (visited(targets[i]) && meet(targets[i])) return true;
    return false;
  }
  bool meet(StateId t) override {
    Frame& frame = frames_.back();
    if (!frame.partial || in_.get(t) == 0) return false;  // A1: 10, A2: 10, 11
    frame.partial = false;                                // A1: 12
    if (conditional_) in_.set(frame.state, 0);            // A2: 13
    return count_expanded(frame.state);
  }
  bool finish() override { return false; }
  void leave() override {
    in_.set(frames_.back().state, 0);  // A1: 13, A2: 14
    frames_.pop_back();
  }

 private:
  struct Frame {
    StateId state;
    bool partial;  // the paper's e
  };
  std::size_t own_bytes() const override { return in_.bytes() + (anew_ ? anew_->statistics().bytes : 0); }

  bool conditional_;
  PackedArray<1> in_;
  std::vector<Frame> frames_;
  std::unique_ptr<SourceProviso> anew_;
};

// Source by candidate sets, all decided when a state is entered: D. Peled. Combining partial order reductions with on-the-fly
// model-checking. CAV 1994, and Spin.
class CandidateProviso final : public ProvisoBase {
 public:
  CandidateProviso(const ReductionOptions& options, std::size_t bound)
      : ProvisoBase(options, bound), in_(bound), number_(bound) {}

  bool chooses_candidates() const override { return true; }
  bool accepts(StateId s, Targets targets) const override {
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (targets[i] == s || in_.get(targets[i]) != 0) return false;
    return true;
  }
  void enter_candidate(StateId s, unsigned number, bool partial) override {
    count_entered(s, partial);
    number_[s] = static_cast<std::uint8_t>(number);
    if (partial && number == 0) count_expanded(s);
    in_.set(s, 1);
    stack_.push_back(s);
  }
  bool enter(StateId, bool, Targets, std::uint32_t) override { return false; }
  bool meet(StateId) override { return false; }
  bool finish() override { return false; }
  void leave() override {
    in_.set(stack_.back(), 0);
    stack_.pop_back();
  }
  Selection selection(StateId s) const override {
    const unsigned number = number_.get(s);
    if (number == 0) return {Selection::Kind::all};
    return {Selection::Kind::candidate, number - 1};
  }

 private:
  std::size_t own_bytes() const override { return in_.bytes() + number_.bytes(); }

  PackedArray<1> in_;
  StateArray<std::uint8_t> number_;
  std::vector<StateId> stack_;
};

// Algorithms 6 and 7, and CondDest between them. `mark_`: the state will be expanded, or, if conditional, is not dangerous.
class DestProviso final : public ProvisoBase {
 public:
  DestProviso(const ReductionOptions& options, std::size_t bound)
      : ProvisoBase(options, bound), conditional_(options.proviso.danger == Proviso::Danger::cond), mark_(bound) {}

  bool enter(StateId s, bool partial, Targets, std::uint32_t) override {
    count_entered(s, partial);
    frames_.push_back({s, partial, false, postponed_.size()});
    mark_.set(s, conditional_ && !partial ? 1 : 0);  // A6: 4, A7: 4
    return false;
  }
  bool meet(StateId t) override {
    const Frame& frame = frames_.back();
    if (frame.expanded) return false;
    if (!conditional_) {
      mark_.set(t, 1);  // A6: 10
      return false;
    }
    if (mark_.get(frame.state) != 0 || mark_.get(t) != 0) return false;  // A7: 12
    if (proviso().ordered && t != frame.state)
      postponed_.push_back(t);  // A7: 13
    else
      mark_.set(t, 1);  // A7: 11
    return false;
  }
  bool finish() override {
    Frame& frame = frames_.back();
    if (frame.partial && !frame.expanded && mark_.get(frame.state) != 0) {  // A6: 11, A7: 14
      frame.expanded = true;
      postponed_.resize(frame.postponed);
      return count_expanded(frame.state);
    }
    for (std::size_t i = frame.postponed; i < postponed_.size(); ++i) mark_.set(postponed_[i], 1);  // A7: 21 to 23
    postponed_.resize(frame.postponed);
    return false;
  }
  void leave() override {
    if (conditional_) mark_.set(frames_.back().state, 1);  // A7: 24
    frames_.pop_back();
  }

 private:
  struct Frame {
    StateId state;
    bool partial;
    bool expanded;
    std::size_t postponed;  // where its part of postponed_ begins
  };
  std::size_t own_bytes() const override { return mark_.bytes(); }

  bool conditional_;
  PackedArray<1> mark_;
  std::vector<Frame> frames_;
  std::vector<StateId> postponed_;
};

}  // namespace

std::unique_ptr<Reduction> make_plain_proviso(const ReductionOptions& options, std::size_t bound) {
  switch (options.proviso.expands) {
    case Proviso::Expands::source:
      if (options.nested == NestedPor::select_number) return std::make_unique<CandidateProviso>(options, bound);
      return std::make_unique<SourceProviso>(options, bound);
    case Proviso::Expands::destination:
      return std::make_unique<DestProviso>(options, bound);
    default:
      return std::make_unique<NoProviso>(options, bound);
  }
}

}  // namespace lariat::reduce
