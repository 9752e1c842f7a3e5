// SPDX-License-Identifier: Apache-2.0
// Test results for build servers: JUnit's XML, and SARIF 2.1.0 (OASIS).
#pragma once

#include <span>
#include <string>

#include "lariat/suite/suite.hpp"

namespace lariat::suite {

// A document for Jenkins, GitLab and others, valid by their schemas and by that of Ant's JUnit task: a test suite for each
// model. A test that is unknown is an error. `began` is the time of day in seconds since 1970.
std::string junit_report(std::span<const TestResult> results, std::int64_t began);

// A log with a result for each test that did not pass, with its place, and the steps of the run as a code flow.
std::string sarif_report(std::span<const TestResult> results);

}  // namespace lariat::suite
