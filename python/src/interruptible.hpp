// SPDX-License-Identifier: Apache-2.0
// Long computations called from Python: they run without the interpreter's lock, and Ctrl-C ends them.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace lariat::python {

// Runs `work` in a thread of its own, and waits for it without the lock. If Python receives a signal whose handler raises
// (Ctrl-C), sets the flag, which must make the work end soon, and throws the exception of the handler afterwards. Rethrows what
// the work throws. `work` must not touch Python objects. The caller holds the lock.
void run_interruptible(std::atomic<bool>& interrupted, const std::function<void()>& work);

}  // namespace lariat::python
