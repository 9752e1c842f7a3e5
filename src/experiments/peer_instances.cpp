// SPDX-License-Identifier: Apache-2.0
#include "experiments/peer_instances.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "experiments/peer_variants.hpp"

namespace lariat::experiments {
namespace {

constexpr unsigned bit_of(PeerPart part) { return 1U << static_cast<unsigned>(part); }
constexpr unsigned main_parts = bit_of(PeerPart::explore) | bit_of(PeerPart::usual) | bit_of(PeerPart::threads);
constexpr unsigned ltl_part = bit_of(PeerPart::ltl);
constexpr unsigned stores_part = bit_of(PeerPart::stores);
constexpr unsigned scaling_part = bit_of(PeerPart::scaling);

// The file's name without its ending; macros with spaces between them; the parts that use this size; table_bits.
struct Listed {
  std::string_view stem;
  std::string_view defines;
  unsigned parts;
  unsigned table_bits;
};
constexpr std::array listed = {
    Listed{"cache_bus", "N=4", main_parts | stores_part, 23},
    Listed{"cache_bus", "", ltl_part, 0},
    Listed{"dining_run", "N=10", ltl_part | scaling_part, 20},
    Listed{"dining_run", "N=11", main_parts | scaling_part, 21},
    Listed{"dining_run", "N=12", stores_part | scaling_part, 23},
    Listed{"dining_run", "N=13", scaling_part, 0},
    Listed{"elevator_3", "", ltl_part, 0},
    Listed{"fischer_7", "", main_parts | ltl_part, 21},
    Listed{"garbage", "NODES=3 SONS=2", main_parts, 20},
    Listed{"lamport_fast", "N=4", main_parts | ltl_part, 22},
    Listed{"leader_all", "N=6", main_parts, 0},
    Listed{"leader_all", "", ltl_part, 0},
    Listed{"mcs_4", "", ltl_part, 0},
    Listed{"peterson_n_5", "", ltl_part, 0},
    Listed{"philosophers_9", "N=10", main_parts, 22},
    Listed{"sliding_window_3", "WINDOW=4 NUMBERS=5 ALL=20", main_parts, 21},
    Listed{"sliding_window_3", "", ltl_part, 21},
    Listed{"sorter", "N=5 VALUES=3", ltl_part | scaling_part, 21},
    Listed{"sorter", "N=5 VALUES=4", main_parts | scaling_part, 22},
    Listed{"sorter", "N=5 VALUES=5", stores_part | scaling_part, 24},
    Listed{"sorter", "N=5 VALUES=6", scaling_part, 0},
    Listed{"szymanski_7", "", main_parts | ltl_part, 21},
    Listed{"two_phase_commit", "N=3 ROUNDS=2", ltl_part, 21},
    Listed{"two_phase_commit", "N=3 ROUNDS=3", main_parts | stores_part, 23},
    Listed{"two_phase_commit", "N=4 ROUNDS=1", main_parts, 21},
    // BEEM
    Listed{"adding.3", "", main_parts, 21},
    Listed{"at.3", "", main_parts, 21},
    Listed{"bopdp.3", "", main_parts, 21},
    Listed{"fischer.4", "", main_parts, 21},
    Listed{"iprotocol.3", "", main_parts, 22},
    Listed{"iprotocol.4", "", stores_part, 0},
    Listed{"krebs.3", "", main_parts, 22},
    Listed{"leader_filters.5", "", main_parts, 21},
    Listed{"peterson.4", "", main_parts, 21},
    Listed{"protocols.4", "", main_parts, 22},
    Listed{"protocols.5", "", stores_part, 0},
    Listed{"public_subscribe.2", "", stores_part, 0},
    Listed{"rether.4", "", main_parts, 22},
    Listed{"rether.5", "", stores_part, 0},
};

}  // namespace

std::string PeerInstance::name() const {
  std::string text = model->name;
  for (const std::string& define : defines) text += ' ' + define;
  return text;
}

std::vector<PeerInstance> peer_instances(PeerPart part, const std::vector<ModelFile>& models) {
  const bool is_general = part == PeerPart::explore || part == PeerPart::ltl || part == PeerPart::reduction;
  std::vector<PeerInstance> instances;
  std::vector<PeerInstance> whole;  // every model as it is
  for (const ModelFile& model : models) {
    const std::filesystem::path path(model.name);
    const std::string ending = path.extension().string();
    if ((ending != ".pml" && ending != ".pm" && ending != ".prom") || !model.problem.empty()) continue;
    whole.push_back({&model});
    bool is_listed = false;
    for (const Listed& one : listed) {
      if (one.stem != path.stem().string() || (one.parts & bit_of(part)) == 0) continue;
      instances.push_back({&model, split_words(one.defines), one.table_bits});
      is_listed = true;
    }
    if (is_general && !is_listed) instances.push_back({&model});
  }
  return instances.empty() ? whole : instances;
}

}  // namespace lariat::experiments
