// SPDX-License-Identifier: Apache-2.0
// Following the lines of a trail through a program.
//
// A step of the program is one or more lines. With merged statements it can also be none: Spin lets a statement go with the one
// before it if nobody else can see it and it never waits. Which these are is known well enough to try them first, but not for
// certain. So this is a search: what does not lead to the end of the trail is taken back.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "run/trail_lines.hpp"

namespace lariat::run {

class Follower {
 public:
  // The lines must outlive it. With `observed`, moves of the observer are lines.
  Follower(const promela::PromelaProgram& program, model::Interpreter& interpreter, const Lines& lines, bool observed)
      : program_(program), interpreter_(interpreter), lines_(lines), observed_(observed) {}

  struct Path {
    std::vector<RunStep> steps = {};
    std::vector<std::size_t> at = {};  // the line before which each step begins
  };

  // Steps from s that are the lines from `first` to the last one; nothing if there are none. `mover` is the process of the line
  // before, which may have more to do.
  std::optional<Path> follow(const model::State& s, std::size_t first, std::uint32_t mover = model::none);

  // Why there were none: about the line that nothing led beyond.
  std::size_t furthest() const { return furthest_; }
  std::string complaint();
  const model::State& furthest_state() const { return furthest_state_; }

 private:
  struct Candidate {
    RunStep step = {};
    std::size_t next = 0;  // the line behind it
    int rank = 0;          // smaller is better
  };
  struct Node {
    std::size_t line = 0;
    std::size_t chosen = 0;
    std::vector<Candidate> candidates = {};
    std::uint32_t mover = model::none;     // the process of the line before
    bool open = false;                     // what follows is probably merged with it, if it can be
    std::vector<std::uint32_t> done = {};  // the elements of its steps since: none is merged twice into a line
  };

  void look(Node& node, model::StateView s);
  void match(const RunStep& step, std::size_t line, std::vector<Candidate>& out) const;
  bool is_silent(const RunStep& step, const Node& node) const;
  bool is_merged(const model::Action& action) const;
  bool may_be_followed(const model::Action& action) const;
  bool sees_others(const model::Action& action) const;
  std::string key(model::StateView s, const Node& node) const;

  const promela::PromelaProgram& program_;
  model::Interpreter& interpreter_;
  const Lines& lines_;
  bool observed_;
  std::unordered_set<std::string> failed_;  // from where the end of the trail cannot be reached
  std::size_t furthest_ = 0;
  model::State furthest_state_;
};

}  // namespace lariat::run
