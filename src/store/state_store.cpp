// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_store.hpp"

namespace lariat::store {

std::string_view to_string(StoreKind kind) { return name_of(stores, kind); }

StateStore::StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads) : threads_(threads) {
  if (kind == StoreKind::exact)
    exact_ = std::make_unique<ExactStore>(length, ignored, threads);
  else
    tree_ = std::make_unique<TreeStore>(length, ignored, threads);
}

StateStore::Hand StateStore::hand(unsigned thread) {
  if (exact_) return Hand(exact_->hand(thread));
  return Hand(tree_->hand(thread));
}

}  // namespace lariat::store
