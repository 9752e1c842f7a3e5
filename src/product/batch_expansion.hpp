// SPDX-License-Identifier: Apache-2.0
// Expands several states of a system at once and stores their successors, so that the waits for memory overlap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lariat/store/state_store.hpp"
#include "lariat/system/system.hpp"

namespace lariat::product {

class BatchExpansion {
 public:
  // System and cursor must outlive it, and `store` is what the cursor belongs to.
  BatchExpansion(system::System& system, const store::StateStore& store, store::StateStore::Cursor& cursor)
      : system_(system), store_(store), cursor_(cursor) {}

  // Expands the states. Throws what the system and the store throw.
  void expand(std::span<const StateId> states);
  // The values of the atoms in the i-th of the states that the last call of expand was given, and the successors of that state.
  const system::Valuation& valuation(std::size_t i) const { return values_[i]; }
  std::span<const store::Stored> successors(std::size_t i) const {
    return std::span(stored_).subspan(batch_.begin(i), batch_.end(i) - batch_.begin(i));
  }

 private:
  void load(std::span<const StateId> states);

  system::System& system_;
  const store::StateStore& store_;
  store::StateStore::Cursor& cursor_;
  std::vector<system::Bytes> sources_;
  std::vector<std::uint8_t> copies_;
  std::vector<system::Bytes> views_;
  system::Batch batch_;
  std::vector<store::Stored> stored_;
  std::vector<system::Valuation> values_;
};

}  // namespace lariat::product
