// SPDX-License-Identifier: Apache-2.0
// Which statements of a program were ever come to, and which were not: dead code, or a model that does less than was meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/model/reductions.hpp"

namespace lariat::model {

// The transitions that have been taken, a byte for each.
class Coverage {
 public:
  // `reduced`, if it is given, is the reduction of the program whose transitions are noted; the statements are the program's.
  explicit Coverage(const Program& program, const ReducedProgram* reduced = nullptr);

  // The transitions of a step.
  void note(std::span<const Action> actions);
  // For compiled code, which sets the byte of a transition that is taken: those of process type 0 first, then those of type 1.
  std::uint8_t* data() { return taken_.data(); }
  // What another one of the same program was told.
  void add(const Coverage& other);

  struct Statement {
    ProcessTypeId type = none;
    Source source = {};
    std::string text = {};
  };
  // The transitions from locations where no process has been, each statement once, by type and place in the source. Of a type
  // that was never started there is one entry without a text.
  std::vector<Statement> unreached() const;

 private:
  std::vector<std::vector<bool>> visited() const;
  bool is_taken(ProcessTypeId type, TransitionId transition) const { return taken_[first_[type] + transition] != 0; }

  const Program& program_;
  const ReducedProgram* reduced_;
  std::vector<std::size_t> first_;   // by type: where its transitions begin
  std::vector<std::uint8_t> taken_;  // by transition
};

}  // namespace lariat::model
