// SPDX-License-Identifier: Apache-2.0
// A system and a property as one space, produced on the fly: states are numbered as they are met, and stored.
//
// What a state's transitions are is the Expander's business; this class adds the store. plain_product.hpp,
// automaton_product.hpp, label_product.hpp and observer_product.hpp make products of each kind, and a search sees a
// ReducibleProduct or a BuchiProduct.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lariat/product/expander.hpp"
#include "lariat/product/group.hpp"
#include "lariat/product/options.hpp"
#include "lariat/space/space.hpp"
#include "lariat/store/state_store.hpp"

namespace lariat::product {

class GraphProduct;

// The system must outlive it, and must not be used by others while the product produces transitions.
class Product {
 public:
  // `for_lassos`: states that differ only in hidden bytes are different ones if these bytes are ever read.
  Product(system::System& system, std::unique_ptr<Property> property, const ProductOptions& options, bool for_lassos = true);
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;
  ~Product();

  const std::vector<StateId>& initial();
  // The acceptance sets, and those that a state itself belongs to.
  unsigned sets() const { return expander_.sets(); }
  Marks marks(StateId s);

  // Replaces `out` by the transitions of s, without numbers.
  void expand(StateId s, Expansion& out, bool with_steps = false);
  // Numbers the transitions begin .. end - 1. Stops behind the one that exceeds max_states and throws Stopped, unless the
  // limit is to be ignored.
  void number(Expansion& expansion, std::size_t begin, std::size_t end, bool ignores_limit = false);
  // Both for all transitions.
  void post(StateId s, Expansion& out) {
    expand(s, out);
    number(out, 0, out.size());
  }
  // Appends the transitions of s, numbered, to the arena, as post does with an Expansion. If the product remembers the graph of
  // its system, without expanding anything again. Throws Stopped behind the one that exceeds max_states, unless the limit is to
  // be ignored.
  void post(StateId s, Expansion& scratch, std::vector<Successor>& arena, bool ignores_limit = false);
  // A transition of s, taken apart.
  ProductStep describe(StateId s, std::size_t transition);

  // The transitions of several states with numbers in a row, so that the waits for memory of all their successors overlap; only
  // where posts_groups() says so.
  bool posts_groups() const;
  void post_group(store::IdRange states, Group& out);

  // A state as it is stored, and its parts. Bytes are valid until the next call that is given a number.
  store::Bytes bytes(StateId s) { return load(s); }
  system::Bytes system_state(StateId s) { return expander_.system_state(load(s)); }
  std::uint32_t property_state(StateId s) { return expander_.property_state(load(s)); }

  // States that have numbers, and the memory that they take, the remembered graph included.
  std::size_t states() const;
  std::size_t stored_bytes() const;

  // A product for another thread that explores the same space, with a system and a property of its own: all of them share the
  // numbers, and list the transitions of a state in the same order. At most store().threads() - 1; null if there cannot be one.
  // `coverage` takes the place of that of the options.
  std::unique_ptr<Product> clone(unsigned thread, model::Coverage* coverage);
  // A product of the same system and property for a search of its own, which puts successors into another order, or leaves them
  // as they are. It numbers no states: only its expander may be used. Null if there cannot be one.
  std::unique_ptr<Product> clone_in_order(std::optional<std::uint64_t> order);
  // Takes over what the property of a clone noticed in the states that it was asked about.
  void absorb(const Product& clone) { property_->absorb(*clone.property_); }
  // The numbers that this object gave to new states since the last call.
  std::vector<store::IdRange> take_fresh() { return cursor_.take_fresh(); }
  // Stores states as they were stored by a product of the same system and property, in their order.
  void restore(std::span<const store::Bytes> states);
  // With Numbering::fresh: see StateStore. No other thread may use the product.
  std::uint64_t begin_level(std::span<const store::IdRange> level, bool forgets) { return store_->begin_level(level, forgets); }
  void recall(std::uint64_t era) { store_->recall(era); }

  Expander& expander() { return expander_; }
  const Expander& expander() const { return expander_; }
  system::System& system() const { return expander_.system(); }
  const ProductOptions& options() const { return options_; }
  bool reduces() const { return options_.reduction != reduce::Method::none; }
  // Holds the states, or those of the system alone where the property's states are kept apart.
  const store::StateStore& store() const { return *store_; }
  // The bytes in which states are compared begin here; those before are hidden.
  std::size_t hidden_bytes() const { return hidden_bytes_; }

 private:
  Product(const Product& original, std::unique_ptr<system::System> system, std::shared_ptr<Property> property,
          const ProductOptions& options, unsigned thread);
  std::unique_ptr<Product> clone_with(const ProductOptions& options, unsigned thread);
  store::Bytes load(StateId s);
  std::size_t insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states);
  void stop_behind_limit(bool last_is_new, std::uint64_t max_states) const;
  void show_states(unsigned every);

  ProductOptions options_;
  std::shared_ptr<Property> property_;
  std::unique_ptr<system::System> own_system_;  // of a clone
  std::size_t hidden_bytes_;
  Expander expander_;
  std::shared_ptr<store::StateStore> store_;
  store::StateStore::Cursor cursor_;
  std::unique_ptr<GraphProduct> graph_;  // where the property's states are kept apart
  std::vector<StateId> initial_;
  std::vector<store::Bytes> views_;
  std::uint32_t posts_ = 0;
};

}  // namespace lariat::product
