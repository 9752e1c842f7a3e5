// SPDX-License-Identifier: Apache-2.0
// How a state of a certain length becomes a tree: it is cut in two or three parts, and these in halves, until a half is a leaf
// of at most four words.
//
// The two halves of a state need not be contiguous, since bytes that change together may lie apart: the variables of a process
// and its element of an array. Each of the two may consist of two pieces:
//
//   left: to a | right: to b | left: to c | right
//
// Three parts are contiguous: left to a, middle to b, right.
//
// A word of a leaf is eight bytes of the state, wherever they begin, of which a mask leaves those that belong to the leaf. Each
// byte of the state belongs to one word of one leaf. So a leaf is read from a state, and written into it, in a few steps, and
// two states differ in a leaf if and only if a word of it differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace lariat::store {

// Reads and writes numbers that need not be aligned.
template <class T>
T load_as(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void store_as(std::uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

// Where a state is cut. No `a`: in two, in the middle. No `c`: at `a`, and at `b` if there is one.
struct TreeCut {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;

  // This cut for a state of that length, which may be too short for some of its pieces.
  TreeCut within(std::uint32_t length) const;
  bool has_middle() const { return b != 0 && c == 0; }
  std::uint32_t left_size() const { return c == 0 ? a : a + c - b; }
  std::uint32_t middle_size() const { return has_middle() ? b - a : 0; }
  friend bool operator==(const TreeCut&, const TreeCut&) = default;
};

// Nodes are numbered: leaves first, then pairs, children before parents. The root is not among them.
struct TreeShape {
  static constexpr std::uint32_t word_bytes = 8;
  static constexpr std::uint32_t narrow_words = 2;  // leaves of so many words are kept apart
  static constexpr std::uint32_t wide_words = 4;    // all others have so many; some may be empty

  // The table that a node is stored in: the root's children have tables of their own, and therefore small numbers.
  enum Table : std::uint8_t { left_of_root, right_of_root, middle_of_root, deeper };
  static constexpr std::size_t tables = deeper + 1;

  struct Word {
    std::uint32_t at = 0;  // 0 in states of less than 8 bytes, which are filled up with any bytes
    std::uint64_t mask = 0;
  };
  struct Leaf {
    std::uint32_t begin = 0;  // of its words
    std::uint32_t size = 0;   // how many they are
    Table table = deeper;
  };
  struct Pair {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    Table table = deeper;
  };
  // How a word is put back into a state, in this order.
  struct Placement {
    std::uint32_t word = 0;
    std::uint32_t at = 0;
    std::uint64_t kept = 0;  // bits of the state that stay; 0 also if they are all written later
  };

  TreeShape(std::uint32_t number, std::uint32_t length, const TreeCut& cut = {});

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(leaves.size() + pairs.size()); }
  // A state takes so many bytes at least where its words are read or written.
  std::size_t room() const { return length < word_bytes ? word_bytes : length; }

  // Reads the words of a leaf.
  template <std::size_t Words>
  void gather(const Leaf& leaf, const std::uint8_t* state, std::uint64_t* out) const {
    for (std::size_t k = 0; k < Words; ++k) {
      const Word& word = words[leaf.begin + k];
      out[k] = load_as<std::uint64_t>(state + word.at) & word.mask;
    }
  }
  // Writes a state, of which those are the words of all leaves.
  void scatter(const std::uint64_t* from, std::uint8_t* state) const {
    for (const Placement& place : placements) {
      std::uint8_t* const at = state + place.at;
      store_as(at, place.kept == 0 ? from[place.word] : from[place.word] | (load_as<std::uint64_t>(at) & place.kept));
    }
  }

  std::uint32_t number;
  std::uint32_t length;
  TreeCut cut;  // of this length
  std::vector<Word> words;
  std::vector<Leaf> leaves;
  std::vector<Pair> pairs;
  std::vector<Placement> placements;
  std::uint32_t left = 0;  // the root's children
  std::uint32_t right = 0;
  std::uint32_t middle = 0;     // if the cut has one
  std::uint32_t end_bytes = 0;  // so many bytes at the end of the state belong to the last leaf
};

}  // namespace lariat::store
