// SPDX-License-Identifier: Apache-2.0
// A suite of tests: models with what is expected of them (expectations.hpp), and saved runs that must still be runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/check/check.hpp"
#include "lariat/check/vacuity.hpp"
#include "lariat/frontend/model.hpp"

namespace lariat::suite {

// A place in a file, for people and other programs; line 0: the file as a whole.
struct Location {
  std::string file = {};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string text = {};  // what happens there
};

struct TestResult {
  enum class Outcome : std::uint8_t {
    passed,
    failed,  // the verdict is another one
    error,   // the model, the expectation or the run cannot be read
    unknown  // a limit was reached
  };
  Outcome outcome = Outcome::unknown;
  std::string model = {};     // the file
  std::string name = {};      // of the test: `violated no_starvation`, `replays run.json`
  std::string reason = {};    // why it did not pass, in a sentence without a full stop
  std::string expected = {};  // verdicts
  std::string actual = {};
  std::vector<std::string> warnings = {};
  Location stated = {};                   // where it is stated what is expected
  std::vector<Location> run = {};         // the steps of the counterexample, if one was found; the first thousand
  std::size_t cycle = std::string::npos;  // the step with which the part begins that repeats
  std::uint64_t states = 0;
  double seconds = 0;
};
std::string_view to_string(TestResult::Outcome outcome);

struct SuiteOptions {
  frontend::ReadOptions read = {};
  check::ModelCheckOptions check = {};  // with the limits for all tests together
  unsigned jobs = 1;                    // models that are checked at the same time
  bool strict = false;                  // a warning about a property that holds is a failure
  check::VacuityBudget vacuity = {};    // of each property, if strict
  // Called with the results of each file in the order of the files, by one thread at a time.
  std::function<void(const std::vector<TestResult>&)> report = {};
};

// The files of a suite below the paths: models, and saved runs. A folder stands for what is below it.
Result<std::vector<std::string>> find_tests(const std::vector<std::string>& paths);

// Runs the tests of the files, and returns all results in their order. A limit that is reached makes the tests that are left
// `unknown`.
std::vector<TestResult> run_suite(const std::vector<std::string>& files, const SuiteOptions& options);

}  // namespace lariat::suite
