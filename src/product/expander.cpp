// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/expander.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "lariat/store/state_hash.hpp"

namespace lariat::product {
namespace {

// Bytes that hold the numbers below `states`.
std::size_t bytes_for(std::size_t states) { return states <= 1 ? 0 : states <= 0x100 ? 1 : states <= 0x10000 ? 2 : 4; }

// A small generator: the order of successors has to be mixed, not secret.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

}  // namespace

void Expansion::put_first(const std::vector<bool>& selected) {
  const auto rest = std::stable_partition(transitions_.begin(), transitions_.end(), [&](const Transition& transition) {
    return transition.step == stays || selected[transition.step];
  });
  reduced_ = static_cast<std::size_t>(rest - transitions_.begin());
}

Expander::Expander(system::System& system, Property& property, const ProductOptions& options, std::size_t hidden)
    : system_(system),
      property_(property),
      has_moves_(property.has_moves()),
      observes_steps_(property.observes_steps()),
      needs_steps_(observes_steps_ || options.fairness != Fairness::none || options.reduction != reduce::Method::none),
      deadlock_runs_(options.deadlock_runs),
      order_(options.order),
      coverage_(options.coverage),
      hidden_(hidden),
      property_bytes_(bytes_for(property.states())),
      extra_bytes_(property_bytes_ + (options.fairness == Fairness::copies ? 1 : 0)),
      fairness_(system, options.fairness, property.sets()) {
  if (options.coverage != nullptr && system.as_program() == nullptr)
    throw std::invalid_argument("coverage needs the statements of a program");
}

std::vector<system::State> Expander::initial() const {
  std::vector<system::State> states;
  for (const system::State& first : system_.initial())
    for (const std::uint32_t property : property_.initial()) {
      system::State& state = states.emplace_back(first);
      for (std::size_t i = 0; i < property_bytes_; ++i) state.push_back(static_cast<std::uint8_t>(property >> (8 * i)));
      state.resize(first.size() + extra_bytes_, 0);
    }
  return states;
}

Marks Expander::marks(system::Bytes whole) const {
  return property_.marks_by_own_state() ? property_.marks(property_state(whole))
                                        : property_.marks(system_state(whole), property_state(whole));
}

std::uint32_t Expander::property_state(system::Bytes whole) const {
  std::uint32_t state = 0;
  for (std::size_t i = 0; i < property_bytes_; ++i)
    state |= static_cast<std::uint32_t>(whole[whole.size() - extra_bytes_ + i]) << (8 * i);
  return state;
}

bool Expander::is_system_itself() const { return is_plain() && !order_ && deadlock_runs_ == DeadlockRuns::ignore; }

void Expander::expand(system::Bytes whole, Expansion& out, bool with_steps) {
  const std::uint64_t order_hash = order_ ? store::hash_of(whole.subspan(hidden_)) : 0;
  const system::Bytes bytes = system_state(whole);
  out.source_.assign(bytes.begin(), bytes.end());
  out.source_property_ = property_state(whole);
  if (fairness_.copies_states()) out.source_turn_ = whole.back();
  out.source_id_ = no_state;
  out.transitions_.clear();
  out.numbered_begin_ = out.numbered_end_ = 0;
  out.is_plain_ = is_plain();
  if (out.is_plain_) {
    find_steps(out, with_steps);
    const auto steps = static_cast<std::uint32_t>(out.steps_.size());
    for (std::uint32_t i = 0; i < steps; ++i) out.transitions_.push_back({.step = i});
    if (steps == 0 && deadlock_runs_ == DeadlockRuns::stutter) out.transitions_.push_back({.step = Expansion::stays});
  } else {
    combine(out, with_steps);
  }
  if (order_) shuffle(order_hash, out);
  out.reduced_ = out.transitions_.size();
}

void Expander::find_steps(Expansion& out, bool with_steps) {
  const system::Bytes source(out.source_);
  system_.successors({&source, 1}, out.steps_, {.steps = with_steps || needs_steps_, .coverage = coverage_});
}

// Each step with each move.
void Expander::combine(Expansion& out, bool with_steps) {
  out.combined_.clear();
  property_.moves(out.source_, out.source_property_, out.moves_);
  if (out.moves_.empty()) {
    out.steps_.clear();
    return;
  }
  find_steps(out, with_steps);
  const auto steps = static_cast<std::uint32_t>(out.steps_.size());
  const auto moves = static_cast<std::uint32_t>(out.moves_.size());
  if (observes_steps_) {
    out.meetings_.clear();
    for (const Move& move : out.moves_) {
      property_.append_meetings(move, out.source_, out.steps_);
      out.meetings_.push_back(static_cast<std::uint32_t>(out.steps_.size()));
    }
  }
  if (fairness_.is_used()) fairness_.begin(out.steps_);
  const auto allows = [&](std::uint32_t move, std::span<const system::Action> actions) {
    return !observes_steps_ || property_.allows(out.moves_[move], out.source_, actions);
  };
  if (out.steps_.size() == 0 && deadlock_runs_ == DeadlockRuns::stutter)
    for (std::uint32_t move = 0; move < moves; ++move)
      if (allows(move, {})) add(out, Expansion::stays, move, out.source_);
  for (std::uint32_t step = 0; step < steps; ++step)
    for (std::uint32_t move = 0; move < moves; ++move)
      if (!observes_steps_ || allows(move, out.steps_.actions(step))) add(out, step, move, out.steps_.state(step));
  if (!observes_steps_) return;
  for (std::uint32_t move = 0, step = steps; move < moves; ++move)
    for (; step < out.meetings_[move]; ++step) add(out, step, move, out.steps_.state(step));
}

void Expander::add(Expansion& out, std::uint32_t step, std::uint32_t move, system::Bytes after) const {
  if (observes_steps_) {
    property_.apply(out.moves_[move], after, out.moved_);
    after = out.moved_;
  }
  model::Buffer<std::uint8_t>& combined = out.combined_;
  Expansion::Transition transition{.step = step, .move = move, .marks = out.moves_[move].marks, .offset = combined.size()};
  combined.reserve_more(after.size() + sizeof(std::uint32_t) + 1);
  std::uint8_t* const to = combined.data() + combined.size();
  std::copy(after.begin(), after.end(), to);
  std::memcpy(to + after.size(), &out.moves_[move].target, sizeof(std::uint32_t));  // as many bytes of it count as are needed
  combined.set_size(combined.size() + after.size() + property_bytes_);
  if (fairness_.is_used()) {
    std::uint8_t turn = out.source_turn_;
    transition.marks |=
        fairness_.marks(step == Expansion::stays ? std::span<const system::Action>{} : out.steps_.actions(step), turn);
    if (fairness_.copies_states()) combined.push_back(turn);
  }
  transition.length = static_cast<std::uint32_t>(combined.size() - transition.offset);
  out.transitions_.push_back(transition);
}

void Expander::shuffle(std::uint64_t state_hash, Expansion& out) const {
  std::uint64_t random = *order_ ^ state_hash;
  for (std::size_t i = out.transitions_.size(); i > 1; --i)
    std::swap(out.transitions_[i - 1], out.transitions_[next_random(random) % i]);
}

ProductStep Expander::describe(const Expansion& expansion, std::size_t i) const {
  if (i >= expansion.size()) throw std::logic_error("a state has no transition of that number");
  ProductStep step;
  const std::span<const system::Action> actions = expansion.actions(i);
  step.actions.assign(actions.begin(), actions.end());
  step.fault = expansion.fault(i);
  const system::Bytes after = system_state(expansion.state(i));
  step.state.assign(after.begin(), after.end());
  const std::uint32_t move = expansion.transitions_.at(i).move;
  if (observes_steps_) {
    step.actions.push_back(property_.action(expansion.moves_[move]));
    system::State moved;
    const system::Bytes before =
        expansion.stays_at(i) ? expansion.source() : expansion.steps_.state(expansion.transitions_[i].step);
    if (!step.fault) step.fault = property_.apply(expansion.moves_[move], before, moved);
  } else if (has_automaton()) {
    step.property_state = expansion.moves_[move].target;
  }
  return step;
}

}  // namespace lariat::product
