// SPDX-License-Identifier: Apache-2.0
#include "product/batch_expansion.hpp"

#include <algorithm>

namespace lariat::product {

void BatchExpansion::expand(std::span<const StateId> states) {
  load(states);
  values_.resize(states.size());
  system_.valuations(sources_, values_);
  system_.successors(sources_, batch_, {});
  stored_.resize(std::max(stored_.size(), batch_.size()));
  const std::span<store::Stored> stored = std::span(stored_).first(batch_.size());
  if (store_.length() != 0 && batch_.is_uniform()) {
    cursor_.insert_block(batch_.data(), stored);
  } else {
    views_.clear();
    for (std::size_t k = 0; k < batch_.size(); ++k) views_.push_back(batch_.state(k));
    cursor_.insert(views_, stored);
  }
}

void BatchExpansion::load(std::span<const StateId> states) {
  sources_.clear();
  if (store_.kind() == store::StoreKind::exact) {
    for (const StateId s : states) {
      sources_.push_back(cursor_.load(s));
      __builtin_prefetch(sources_.back().data());
    }
    return;
  }
  // Other stores keep what is loaded only until the next state is.
  copies_.clear();
  std::vector<std::size_t> ends;
  for (const StateId s : states) {
    const system::Bytes bytes = cursor_.load(s);
    copies_.insert(copies_.end(), bytes.begin(), bytes.end());
    ends.push_back(copies_.size());
  }
  for (std::size_t i = 0, begin = 0; i < ends.size(); begin = ends[i++])
    sources_.push_back(system::Bytes(copies_).subspan(begin, ends[i] - begin));
}

}  // namespace lariat::product
