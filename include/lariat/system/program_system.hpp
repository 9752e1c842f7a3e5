// SPDX-License-Identifier: Apache-2.0
// A program as a system. Successors are the interpreter's; if an engine is given, compiled code produces them, and the
// interpreter whatever that code leaves to it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"
#include "lariat/system/system.hpp"

namespace lariat::system {

class ProgramSystem final : public System {
 public:
  // `atoms` are the expressions that valuations() evaluates, at most max_atoms; atoms() names them by their numbers. Program
  // and engine must outlive the system.
  explicit ProgramSystem(const model::Program& program, const model::InterpreterOptions& options = {},
                         model::Engine* engine = nullptr, std::vector<model::ExprId> atoms = {});

  Layout layout() const override;
  std::vector<State> initial() override { return {interpreter_.initial()}; }
  void successors(std::span<const Bytes> states, Batch& out, Request request) override;
  std::vector<std::string> atoms() const override;
  void valuations(std::span<const Bytes> states, std::span<Valuation> out) override;
  bool may_end(Bytes s) override;
  std::unique_ptr<System> clone() const override;
  // run/state_text.hpp writes states in full; here they are bytes.
  using System::describe;
  std::string describe(std::span<const Action> actions) const override;
  ProgramSystem* as_program() override { return this; }

  const model::Program& program() const { return interpreter_.program(); }
  model::Interpreter& interpreter() { return interpreter_; }
  const model::Interpreter& interpreter() const { return interpreter_; }

  // Why an atom cannot be evaluated in s.
  model::Fault atom_fault(std::size_t atom, Bytes s);

 private:
  model::Interpreter interpreter_;
  model::Engine* engine_;
  std::vector<model::ExprId> atoms_;
};

}  // namespace lariat::system
