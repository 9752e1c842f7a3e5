// SPDX-License-Identifier: Apache-2.0
#include "walk/state_stack.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

namespace lariat::walk {

void StateStack::push(system::Bytes state, std::uint32_t choice) {
  if (used_ + state.size() > capacity_) {
    const std::size_t wanted = std::max({used_ + state.size(), capacity_ + capacity_ / 2, std::size_t{1} << 16});
    auto* const memory = static_cast<std::uint8_t*>(std::realloc(bytes_.get(), wanted));  // NOLINT(cppcoreguidelines-no-malloc)
    if (memory == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());
    bytes_.reset(memory);
    capacity_ = wanted;
  }
  entries_.push_back({.begin = used_, .choice = choice, .mark = Mark::waiting});
  std::copy(state.begin(), state.end(), bytes_.get() + used_);
  used_ += state.size();
}

std::size_t StackIndex::find(system::Bytes state, const store::StateHash& hash) const {
  for (std::size_t slot = slot_of(hash); slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    const std::size_t entry = slots_[slot] - 1;
    const system::Bytes known = stack_.state(entry);
    if (known.size() == state.size() && std::equal(known.begin() + ignored_, known.end(), state.begin() + ignored_))
      return entry;
  }
  return nowhere;
}

void StackIndex::add_top(const store::StateHash& hash) {
  if (stack_.size() >= std::numeric_limits<std::uint32_t>::max()) throw std::length_error("the stack is too deep");
  if (stack_.depth() > slots_.size() / 2) {
    grow();  // takes in the top, too
    return;
  }
  std::size_t slot = slot_of(hash);
  while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = static_cast<std::uint32_t>(stack_.size());
}

void StackIndex::remove_top(const store::StateHash& hash) {
  std::size_t slot = slot_of(hash);
  while (slots_[slot] != stack_.size()) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = 0;
}

// From the bottom up, so that the last to come is again the one without which nobody would miss anything.
void StackIndex::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t entry = 0; entry < stack_.size(); ++entry) {
    if (!stack_.entered(entry)) continue;
    std::size_t slot = slot_of(store::hash_state(stack_.state(entry).subspan(ignored_)));
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(entry + 1);
  }
}

}  // namespace lariat::walk
