// SPDX-License-Identifier: Apache-2.0
// A model written in Python as a system. Its states are any hashable objects; here each has a number of four bytes.
#pragma once

#include <Python.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lariat/system/system.hpp"

namespace lariat::python {

// Thrown through a search when Python code raised an exception, which the system then holds: PythonSystem::restore_error.
struct PythonError {};

// All members but successors, valuations and may_end need the interpreter's lock; these take it themselves. A step is called by
// one of the model's two methods:
//   successors(state)  an iterable of states
//   steps(state)       an iterable of pairs (label, state), if `labelled`
// A state must always have the same successors in the same order: if it is expanded again and they differ, that is an error.
class PythonSystem final : public system::System {
 public:
  struct Atom {
    std::string name;
    PyObject* holds;  // called with a state
  };
  // References to the objects are taken.
  PythonSystem(PyObject* model, bool labelled, const std::vector<Atom>& atoms, PyObject* may_end);
  ~PythonSystem() override;

  system::Layout layout() const override { return {.length = sizeof(std::uint32_t)}; }
  std::vector<system::State> initial() override;
  void successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) override;
  std::vector<std::string> atoms() const override;
  void valuations(std::span<const system::Bytes> states, std::span<system::Valuation> out) override;
  bool may_end(system::Bytes s) override;

  // The object that a state stands for, and the label of a step; borrowed references.
  PyObject* object(system::Bytes s) const;
  PyObject* label(const system::Action& action) const;

  // Makes the exception that ended a search the current one of Python.
  void restore_error();

 private:
  // Throws PythonError and keeps the current exception of Python; `doing` becomes a note of it, if there is a state.
  [[noreturn]] void fail(const char* doing, PyObject* state);
  std::uint32_t number(PyObject* state);
  std::uint32_t label_number(PyObject* label);
  void expand(std::uint32_t state, system::Batch& out, bool with_steps);
  void add(PyObject* successor, system::Batch& out, bool with_steps, PyObject* state);
  std::uint64_t valuation(std::uint32_t state);

  PyObject* initial_;
  PyObject* step_;
  PyObject* may_end_;  // null: never
  bool labelled_;
  std::vector<std::pair<std::string, PyObject*>> atoms_;
  PyObject* numbers_;               // a dict from states to numbers
  std::vector<PyObject*> objects_;  // by number; the dict owns them
  PyObject* label_numbers_;         // the same for labels
  std::vector<PyObject*> labels_;
  std::vector<std::uint64_t> fingerprints_;  // by number: of the successors; 0: not expanded yet
  std::vector<std::uint64_t> valuations_;    // by number, where it is known
  std::vector<bool> is_valued_;
  std::uint64_t fingerprint_ = 0;
  PyObject* error_[3] = {};  // type, value, traceback
};

}  // namespace lariat::python
