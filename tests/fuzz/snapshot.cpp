// SPDX-License-Identifier: Apache-2.0
// Any bytes in a file of a saved walk, followed by the checksum that they have, are refused with a reason, or are a walk that
// goes on to its end: its states are those of the file and all that can be reached from its last level.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>

#include "lariat/walk/explore.hpp"
#include "lariat/walk/snapshot_file.hpp"

namespace {

using namespace lariat;

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

// Two bytes of which any values are a state: the first stays as it is, the second counts to 15. Its runs end there if the first
// one is odd. A step from 7 is an error.
class Counter final : public system::System {
 public:
  system::Layout layout() const override { return {.length = 2}; }
  std::vector<system::State> initial() override { return {{0, 0}, {1, 0}}; }
  void successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) override {
    out.clear();
    const system::Action action{.process = 0, .type = 0, .transition = 0};
    for (const system::Bytes s : states) {
      if (s[1] < 15 || s[0] % 2 == 0)
        out.add(system::State{s[0], static_cast<std::uint8_t>((s[1] + 1) % 16)},
                s[1] == 7 ? system::step_fault : system::no_flags,
                request.steps ? std::span(&action, 1) : std::span<const system::Action>{});
      out.end_state();
    }
  }
  bool may_end(system::Bytes) override { return false; }
  std::unique_ptr<System> clone() const override { return std::make_unique<Counter>(); }
};

std::string with_checksum(std::string bytes) {
  const std::uint64_t sum = walk::add_to_checksum(0, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return bytes;
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  check(static_cast<bool>(file.flush()), "the file cannot be written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size >= walk::snapshot_block) return 0;
  static const std::string folder = [] {
    std::string name = (std::filesystem::temp_directory_path() / "lariat-fuzz-XXXXXX").string();
    check(mkdtemp(name.data()) != nullptr, "no temporary directory");
    return name;
  }();
  static const int removal = std::atexit([] { std::filesystem::remove_all(folder); });
  check(removal == 0, "the temporary directory would stay");
  write(folder + "/walk", with_checksum({reinterpret_cast<const char*>(data), size}));
  std::filesystem::permissions(folder + "/walk", std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);

  const walk::CheckpointOptions checkpoint{.resume = folder, .key = "fuzz"};
  const auto obstacle = walk::find_obstacle(checkpoint);
  Counter system;
  product::PlainProduct product(system, {});
  const std::vector<walk::Goal> goals = {{.kind = walk::Goal::Kind::deadlock}, {.kind = walk::Goal::Kind::fault}};
  const walk::Exploration result = walk::explore_states(product, goals, {.checkpoint = &checkpoint});
  check(!obstacle || !result.complete, "a walk goes on in spite of an obstacle");
  check(result.complete == result.reason.empty(), "a reason for a complete walk, or none for another");
  if (!result.complete) return 0;
  check(result.states <= std::size_t{1} << 16, "more states than there can be");
  for (const auto& witness : result.witnesses) {
    if (!witness) continue;
    check(witness->state < result.states, "a witness that is no state");
    try {
      walk::run_to(product, result, *witness);
    } catch (const std::logic_error&) {
      // The file has a state on a level to which no other leads.
    }
  }
  return 0;
}
