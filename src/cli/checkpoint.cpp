// SPDX-License-Identifier: Apache-2.0
#include "cli/checkpoint.hpp"

#include <fmt/format.h>

#include "cli/model_input.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "lariat/run/page.hpp"
#include "lariat/store/state_hash.hpp"

namespace lariat::cli {

std::optional<walk::CheckpointOptions> checkpoint_of(const Options& options, std::string_view command,
                                                     const model::Program& program) {
  if (options.checkpoint.folder.empty() && options.checkpoint.resume.empty()) return std::nullopt;
  std::string text = fmt::format("{}\n{}\n{}\n", version_text(), command, options.meaning);
  for (const run::PageSource& source : run::page_sources(program)) text += source.text + '\0';
  const store::StateHash hash = store::hash_state({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  walk::CheckpointOptions checkpoint = options.checkpoint;
  checkpoint.key = fmt::format("{:016x}{:016x}", hash.high, hash.low);
  checkpoint.complain = [](const std::string& why) { complain("note: the walk is not saved: " + why + '\n'); };
  if (checkpoint.folder.empty()) checkpoint.folder = checkpoint.resume;
  if (!checkpoint.resume.empty())
    if (auto obstacle = walk::find_obstacle(checkpoint)) throw BadInput{{*std::move(obstacle)}};
  return checkpoint;
}

}  // namespace lariat::cli
