// SPDX-License-Identifier: Apache-2.0
// The states and transitions of a product whose property reads atoms only, on numbers: the system's states are stored and
// expanded once (RememberedGraph), a state of the product is a pair of numbers (PairNumbers), and its transitions are those of
// the system's state, each with the moves that the property has under its letter.
//
// States get the same numbers, and transitions come in the same order, as where a state of the product is stored as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lariat/product/expander.hpp"
#include "product/pair_numbers.hpp"
#include "product/remembered_graph.hpp"

namespace lariat::product {

class GraphProduct {
 public:
  // All must outlive it; the store holds the system's states. The graph takes at most so many bytes.
  GraphProduct(Expander& expander, const store::StateStore& store, store::StateStore::Cursor& cursor, std::size_t max_bytes)
      : expander_(expander),
        cursor_(cursor),
        pairs_(expander.property().states()),
        graph_(expander.system(), store, cursor, max_bytes) {}

  struct Posted {
    bool is_remembered = false;  // otherwise nothing was appended
    bool last_is_new = false;    // the transition appended last was the first to meet its target
  };
  // Appends the transitions of a state, up to the one that makes the product larger than max_states, unless that is 0.
  Posted post(StateId s, std::vector<Successor>& arena, std::uint64_t max_states);

  // Numbers whole states, as StateStore::Cursor::insert does.
  std::size_t insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states);
  // A whole state, valid until the next call.
  store::Bytes load(StateId s);
  std::uint32_t property_state(StateId s) const { return pairs_.property(s); }

  std::size_t size() const { return pairs_.size(); }
  // Of all but the store.
  std::size_t bytes() const { return pairs_.bytes() + graph_.bytes(); }

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

}  // namespace lariat::product
