// SPDX-License-Identifier: Apache-2.0
#include "cli/checkpoint.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include "cli/model_input.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"
#include "lariat/cluster/find_obstacle.hpp"
#include "lariat/run/page.hpp"
#include "lariat/store/state_hash.hpp"
#include "lariat/walk/saved_walk.hpp"

namespace lariat::cli {

namespace {

std::string key_of(const Options& options, std::string_view command, const model::Program& program) {
  std::string text = fmt::format("{}\n{}\n{}\n", version_text(), command, options.meaning);
  for (const run::PageSource& source : run::page_sources(program)) text += source.text + '\0';
  const store::StateHash hash = store::hash_state({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

// By rank 0, if there are several.
bool is_saved(const Options& options, const walk::CheckpointOptions& checkpoint) {
  struct stat about = {};
  const bool exists = lstat(walk::snapshot_path(checkpoint.resume, checkpoint).c_str(), &about) == 0;
  if (options.cluster == nullptr) return exists;
  std::uint64_t answer = options.cluster->rank() == 0 && exists ? 1 : 0;
  options.cluster->sum({&answer, 1});
  return answer != 0;
}

}  // namespace

std::vector<walk::CheckpointOptions> checkpoints_of(const Options& options, std::string_view command,
                                                    const model::Program& program, const std::vector<SavedWork>& work) {
  std::vector<walk::CheckpointOptions> result;
  if (options.checkpoint.folder.empty() && options.checkpoint.resume.empty()) return result;
  const std::string key = key_of(options, command, program);
  bool any_saved = false;
  for (const SavedWork& part : work) {
    walk::CheckpointOptions& checkpoint = result.emplace_back(options.checkpoint);
    checkpoint.key = key;
    checkpoint.name = part.name;
    checkpoint.complain = [what = part.is_walk ? "walk" : "search"](const std::string& why) {
      complain(fmt::format("note: the {} is not saved: {}\n", what, why));
    };
    if (checkpoint.folder.empty()) checkpoint.folder = checkpoint.resume;
    any_saved |= !checkpoint.resume.empty() && is_saved(options, checkpoint);
  }
  if (options.checkpoint.resume.empty()) return result;
  for (std::size_t i = 0; i < work.size(); ++i) {
    walk::CheckpointOptions& checkpoint = result[i];
    if (any_saved && !is_saved(options, checkpoint)) {
      checkpoint.resume.clear();  // begins
      continue;
    }
    const std::string_view title = work[i].is_walk ? walk::walk_title : cluster::lasso_title;
    auto obstacle = options.cluster == nullptr ? walk::find_obstacle(checkpoint)
                                               : cluster::find_obstacle(*options.cluster, checkpoint, title);
    if (obstacle) throw BadInput{{*std::move(obstacle)}};
  }
  return result;
}

}  // namespace lariat::cli
