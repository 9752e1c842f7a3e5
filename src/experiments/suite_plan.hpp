// SPDX-License-Identifier: Apache-2.0
// What a suite is made of: the runs that it plans, and the report that it makes of their rows.
#pragma once

#include <vector>

#include "experiments/record.hpp"
#include "experiments/task.hpp"
#include "lariat/experiments/report.hpp"
#include "lariat/experiments/suites.hpp"

namespace lariat::experiments {

Result<std::vector<Task>> plan_leader_election(const Request& request);
Report report_leader_election(const std::vector<Record>& records);

Result<std::vector<Task>> plan_emptiness(const Request& request);
Report report_emptiness(const std::vector<Record>& records);

Result<std::vector<Task>> plan_provisos(const Request& request);
Report report_provisos(const std::vector<Record>& records);

Result<std::vector<Task>> plan_minimal(const Request& request);
Report report_minimal(const std::vector<Record>& records);

Result<std::vector<Task>> plan_nested_reduction(const Request& request);
Report report_nested_reduction(const std::vector<Record>& records);

Result<std::vector<Task>> plan_peers(const Request& request);
Report report_peers(const std::vector<Record>& records);

}  // namespace lariat::experiments
