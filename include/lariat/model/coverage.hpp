// SPDX-License-Identifier: Apache-2.0
// Which statements of a program were ever come to, and which were not: dead code, or a model that does less than was meant.
#pragma once

#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/model/reductions.hpp"

namespace lariat::model {

// The locations where some process has been.
class Coverage {
 public:
  // `reduced`, if it is given, is the reduction of the program whose transitions are noted; the statements are the program's.
  explicit Coverage(const Program& program, const ReducedProgram* reduced = nullptr);

  // The transitions of a step.
  void note(std::span<const Action> actions);
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
  const Program& program_;
  const ReducedProgram* reduced_;
  std::vector<std::vector<bool>> visited_;  // by type and location
  std::vector<std::vector<bool>> taken_;    // by type and transition
};

}  // namespace lariat::model
