// SPDX-License-Identifier: Apache-2.0
// A run of a program: what a counterexample is made of, whoever found it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"

namespace lariat::run {

struct RunStep {
  // The transitions of the step in their order; none if the system is stuck and stays where it is. In a run that the program's
  // observer watches, the observer's transition is the last, also where the system is stuck.
  std::vector<model::Action> actions = {};
  model::State state = {};  // after the step
  model::Fault fault = {};
  std::uint32_t automaton_state = model::none;  // of the property's automaton after the step, if there is one
};

struct Run {
  model::State initial = {};
  std::uint32_t automaton_initial = model::none;
  std::vector<RunStep> steps = {};
  std::optional<std::size_t> cycle = {};  // the step with which the part begins that is repeated for ever, from 0

  // The state and the automaton's state in which step i begins; i may be steps.size().
  model::StateView before(std::size_t i) const { return i == 0 ? initial : steps[i - 1].state; }
  std::uint32_t automaton_before(std::size_t i) const { return i == 0 ? automaton_initial : steps[i - 1].automaton_state; }
};

// True if the observer takes part in the run.
bool is_observed(const Run& run);

// All steps from s, without states of an automaton, in the order of the interpreter. Where the system has none, one step
// without a transition that stays in s. `observed` combines each with every move of the observer that allows it; there may then
// be no step at all. s must be a state of the program.
std::vector<RunStep> possible_steps(model::Interpreter& interpreter, model::StateView s, bool observed = false);

// What goes wrong with a step from s: its fault, or else an assertion at a location which does not hold afterwards, and did
// hold in s.
model::Fault fault_of(model::Interpreter& interpreter, model::StateView s, const RunStep& step);

// Plays the run from the beginning and says what is wrong with it, in a sentence without a full stop: each step must be a
// possible one, with the same transitions, the same state but for hidden variables, and the same fault; and the last state must
// be the one in which the cycle begins. Nothing of the run is believed, so that no error of a search goes unnoticed. Whether
// the states of an automaton follow each other is for whoever knows the automaton; here they must only be there in all steps or
// in none, and close the cycle.
std::optional<std::string> find_flaw(model::Interpreter& interpreter, const Run& run);

// Which process is treated unfairly by the run's cycle, in a sentence; nothing if none is: each process that has a step in
// every state of the cycle takes part in a step of it. In Promela a process that waits for a sender has no step of its own.
std::optional<std::string> find_unfairness(model::Interpreter& interpreter, const Run& run);

}  // namespace lariat::run
