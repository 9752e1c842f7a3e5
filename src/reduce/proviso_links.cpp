// SPDX-License-Identifier: Apache-2.0
#include "reduce/proviso_links.hpp"

#include <algorithm>

namespace lariat::reduce {

void Links::push(StateId s) {
  place_[s] = static_cast<std::uint32_t>(stack_.size());
  stack_.push_back(s);
  if (linked_) frames_.push_back({.begin = depths_.size()});
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
  if (frame.least >= own) {  // also if there is none
    place_[s] = dead;
    return false;
  }
  std::uint32_t link = moved_.empty() ? 0 : moved_.back();
  if (frame.dropped != none) {
    const std::uint32_t dropped = std::min(frame.dropped, own - 1);
    link = std::max(link, dropped);
    drop(dropped);
  }
  place_[s] = stack_[link];
  for (const std::uint32_t depth : moved_) add(depth);
  frames_.back().least = std::min(frames_.back().least, frame.least);
  return true;
}

bool Links::top_is_root() const { return frames_.back().least >= stack_.size() - 1; }

void Links::add(std::uint32_t depth) {
  Frame& frame = frames_.back();
  frame.least = std::min(frame.least, depth);
  const auto begin = depths_.begin() + static_cast<std::ptrdiff_t>(frame.begin);
  const auto place = std::lower_bound(begin, depths_.end(), depth);
  if (place != depths_.end() && *place == depth) return;
  depths_.insert(place, depth);
  if (depths_.size() - frame.begin <= most) return;
  drop(depths_[frame.begin]);
  depths_.erase(depths_.begin() + static_cast<std::ptrdiff_t>(frame.begin));
}

void Links::drop(std::uint32_t depth) {
  std::uint32_t& dropped = frames_.back().dropped;
  dropped = dropped == none ? depth : std::max(dropped, depth);
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

}  // namespace lariat::reduce
