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

#include "trail/lines.hpp"

namespace lariat::trail {

class Follower {
 public:
  // The lines must outlive it. With `observed`, moves of the observer are lines.
  Follower(const promela::PromelaProgram& program, model::Interpreter& interpreter, const Lines& lines, bool observed)
      : program_(program), interpreter_(interpreter), lines_(lines), observed_(observed) {}

  struct Path {
    std::vector<check::RunStep> steps = {};
    std::vector<std::size_t> at = {};  // the line before which each step begins
  };

  // Steps from s that are the lines from `first` to the last one; nothing if there are none.
  std::optional<Path> follow(const model::State& s, std::size_t first);

  // Why there were none: about the line that nothing led beyond.
  std::size_t furthest() const { return furthest_; }
  std::string complaint();

 private:
  struct Candidate {
    check::RunStep step = {};
    std::size_t next = 0;  // the line behind it
    int rank = 0;          // smaller is better
  };
  struct Node {
    std::size_t line = 0;
    std::size_t chosen = 0;
    std::vector<Candidate> candidates = {};
    std::size_t silent = 0;  // steps without a line before it
  };

  Node node(model::StateView s, std::size_t line, std::size_t silent);
  void match(const check::RunStep& step, std::size_t line, std::vector<Candidate>& out) const;
  bool is_silent(const check::RunStep& step, std::uint32_t process) const;
  bool is_merged(const check::RunStep& step) const;
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

}  // namespace lariat::trail
