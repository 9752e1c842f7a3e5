// SPDX-License-Identifier: Apache-2.0
// What a program and a property read, before the program runs: which variables, and what of the processes' locations.
#pragma once

#include <set>
#include <vector>

#include "lariat/model/reductions.hpp"

namespace lariat::model {

// Calls visit(expression) for the expression and all its operands, including the indices of places and, of a question whether a
// receive would succeed, what the receive evaluates. Each once; no recursion.
template <class Visit>
void for_each_operand(const Program& program, ExprId root, const Visit& visit) {
  std::vector<ExprId> todo = {root};
  std::set<ExprId> seen;
  while (!todo.empty()) {
    const ExprId next = todo.back();
    todo.pop_back();
    if (next == none || !seen.insert(next).second) continue;
    const Expr& e = program.expressions[next];
    visit(e);
    todo.insert(todo.end(), {e.a, e.b, e.c});
    if (e.op == Op::read) todo.insert(todo.end(), {program.places[e.place].index, program.places[e.place].process});
    if (e.op != Op::can_receive) continue;
    const Communication& receive = program.communications[e.index];
    todo.push_back(receive.channel);
    for (const auto& argument : receive.arguments) todo.push_back(argument.value);
  }
}

// Only transitions that are in some location's list count.
struct Usage {
  Usage(const Program& program, const PropertyView& view);

  std::vector<bool> globals_read;  // by global variable
  // By process type and variable: named by others than the process itself (a remote reference, the property), or read at times
  // when the process does not move (its `provided` clause, a promise). Nothing is known of when its value matters.
  std::vector<std::vector<bool>> shared;
  // By process type and variable: somebody else may write it.
  std::vector<std::vector<bool>> written_by_others;
  std::vector<std::vector<std::uint32_t>> location_sets;  // by process type: sets that somebody asks for
  bool tells_progress = false;                            // somebody asks whether locations are marked progress
  bool tells_steps = false;  // somebody asks for a location as a number, or whether there are steps (but see timeout)

 private:
  void note(const Program& program, ExprId root, bool is_own);
  void note_place(const Program& program, PlaceId place, bool is_own);
  void note_communication(const Program& program, const Communication& communication);
  void note_effects(const Program& program, const std::vector<Effect>& effects);
  void note_guard(const Program& program, ExprId guard);
};

}  // namespace lariat::model
