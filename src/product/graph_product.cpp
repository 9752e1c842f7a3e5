// SPDX-License-Identifier: Apache-2.0
#include "product/graph_product.hpp"

#include <optional>

#include "product/pair_numbers.hpp"
#include "product/remembered_graph.hpp"

namespace lariat::product {
namespace {

// For one thread. The graph may be given up for want of memory; then nothing is remembered any more.
class LocalGraphProduct final : public GraphProduct {
 public:
  LocalGraphProduct(Expander& expander, const store::StateStore& store, store::StateStore::Cursor& cursor,
                    std::size_t max_bytes)
      : expander_(expander),
        cursor_(cursor),
        pairs_(expander.property().states()),
        graph_(expander.system(), store, cursor, max_bytes) {}

  Posted post(StateId s, std::vector<Successor>& arena, std::uint64_t max_states) override;
  std::size_t insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states) override;
  store::Bytes load(StateId s) override;
  std::uint32_t property_state(StateId s) override { return pairs_.property(s); }
  std::size_t size() const override { return pairs_.size(); }
  std::size_t bytes() const override { return pairs_.bytes() + graph_.bytes(); }
  std::unique_ptr<GraphProduct> clone(Expander& /*expander*/, store::StateStore::Cursor& /*cursor*/) override {
    return nullptr;
  }

 private:
  std::span<const Move> moves(std::uint16_t letter, StateId system, std::uint32_t property);

  Expander& expander_;
  store::StateStore::Cursor& cursor_;
  PairNumbers pairs_;
  RememberedGraph graph_;
  std::vector<std::optional<std::vector<Move>>> moves_;  // by letter and property state, as far as known
  std::vector<Move> other_moves_;                        // in a state without a letter
  std::vector<std::uint8_t> whole_;
  std::vector<store::Bytes> parts_;
};

GraphProduct::Posted LocalGraphProduct::post(StateId s, std::vector<Successor>& arena, std::uint64_t max_states) {
  const StateId system = pairs_.system(s);
  const std::uint32_t property = pairs_.property(s);
  const std::uint16_t letter = graph_.letter(system);
  if (!graph_.is_there()) return {};
  const std::span<const Move> moves = this->moves(letter, system, property);
  if (moves.empty()) return {.is_remembered = true};  // what the system would do is not asked for
  const std::span<const StateId> successors = graph_.successors(system);
  if (!graph_.is_there()) return {};
  Posted posted{.is_remembered = true};
  const auto append = [&](StateId target, const Move& move) {
    const store::Stored stored = pairs_.number(target, move.target);
    arena.push_back({.target = stored.id, .marks = move.marks});
    posted.last_is_new = stored.is_new;
    return max_states == 0 || !stored.is_new || size() <= max_states;
  };
  if (successors.empty() && expander_.repeats_last_state())
    for (const Move& move : moves)
      if (!append(system, move)) return posted;
  for (const StateId target : successors) {
    pairs_.fetch(target);
    graph_.fetch(target);
  }
  for (const StateId target : successors)
    for (const Move& move : moves)
      if (!append(target, move)) return posted;
  return posted;
}

std::span<const Move> LocalGraphProduct::moves(std::uint16_t letter, StateId system, std::uint32_t property) {
  if (letter == RememberedGraph::no_letter) {
    expander_.property().moves(cursor_.load(system), property, other_moves_);
    return other_moves_;
  }
  const std::size_t states = expander_.property().states();
  const std::size_t at = std::size_t{letter} * states + property;
  if (at >= moves_.size()) moves_.resize(graph_.letters() * states);
  std::optional<std::vector<Move>>& known = moves_[at];
  if (!known) expander_.property().moves_of(graph_.valuation(letter), property, known.emplace());
  return *known;
}

std::size_t LocalGraphProduct::insert(std::span<const store::Bytes> states, std::span<store::Stored> out,
                                      std::uint64_t max_states) {
  parts_.clear();
  for (const store::Bytes whole : states) parts_.push_back(expander_.system_state(whole));
  cursor_.insert(parts_, out);
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i] = pairs_.number(out[i].id, expander_.property_state(states[i]));
    if (max_states != 0 && out[i].is_new && size() > max_states) return i + 1;
  }
  return states.size();
}

store::Bytes LocalGraphProduct::load(StateId s) {
  const store::Bytes system = cursor_.load(pairs_.system(s));
  whole_.assign(system.begin(), system.end());
  const std::uint32_t property = pairs_.property(s);
  for (std::size_t i = 0; i < expander_.extra_bytes(); ++i) whole_.push_back(static_cast<std::uint8_t>(property >> (8 * i)));
  return whole_;
}

}  // namespace

std::unique_ptr<GraphProduct> make_graph_product(Expander& expander, const store::StateStore& store,
                                                 store::StateStore::Cursor& cursor, std::size_t max_bytes) {
  return std::make_unique<LocalGraphProduct>(expander, store, cursor, max_bytes);
}

}  // namespace lariat::product
