// SPDX-License-Identifier: Apache-2.0
#include "cluster/rank_checkpoint.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cluster/stop.hpp"
#include "lariat/cluster/find_obstacle.hpp"

namespace lariat::cluster {
namespace {

// What went wrong on the first rank where anything did; nothing if all is well. Collective.
std::optional<std::string> first_problem(Transport& transport, const std::optional<std::string>& mine) {
  std::optional<std::vector<std::uint8_t>> bytes;
  if (mine) bytes.emplace(mine->begin(), mine->end());
  const auto first = first_of(transport, bytes);
  if (!first) return std::nullopt;
  return std::string(first->begin(), first->end());
}

// Calls the action and says what went wrong.
std::optional<std::string> problem_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const walk::BadSnapshot& bad) {
    return bad.what;
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::length_error& error) {
    return error.what();
  }
  return std::nullopt;
}

}  // namespace

void together(Transport& transport, const std::function<void()>& action) {
  if (const auto problem = first_problem(transport, problem_of(action))) throw walk::BadSnapshot{*problem};
}

std::optional<Diagnostic> find_obstacle(Transport& transport, const walk::CheckpointOptions& options, std::string_view title) {
  try {
    together(transport, [&] { walk::verify_snapshot(options, title, transport.rank(), transport.ranks()); });
  } catch (const walk::BadSnapshot& bad) {
    return Diagnostic{.message = "cannot resume: " + bad.what};
  }
  return std::nullopt;
}

bool RankCheckpoint::is_due(double expected) {
  if (!saves()) return false;
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - saved_).count();
  std::uint64_t due = transport_.rank() == 0 && passed + expected > options_->every ? 1 : 0;
  transport_.sum({&due, 1});
  return due != 0;
}

// A name for the files of this time, by the clock of rank 0. Collective.
std::string RankCheckpoint::new_time() {
  std::uint64_t time = 0;
  if (transport_.rank() == 0)
    time = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count());
  transport_.sum({&time, 1});
  return fmt::format("{:016x}", time);
}

void RankCheckpoint::save(const std::function<std::uint64_t(const std::string& path)>& write) {
  if (!saves()) return;
  const walk::CheckpointOptions& options = *options_;
  const std::string time = new_time();
  const std::string mine = walk::part_path(options.folder, options, time, transport_.rank());
  std::uint64_t checksum = 0;
  std::optional<std::string> problem = first_problem(transport_, problem_of([&] {
                                                       walk::make_folder(options);
                                                       checksum = write(mine);
                                                     }));
  walk::PartList list{.time = time};
  if (!problem) {
    for (const std::vector<std::uint8_t>& bytes : transport_.gather(to_bytes(checksum)))
      list.checksums.push_back(from_bytes(bytes));
    problem = first_problem(transport_, problem_of([&] {
                              if (transport_.rank() != 0) return;
                              for (std::size_t i = 0; i < list.checksums.size(); ++i) {
                                struct stat about = {};
                                const std::string part = walk::part_path(options.folder, options, time, i);
                                if (stat(part.c_str(), &about) != 0)
                                  throw walk::BadSnapshot{part + " is not seen by rank 0: all nodes must share the folder"};
                              }
                              walk::write_part_list(options, list);
                            }));
  }
  if (problem) {
    unlink(mine.c_str());
    complain(*problem);
  } else if (transport_.rank() == 0) {
    walk::remove_parts(options, time);
  }
  saved_ = std::chrono::steady_clock::now();
}

void RankCheckpoint::complain(const std::string& why) {
  if (!std::exchange(has_complained_, true) && options_->complain) options_->complain(why);
}

}  // namespace lariat::cluster
