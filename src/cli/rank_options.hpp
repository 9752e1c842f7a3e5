// SPDX-License-Identifier: Apache-2.0
// What changes about a command that several ranks run together.
#pragma once

#include "cli/options.hpp"
#include "lariat/model/program.hpp"

namespace lariat::cli {

// Refuses options that do not work over ranks, with the reason, and changes the rest so that rank 0 alone writes files. Does
// nothing if there is one process.
void prepare_for_ranks(Options& options);

// Collective: throws cluster::Disagreement unless all ranks have read the same model with the same version of lariat. Does
// nothing if there is one process.
void agree_on_model(const Options& options, const model::Program& program);

// How evenly the states are spread, and what was sent: `24% to 26% of the states each, 12 MB sent, 11.5 bytes a state`.
std::string ranks_text(const std::vector<cluster::RankFigures>& ranks);
// The figures of each rank, for JSON.
nlohmann::ordered_json ranks_json(const std::vector<cluster::RankFigures>& ranks);

}  // namespace lariat::cli
