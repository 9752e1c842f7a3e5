// SPDX-License-Identifier: Apache-2.0
// The states and transitions of a product whose property reads atoms only, on numbers: the system's states are stored and
// expanded once, a state of the product is a pair of numbers, and its transitions are those of the system's state, each with
// the moves that the property has under its letter.
//
// States get the same numbers, and transitions come in the same order, as where a state of the product is stored as a whole.
// With several threads the numbers differ, the order does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lariat/product/expander.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::product {

class GraphProduct {
 public:
  static constexpr std::size_t most_property_states = 16;

  GraphProduct() = default;
  GraphProduct(const GraphProduct&) = delete;
  GraphProduct& operator=(const GraphProduct&) = delete;
  virtual ~GraphProduct() = default;

  struct Posted {
    bool is_remembered = false;  // otherwise nothing was appended
    bool last_is_new = false;    // the transition appended last was the first to meet its target
  };
  // Appends the transitions of a state, up to the one that makes the product larger than max_states, unless that is 0.
  virtual Posted post(StateId s, std::vector<Successor>& arena, std::uint64_t max_states) = 0;

  // Numbers whole states, as StateStore::Cursor::insert does.
  virtual std::size_t insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states) = 0;
  // A whole state, valid until the next call.
  virtual store::Bytes load(StateId s) = 0;
  virtual std::uint32_t property_state(StateId s) = 0;

  virtual std::size_t size() const = 0;
  // Of all but the store.
  virtual std::size_t bytes() const = 0;

  // One for another thread, on the same states; null if this one is for one thread.
  virtual std::unique_ptr<GraphProduct> clone(Expander& expander, store::StateStore::Cursor& cursor) = 0;
};

// All arguments must outlive it; the store holds the system's states, and says for how many threads it is. The graph takes at
// most so many bytes.
std::unique_ptr<GraphProduct> make_graph_product(Expander& expander, const store::StateStore& store,
                                                 store::StateStore::Cursor& cursor, std::size_t max_bytes);

// For several threads.
std::unique_ptr<GraphProduct> make_shared_graph_product(Expander& expander, const store::StateStore& store,
                                                        store::StateStore::Cursor& cursor, std::size_t max_bytes);

}  // namespace lariat::product
