// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_store.hpp"

namespace lariat {

std::string_view to_string(StoreKind kind) { return kind == StoreKind::exact ? "exact" : "tree"; }

StateStore::StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads) : threads_(threads) {
  if (kind == StoreKind::exact)
    exact_ = std::make_unique<ExactStore>(length, ignored, threads);
  else
    tree_ = std::make_unique<TreeStore>(length, ignored, threads);
}

StateStore::Cursor StateStore::cursor(unsigned thread) {
  if (exact_) return Cursor(exact_->cursor(thread));
  return Cursor(tree_->cursor(thread));
}

}  // namespace lariat
