// SPDX-License-Identifier: Apache-2.0
// A run as a message sequence chart: a line down for each process, and what goes between them.
//
//        init[0]       Sender[1]     Receiver[2]
//    1   ├─ run ──────▶┬ Sender[1]
//    2   ├─ run ───────┼────────────▶┬ Receiver[2]
//    4   │             ├─ c!data,1 ─▶│                two that meet
//    5   │             ├─▷ q!7       │                into a buffer
//    7   │             │             ├◁─ q?7 (5)      what step 5 put there
//    9   │             │             ● done           printf("MSC: done\n")
//   10   │             │             ┴ ends
//
// Steps in which nothing of that kind happens are left out.
#pragma once

#include <ostream>

#include "lariat/run/run.hpp"
#include "lariat/run/run_text.hpp"

namespace lariat::run {

// Writes the chart of a whole run. Columns are as far apart as the texts between them want, and closer if the width asks for
// it. Of the options, color, utf8 and width count.
void write_chart(std::ostream& out, model::Interpreter& interpreter, const Run& run, const RunTextOptions& options = {});

}  // namespace lariat::run
