// SPDX-License-Identifier: Apache-2.0
// Saved walks whose checksum is right, but which name what the system does not have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "lariat/system/program_system.hpp"
#include "lariat/walk/saved_walk.hpp"
#include "support/random_program.hpp"

namespace lariat::walk {
namespace {

class SnapshotTest : public testing::Test {
 protected:
  SnapshotTest() : folder_(std::filesystem::path(testing::TempDir()) / "lariat-snapshot-XXXXXX") {
    std::string name = folder_.string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    folder_ = name;
    options_ = {.folder = folder_, .resume = folder_, .key = "test"};
  }
  ~SnapshotTest() override { std::filesystem::remove_all(folder_); }

  // What is wrong with a saved walk of one state, which has this witness; nothing if it is read.
  std::string complaint(const Witness& witness) {
    system::ProgramSystem system(program_, {}, nullptr, {});
    product::PlainProduct product(system, {});
    const std::vector<StateId>& initial = product.initial();
    const std::vector<store::IdRange> states = {{.begin = initial.front(), .end = initial.front() + 1}};
    Snapshot snapshot{.level_sizes = {1}};
    snapshot.figures.witnesses = {witness};
    write_walk(snapshot_path(options_.folder, options_), options_.key, snapshot, states,
               [&](StateId s) { return product.bytes(s); });
    product::PlainProduct other(system, {});
    try {
      SavedWalk saved(options_, other);
    } catch (const BadSnapshot& bad) {
      return bad.what;
    }
    return {};
  }

  const model::Program program_ = model::RandomProgram(1).make();

 private:
  std::filesystem::path folder_;
  CheckpointOptions options_;
};

TEST_F(SnapshotTest, FaultsNameWhatTheModelHas) {
  const auto with_fault = [](const model::Fault& fault) { return Witness{.state = 0, .choice = 0, .fault = fault}; };
  const auto places = static_cast<model::PlaceId>(program_.places.size());
  const auto files = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(program_.files.size()));
  ASSERT_GT(places, 0);
  using Kind = model::Fault::Kind;
  EXPECT_EQ(complaint(with_fault({.kind = Kind::overflow, .value = 7, .place = places - 1})), "");
  EXPECT_EQ(complaint(with_fault({.kind = Kind::reported})), "");
  for (const model::Fault& fault :
       {model::Fault{.kind = Kind::overflow, .place = places}, model::Fault{.kind = Kind::division, .source = {.file = files}},
        model::Fault{.kind = static_cast<Kind>(static_cast<int>(Kind::reported) + 1)}})
    EXPECT_NE(complaint(with_fault(fault)).find("is damaged"), std::string::npos);
}

TEST_F(SnapshotTest, TransitionsThatAStateDoesNotHaveAreNotDescribed) {
  system::ProgramSystem system(program_, {}, nullptr, {});
  product::PlainProduct product(system, {});
  const StateId initial = product.initial().front();
  product::Expansion expansion;
  product.expand(initial, expansion);
  ASSERT_GT(expansion.size(), 0);
  EXPECT_NO_THROW(product.describe(initial, expansion.size() - 1));
  EXPECT_THROW(product.describe(initial, expansion.size()), std::logic_error);
}

}  // namespace
}  // namespace lariat::walk
