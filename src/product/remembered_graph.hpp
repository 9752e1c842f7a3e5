// SPDX-License-Identifier: Apache-2.0
// The states of a system, stored and numbered, and their successors, remembered: each state is expanded once, however many
// states of the property it is combined with.
//
// A state that is asked for and has not been expanded is expanded together with some that follow it and have not been either,
// breadth first, so that the waits for memory overlap. A depth-first search comes to those before it leaves the state, unless
// it ends before; so that not too much is done in vain then, states that were expanded ahead and never asked for are at most
// half as many as those that were asked for, and some more.
//
//   nodes_     by state: the number of its letter, which is the set of atoms that hold, and where its record begins; 8 bytes
//   words_     records: how many successors there are, and their numbers
//
// States in which an atom cannot be evaluated have no letter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lariat/base/zeroed_array.hpp"
#include "lariat/space/state_array.hpp"
#include "lariat/store/state_store.hpp"
#include "lariat/system/system.hpp"
#include "product/batch_expansion.hpp"

namespace lariat::product {

class RememberedGraph {
 public:
  static constexpr std::uint16_t no_letter = 0xfffe;

  // System and cursor must outlive it, and `store` is what the cursor belongs to. Takes at most so many bytes.
  RememberedGraph(system::System& system, const store::StateStore& store, store::StateStore::Cursor& cursor,
                  std::size_t max_bytes);

  // False if the graph had to be given up: from then on, nothing is remembered and nothing in memory any more. The functions
  // below may do so.
  bool is_there() const { return !is_given_up_; }
  // The letter of a state, and its successors, valid until the next call; of no use if the graph has been given up. Both throw
  // what the system and the store throw.
  std::uint16_t letter(StateId s);
  std::span<const StateId> successors(StateId s);
  // Makes the next calls for s faster.
  void fetch(StateId s) const { nodes_.fetch(s); }

  // The atoms that hold, of a letter, and how many letters there are.
  std::uint64_t valuation(std::uint16_t letter) const { return valuations_[letter]; }
  std::size_t letters() const { return valuations_.size(); }
  std::size_t bytes() const;

 private:
  struct Node {
    std::uint32_t record = 0;  // 0: it has not been expanded
    std::uint16_t letter = 0;  // plus 1; 0: not known
    bool was_asked = false;    // for the successors
    bool is_waiting = false;   // to be expanded ahead
  };
  static_assert(sizeof(Node) == 8);

  const std::uint32_t* words_at(std::uint32_t record) const { return words_.data() + record; }
  template <class Work>
  bool attempt(const Work& work);
  bool expand_from(StateId s);
  bool expand(std::span<const StateId> states);
  bool remember(StateId s, std::span<const store::Stored> successors);
  bool set_letter(StateId s, const system::Valuation& valuation);
  void give_up();

  system::System& system_;
  store::StateStore::Cursor& cursor_;
  std::size_t max_bytes_;
  bool is_given_up_ = false;
  std::uint64_t asked_ = 0;     // states that were asked for, the first time
  std::uint64_t expanded_ = 0;  // states

  StateArray<Node> nodes_;
  ZeroedArray<std::uint32_t> words_;
  std::size_t next_word_ = 1;                                 // no record begins at 0
  std::vector<std::uint64_t> valuations_;                     // by letter
  std::unordered_map<std::uint64_t, std::uint16_t> numbers_;  // by valuation: the letter
  std::uint16_t last_letter_ = 0;

  // Scratch.
  std::vector<StateId> wave_;
  std::vector<StateId> next_wave_;
  BatchExpansion expansion_;
};

}  // namespace lariat::product
