// SPDX-License-Identifier: Apache-2.0
#include "promela/elements.hpp"

#include <algorithm>

namespace lariat::promela {

using Kind = Element::Kind;

ElementId Elements::add(Element element) {
  elements_.push_back(std::move(element));
  return static_cast<ElementId>(elements_.size() - 1);
}

void Elements::append(ElementId id) { append(id, open_.back()); }

void Elements::append(ElementId id, SequenceId to) {
  Sequence& sequence = sequences_[to];
  if (sequence.first == model::none)
    sequence.first = id;
  else
    elements_[sequence.last].next = id;
  sequence.last = id;
}

void Elements::open() {
  open_.push_back(static_cast<SequenceId>(sequences_.size()));
  sequences_.emplace_back();
}

SequenceId Elements::close() {
  const SequenceId id = open_.back();
  open_.pop_back();
  sequences_[id].extent = sequences_[id].last;
  return id;
}

void Elements::remove_skips(SequenceId option) {
  const Sequence& sequence = sequences_[option];
  ElementId before = model::none;
  unsigned count = 0;
  for (ElementId id = sequence.first; id != model::none; id = elements_[id].next) {
    const Element& element = elements_[id];
    count = element.is_skip ? count + 1 : 0;
    const bool prints = !element.transition.effects.empty();
    if (count > 1 && !prints && id != sequence.first && id != sequence.last)
      elements_[before].next = element.next;
    else
      before = id;
  }
}

void Elements::walk_atomic(ElementId first, ElementId last) {
  for (ElementId id = first; id != model::none; id = elements_[id].next) {
    check_();
    Element& element = elements_[id];
    element.atomic = true;
    if (element.kind != Kind::d_step)
      for (const SequenceId part : element.parts) walk_atomic(sequences_[part].first, sequences_[part].last);
    if (id == last) return;
  }
}

void Elements::make_atomic(SequenceId id) {
  for (;;) {
    walk_atomic(sequences_[id].first, sequences_[id].last);
    Element& last = elements_[sequences_[id].last];
    if (last.kind != Kind::block) {
      last.atomic = false;
      last.atomic_end = true;
      return;
    }
    id = last.parts.front();
  }
}

// An escape is also one from the escapes that are there already, and from everything inside.
void Elements::escape(ElementId id, SequenceId by) {
  Element& element = elements_[id];
  if (std::find(element.escapes.begin(), element.escapes.end(), by) != element.escapes.end()) return;
  const std::deque<SequenceId> inner = element.escapes;
  for (const SequenceId other : inner) attach(by, other);
  element.escapes.push_front(by);
  switch (element.kind) {
    case Kind::unless:
    case Kind::block:
      attach(by, element.parts.front());
      break;
    case Kind::choice:
      for (const SequenceId part : element.parts) attach(by, part);
      break;
    default:
      break;
  }
}

void Elements::attach(SequenceId by, SequenceId to) {
  const Sequence& sequence = sequences_[to];
  for (ElementId id = sequence.first; id != model::none; id = elements_[id].next) {
    check_();
    escape(id, by);
    if (id == sequence.extent) return;
  }
}

void Elements::link() {
  // Outer blocks have larger numbers.
  for (ElementId id = static_cast<ElementId>(elements_.size()); id-- > 0;) {
    const Element& element = elements_[id];
    if (element.kind == Kind::block || element.kind == Kind::d_step)
      elements_[sequences_[element.parts.front()].last].next = element.next;
  }
  for (Element& element : elements_) {
    if (element.kind != Kind::go || element.d_step != model::none) continue;
    const Element& target = elements_[element.target];
    const bool stays = target.atomic || target.atomic_end;
    if ((element.atomic || element.atomic_end) && !stays) {
      element.atomic = false;
      element.atomic_end = true;
    } else if (element.atomic_end && stays) {
      element.atomic_end = false;
      element.atomic = true;
    }
  }
}

ElementId Elements::hunt(ElementId id, bool atomic) const {
  for (std::size_t i = 0; i <= elements_.size(); ++i) {
    check_();
    const Element& element = elements_[id];
    ElementId to = model::none;
    if (element.kind == Kind::go) to = element.target;
    if (element.kind == Kind::exit || element.kind == Kind::joint) to = element.next;
    if (element.kind == Kind::unless) to = hunt(sequences_[element.parts.front()].first, atomic);
    if (to == model::none || (atomic && !elements_[to].atomic)) return id;
    id = to;
  }
  return id;
}

ElementId Elements::start(ElementId id) const {
  for (std::size_t i = 0; i <= elements_.size(); ++i) {
    check_();
    const Element& element = elements_[id];
    if (element.kind == Kind::joint && element.next != model::none)
      id = element.next;
    else if (element.kind == Kind::unless)
      id = sequences_[element.parts.front()].first;
    else
      return id;
  }
  return id;
}

ElementId Elements::destination(ElementId id) const {
  const Element& element = elements_[id];
  const ElementId to = element.kind == Kind::go ? element.target : element.next;
  return to == model::none ? to : hunt(to, element.atomic);
}

ElementId Elements::hunt_inside(ElementId id) const {
  const std::uint32_t d_step = elements_[id].d_step;
  ElementId to = elements_[id].kind == Kind::go ? elements_[id].target : elements_[id].next;
  for (std::size_t i = 0; i <= elements_.size() && to != model::none && elements_[to].d_step == d_step; ++i) {
    const Element& element = elements_[to];
    if (element.kind == Kind::go)
      to = element.target;
    else if (element.kind == Kind::exit || element.kind == Kind::joint)
      to = element.next;
    else
      break;
  }
  return to;
}

void Elements::leaves(ElementId id, std::vector<ElementId>& out, std::vector<std::vector<ElementId>>* passed) const {
  struct Open {
    ElementId id;
    std::vector<ElementId> path;
  };
  std::vector<Open> stack = {{id, {}}};
  while (!stack.empty()) {
    check_();
    const Open top = std::move(stack.back());
    stack.pop_back();
    const Element& element = elements_[top.id];
    if (element.kind != Kind::choice && element.kind != Kind::block) {
      out.push_back(top.id);
      if (passed != nullptr) passed->push_back(top.path);
      continue;
    }
    std::vector<ElementId> path = top.path;
    if (top.id != id) path.push_back(top.id);
    for (std::size_t i = element.parts.size(); i-- > 0;) stack.push_back({start(sequences_[element.parts[i]].first), path});
  }
}

// Spin goes through the steps of an element, and puts the first steps of each escape, innermost first, in front of all others
// unless they are there. Of an escape with a smaller number it takes what it made of it, that is with the escapes from the
// escape.
std::vector<Elements::List> Elements::lists(bool inner_escapes_first) const {
  std::vector<List> result(elements_.size());
  const auto plain = [&](ElementId id) {
    List list;
    std::vector<ElementId> steps;
    leaves(id, steps);
    for (const ElementId step : steps) list.push_back({.origin = step});
    return list;
  };
  for (ElementId id = 0; id < elements_.size(); ++id) {
    if (elements_[id].kind == Kind::unless || elements_[id].d_step != model::none) continue;
    List& list = result[id];
    list = plain(id);
    const List steps = list;
    List behind;  // escapes, if the inner ones come first
    const auto is_there = [&](ElementId origin) {
      const auto is_same = [&](const Entry& other) { return other.origin == origin; };
      return std::any_of(list.begin(), list.end(), is_same) || std::any_of(behind.begin(), behind.end(), is_same);
    };
    for (const Entry& step : steps) {
      const Element& element = elements_[step.origin];
      if (element.kind == Kind::joint) continue;
      for (auto number = element.escapes.rbegin(); number != element.escapes.rend(); ++number) {
        const ElementId first = hunt(sequences_[*number].first, element.atomic);
        for (const Entry& entry : first < id ? result[first] : plain(first)) {
          check_();
          if (is_there(entry.origin)) continue;
          const Entry added{.origin = entry.origin, .escape = first};
          if (inner_escapes_first)
            behind.push_back(added);
          else
            list.push_front(added);
        }
      }
    }
    list.insert(list.begin(), behind.begin(), behind.end());
  }
  return result;
}

}  // namespace lariat::promela
