// SPDX-License-Identifier: Apache-2.0
// Runs of Spin, where it is installed: its verifier of a model, generated, compiled and run by one command of a shell.
#pragma once

#include <string>
#include <vector>

#include "experiments/task.hpp"

namespace lariat::experiments {

struct SpinRun {
  std::string model = {};                  // path
  std::vector<std::string> defines = {};   // N=4
  std::vector<std::string> generate = {};  // options of spin beside -a
  std::vector<std::string> compile = {};   // options of gcc
  std::vector<std::string> verify = {};    // options of pan
  std::string claim = {};                  // the name of the property; empty: none
  bool counts_steps = false;               // the row has the length of the counterexample
};

// The detail of a row whose trail is none: with -i and -I pan says itself that they are for safety properties only, and the
// last trail that it writes for an acceptance cycle may be a finite run.
inline constexpr const char* no_cycle = "the last trail of pan has no cycle";

// The programs that a run of Spin needs and that are not in the path, for people: `spin, gcc`; empty if both are there.
std::string missing_for_spin();

// The run as a task, without subject and variant. pan gets a stack of 10,000 steps and is run again with a larger
// one if that is too small. It ends at the limits of the request, but has no limit of states.
Task spin_task(const Request& request, const SpinRun& run);

// One row of what pan prints. `lasso` is the number of steps of the model in the trail: those of the claim do not count.
// `class` is `cycle` if pan found an acceptance cycle. States are those that were stored; the store's bytes are those of states
// and hash table.
std::vector<Record> read_pan(const Task& task, const ChildResult& result, const Record& blank);

}  // namespace lariat::experiments
