// SPDX-License-Identifier: Apache-2.0
// A transition system whose states are bytes: what products, walks and searches are given to explore.
//
// Programs are systems (program_system.hpp). Any class that says where runs begin and what follows a state is one, too, and is
// then stored, walked over by several threads and checked against LTL formulas over its atoms like a program:
//
//   class Counter : public lariat::system::System {
//     Layout layout() const override { return {.length = 1}; }
//     std::vector<State> initial() override { return {{0}}; }
//     void successors(std::span<const Bytes> states, Batch& out, Request) override {
//       out.clear();
//       for (const Bytes s : states) {
//         out.add(State{static_cast<std::uint8_t>((s[0] + 1) % 10)});
//         out.end_state();
//       }
//     }
//   };
//
// Functions are called once for many states, never for one transition. A system is used by one thread at a time; clone() gives
// other threads systems of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lariat/system/batch.hpp"

namespace lariat::system {

class ProgramSystem;

// What all states have in common.
struct Layout {
  std::size_t length = 0;  // of each state in bytes; 0: it varies
  // The first bytes of each state are hidden: kept, but not compared. Of states that differ only there, the first one stays.
  std::size_t hidden = 0;
  // The successors or the atoms of a state depend on its hidden bytes. A search for infinite runs then compares them.
  bool reads_hidden = false;
};

// What a call of successors is to produce beside the states and their flags.
struct Request {
  bool steps = false;                   // the transitions taken
  model::Coverage* coverage = nullptr;  // of a program: is told of every transition taken
};

// The atoms of a state: bit i stands for atom i. Where an atom cannot be evaluated, it counts as true and is `undefined`.
struct Valuation {
  std::uint64_t holds = 0;
  std::uint64_t undefined = 0;
};

inline constexpr std::size_t max_atoms = 64;

class System {
 public:
  System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  virtual ~System();

  virtual Layout layout() const = 0;
  // Where runs begin: at least one state.
  virtual std::vector<State> initial() = 0;
  // Replaces `out` by the successors of all the states, in the order of the states; those of a state always in the same order.
  virtual void successors(std::span<const Bytes> states, Batch& out, Request request) = 0;

  // The names of the atoms, at most max_atoms, and which of them hold in the states. A system without atoms need not override
  // the second function.
  virtual std::vector<std::string> atoms() const { return {}; }
  virtual void valuations(std::span<const Bytes> states, std::span<Valuation> out);

  // True if a run may end in s. A state without successors in which it may not is a deadlock.
  virtual bool may_end(Bytes /*s*/) { return false; }

  // A system for another thread that has the same states and successors; null: there is only this one, and one thread works.
  virtual std::unique_ptr<System> clone() const { return nullptr; }

  // Texts for people: a state, by default its bytes in hexadecimal digits; a step, by default the numbers of its actions.
  virtual std::string describe(Bytes s) const;
  virtual std::string describe(std::span<const Action> actions) const;

  // The program behind the system, or null. Observers, fairness, partial-order reduction and coverage need one: they ask for
  // its processes, and for what its transitions read and write.
  virtual ProgramSystem* as_program() { return nullptr; }
};

}  // namespace lariat::system
