// SPDX-License-Identifier: Apache-2.0
#include "python_system.hpp"

#include <cstring>

namespace lariat::python {
namespace {

// The interpreter's lock for a scope.
class Lock {
 public:
  Lock() : state_(PyGILState_Ensure()) {}
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

// A reference that is given back at the end of a scope.
class Owned {
 public:
  explicit Owned(PyObject* object) : object_(object) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { Py_XDECREF(object_); }
  PyObject* get() const { return object_; }

 private:
  PyObject* object_;
};

std::uint32_t number_of(system::Bytes s) {
  std::uint32_t number = 0;
  std::memcpy(&number, s.data(), sizeof number);
  return number;
}

constexpr std::uint64_t fingerprint_seed = 0xcbf29ce484222325U;

}  // namespace

PythonSystem::PythonSystem(PyObject* model, bool labelled, const std::vector<Atom>& atoms, PyObject* may_end)
    : initial_(PyObject_GetAttrString(model, "initial")),
      step_(PyObject_GetAttrString(model, labelled ? "steps" : "successors")),
      may_end_(may_end),
      labelled_(labelled),
      numbers_(PyDict_New()),
      label_numbers_(PyDict_New()) {
  Py_XINCREF(may_end_);
  for (const Atom& atom : atoms) {
    Py_INCREF(atom.holds);
    atoms_.emplace_back(atom.name, atom.holds);
  }
}

PythonSystem::~PythonSystem() {
  for (PyObject* const object : {initial_, step_, may_end_, numbers_, label_numbers_, error_[0], error_[1], error_[2]})
    Py_XDECREF(object);
  for (const auto& [name, holds] : atoms_) Py_DECREF(holds);
}

void PythonSystem::fail(const char* doing, PyObject* state) {
  PyErr_Fetch(&error_[0], &error_[1], &error_[2]);
  PyErr_NormalizeException(&error_[0], &error_[1], &error_[2]);
  if (state != nullptr && error_[1] != nullptr) {
    const Owned note(PyUnicode_FromFormat("%s of the state %.200R", doing, state));
    if (note.get() != nullptr) {
      const Owned added(PyObject_CallMethod(error_[1], "add_note", "O", note.get()));
      if (added.get() == nullptr) PyErr_Clear();  // an exception without notes
    } else {
      PyErr_Clear();  // the state cannot be shown
    }
  }
  throw PythonError{};
}

void PythonSystem::restore_error() {
  PyErr_Restore(error_[0], error_[1], error_[2]);
  for (PyObject*& part : error_) part = nullptr;
}

std::uint32_t PythonSystem::number(PyObject* state) {
  PyObject* const known = PyDict_GetItemWithError(numbers_, state);  // borrowed
  if (known != nullptr) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
  if (PyErr_Occurred() != nullptr) fail("while hashing or comparing a state", nullptr);
  const auto number = static_cast<std::uint32_t>(objects_.size());
  const Owned value(PyLong_FromUnsignedLong(number));
  if (value.get() == nullptr || PyDict_SetItem(numbers_, state, value.get()) != 0) fail("while storing a state", nullptr);
  objects_.push_back(state);
  fingerprints_.push_back(0);
  return number;
}

std::uint32_t PythonSystem::label_number(PyObject* label) {
  PyObject* const known = PyDict_GetItemWithError(label_numbers_, label);
  if (known != nullptr) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
  if (PyErr_Occurred() != nullptr) fail("while hashing a label", nullptr);
  const Owned value(PyLong_FromSize_t(labels_.size()));
  if (value.get() == nullptr || PyDict_SetItem(label_numbers_, label, value.get()) != 0) fail("while storing a label", nullptr);
  labels_.push_back(label);
  return static_cast<std::uint32_t>(labels_.size() - 1);
}

std::vector<system::State> PythonSystem::initial() {
  const Lock lock;
  std::vector<system::State> states;
  const Owned all(PyObject_CallNoArgs(initial_));
  const Owned iterator(all.get() == nullptr ? nullptr : PyObject_GetIter(all.get()));
  if (iterator.get() == nullptr) fail("", nullptr);
  while (PyObject* const next = PyIter_Next(iterator.get())) {
    const Owned state(next);
    const std::uint32_t id = number(state.get());
    system::State bytes(sizeof id);
    std::memcpy(bytes.data(), &id, sizeof id);
    states.push_back(std::move(bytes));
  }
  if (PyErr_Occurred() == nullptr && states.empty()) PyErr_SetString(PyExc_ValueError, "initial() gives no state");
  if (PyErr_Occurred() != nullptr) fail("", nullptr);
  return states;
}

void PythonSystem::add(PyObject* successor, system::Batch& out, bool with_steps, PyObject* state) {
  PyObject* target = successor;
  system::Action action;
  if (labelled_) {
    if (!PyTuple_Check(successor) || PyTuple_GET_SIZE(successor) != 2) {
      PyErr_Format(PyExc_TypeError, "steps() must give pairs (label, state), not %.200R", successor);
      fail("among the steps", state);
    }
    target = PyTuple_GET_ITEM(successor, 1);
    if (with_steps) action.transition = label_number(PyTuple_GET_ITEM(successor, 0));
  }
  const std::uint32_t id = number(target);
  fingerprint_ = (fingerprint_ ^ (id + 1U)) * 0x100000001b3U;
  const system::Bytes bytes(reinterpret_cast<const std::uint8_t*>(&id), sizeof id);
  out.add(bytes, system::no_flags,
          with_steps ? std::span<const system::Action>(&action, 1) : std::span<const system::Action>());
}

void PythonSystem::expand(std::uint32_t id, system::Batch& out, bool with_steps) {
  PyObject* const state = objects_[id];
  const Owned all(PyObject_CallOneArg(step_, state));
  if (all.get() == nullptr) fail("in the successors", state);
  fingerprint_ = fingerprint_seed;
  if (PyList_Check(all.get()) || PyTuple_Check(all.get())) {
    // The list may be changed by Python code that compares states: its length is asked for each time.
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(all.get()); ++i) {
      const Owned next(Py_NewRef(PySequence_Fast_GET_ITEM(all.get(), i)));
      add(next.get(), out, with_steps, state);
    }
  } else {
    const Owned iterator(PyObject_GetIter(all.get()));
    if (iterator.get() == nullptr) fail("in the successors", state);
    while (PyObject* const next = PyIter_Next(iterator.get())) {
      const Owned successor(next);
      add(successor.get(), out, with_steps, state);
    }
    if (PyErr_Occurred() != nullptr) fail("in the successors", state);
  }
  if (fingerprint_ == 0) fingerprint_ = 1;
  if (fingerprints_[id] == 0) fingerprints_[id] = fingerprint_;
  if (fingerprints_[id] == fingerprint_) return;
  PyErr_SetString(PyExc_RuntimeError, "the model changed its mind: a state has other successors than before");
  fail("the successors", state);
}

void PythonSystem::successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) {
  const Lock lock;
  if (PyErr_CheckSignals() != 0) fail("", nullptr);
  out.clear();
  out.table().set_form({.length = sizeof(std::uint32_t), .steps = request.steps});
  for (const system::Bytes s : states) {
    expand(number_of(s), out, request.steps);
    out.end_state();
  }
}

std::vector<std::string> PythonSystem::atoms() const {
  std::vector<std::string> names;
  for (const auto& [name, holds] : atoms_) names.push_back(name);
  return names;
}

std::uint64_t PythonSystem::valuation(std::uint32_t id) {
  if (is_valued_.size() <= id) {
    is_valued_.resize(objects_.size());
    valuations_.resize(objects_.size());
  }
  if (is_valued_[id]) return valuations_[id];
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Owned value(PyObject_CallOneArg(atoms_[i].second, objects_[id]));
    const int truth = value.get() == nullptr ? -1 : PyObject_IsTrue(value.get());
    if (truth < 0) fail(("in the atom " + atoms_[i].first).c_str(), objects_[id]);
    if (truth != 0) bits |= std::uint64_t{1} << i;
  }
  is_valued_[id] = true;
  valuations_[id] = bits;
  return bits;
}

void PythonSystem::valuations(std::span<const system::Bytes> states, std::span<system::Valuation> out) {
  const Lock lock;
  for (std::size_t i = 0; i < states.size(); ++i) out[i] = {.holds = valuation(number_of(states[i]))};
}

bool PythonSystem::may_end(system::Bytes s) {
  if (may_end_ == nullptr) return false;
  const Lock lock;
  const Owned value(PyObject_CallOneArg(may_end_, object(s)));
  const int truth = value.get() == nullptr ? -1 : PyObject_IsTrue(value.get());
  if (truth < 0) fail("in may_end", object(s));
  return truth != 0;
}

PyObject* PythonSystem::object(system::Bytes s) const { return objects_[number_of(s)]; }
PyObject* PythonSystem::label(const system::Action& action) const {
  return labelled_ && action.transition < labels_.size() ? labels_[action.transition] : Py_None;
}

}  // namespace lariat::python
