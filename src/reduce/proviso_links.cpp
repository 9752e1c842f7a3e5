// SPDX-License-Identifier: Apache-2.0
#include "reduce/proviso_links.hpp"

#include <algorithm>

namespace lariat {

void Links::push(StateId s) {
  place_[s] = static_cast<std::uint32_t>(stack_.size());
  stack_.push_back(s);
  if (linked_) frames_.push_back({depths_.size(), false});
}

void Links::reach(StateId t) {
  if (!linked_) return;
  const std::uint32_t to = depth(t);
  if (to != dead) add(to);
}

bool Links::pop() {
  const StateId s = stack_.back();
  const auto own = static_cast<std::uint32_t>(stack_.size() - 1);
  stack_.pop_back();
  if (!linked_) return true;
  const Frame frame = frames_.back();
  frames_.pop_back();
  moved_.assign(depths_.begin() + static_cast<std::ptrdiff_t>(frame.begin), depths_.end());
  depths_.resize(frame.begin);
  if (!moved_.empty() && moved_.back() == own) moved_.pop_back();
  if (moved_.empty() && !frame.dropped) {
    place_[s] = dead;
    return false;
  }
  place_[s] = moved_.empty() ? stack_.back() : stack_[moved_.back()];
  frames_.back().dropped |= frame.dropped;
  for (const std::uint32_t depth : moved_) add(depth);
  return true;
}

bool Links::top_is_root() const {
  const Frame& frame = frames_.back();
  return !frame.dropped && (depths_.size() == frame.begin || depths_[frame.begin] + 1 == stack_.size());
}

void Links::add(std::uint32_t depth) {
  Frame& frame = frames_.back();
  const auto begin = depths_.begin() + static_cast<std::ptrdiff_t>(frame.begin);
  const auto place = std::lower_bound(begin, depths_.end(), depth);
  if (place != depths_.end() && *place == depth) return;
  depths_.insert(place, depth);
  if (depths_.size() - frame.begin <= most) return;
  depths_.erase(depths_.begin() + static_cast<std::ptrdiff_t>(frame.begin));
  frame.dropped = true;
}

std::uint32_t Links::depth(StateId t) {
  const auto ends = [&](StateId s) {
    const std::uint32_t place = place_.get(s);
    return place == dead || on_stack(s, place);
  };
  StateId end = t;
  while (!ends(end)) end = place_.get(end);
  const bool is_dead = place_.get(end) == dead;
  for (StateId s = t; s != end;) {
    const StateId next = place_.get(s);
    place_[s] = is_dead ? dead : end;
    s = next;
  }
  return place_.get(end);
}

}  // namespace lariat
