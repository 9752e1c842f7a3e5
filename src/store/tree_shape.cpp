// SPDX-License-Identifier: Apache-2.0
#include "store/tree_shape.hpp"

#include <algorithm>
#include <span>

namespace lariat::store {
namespace {

// A node before all are numbered: leaves count from 0, pairs from this.
constexpr std::uint32_t first_pair = std::uint32_t{1} << 31;

// The bytes of a part: two pieces, the second one behind the first, or empty.
struct Piece {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Words that hold the bytes of the pieces, each byte once, in a state of so many bytes.
std::vector<TreeShape::Word> words_of(std::initializer_list<Piece> pieces, std::uint32_t length) {
  const std::uint32_t last = std::max(length, TreeShape::word_bytes) - TreeShape::word_bytes;
  std::vector<TreeShape::Word> words;
  std::uint32_t covered = 0;  // by the last word
  for (const Piece& piece : pieces)
    for (std::uint32_t byte = piece.begin; byte < piece.end; ++byte) {
      if (words.empty() || byte >= covered) {
        words.push_back({.at = std::min(byte, last)});
        covered = words.back().at + TreeShape::word_bytes;
      }
      words.back().mask |= std::uint64_t{0xff} << (8 * (byte - words.back().at));
    }
  return words;
}

// Adds the tree of those words. As deep as their number has bits.
std::uint32_t add(TreeShape& shape, std::span<const TreeShape::Word> words, TreeShape::Table table) {
  if (words.size() <= TreeShape::wide_words) {
    const std::uint32_t size = words.size() <= TreeShape::narrow_words ? TreeShape::narrow_words : TreeShape::wide_words;
    const auto begin = static_cast<std::uint32_t>(shape.words.size());
    shape.leaves.push_back({.begin = begin, .size = size, .table = table});
    shape.words.insert(shape.words.end(), words.begin(), words.end());
    shape.words.resize(begin + size);
    return static_cast<std::uint32_t>(shape.leaves.size() - 1);
  }
  const std::size_t half = words.size() - words.size() / 2;
  const std::uint32_t left = add(shape, words.first(half), TreeShape::deeper);
  const std::uint32_t right = add(shape, words.subspan(half), TreeShape::deeper);
  shape.pairs.push_back({.left = left, .right = right, .table = table});
  return static_cast<std::uint32_t>(first_pair + shape.pairs.size() - 1);
}

// The order in which words are put back: by their first byte. Where a word would overwrite others that have been written
// already, these are kept.
std::vector<TreeShape::Placement> placements_of(const std::vector<TreeShape::Word>& words) {
  std::vector<TreeShape::Placement> result;
  for (std::uint32_t i = 0; i < words.size(); ++i)
    if (words[i].mask != 0) result.push_back({.word = i, .at = words[i].at});
  std::stable_sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::uint64_t mask = words[result[i].word].mask;
    for (std::size_t k = i; k > 0 && result[i].at - result[k - 1].at < TreeShape::word_bytes; --k)
      if ((words[result[k - 1].word].mask >> (8 * (result[i].at - result[k - 1].at))) != 0) result[i].kept = ~mask;
  }
  return result;
}

}  // namespace

TreeCut TreeCut::within(std::uint32_t length) const {
  if (a == 0 || std::max({a, b, c}) >= length) return {.a = length - length / 2};
  return *this;
}

TreeShape::TreeShape(std::uint32_t shape_number, std::uint32_t bytes, const TreeCut& wanted)
    : number(shape_number), length(bytes), cut(wanted.within(bytes)) {
  const bool is_split = cut.c != 0;
  left = is_split ? add(*this, words_of({{0, cut.a}, {cut.b, cut.c}}, length), left_of_root)
                  : add(*this, words_of({{0, cut.a}}, length), left_of_root);
  if (cut.has_middle()) middle = add(*this, words_of({{cut.a, cut.b}}, length), middle_of_root);
  right = is_split ? add(*this, words_of({{cut.a, cut.b}, {cut.c, length}}, length), right_of_root)
                   : add(*this, words_of({{cut.has_middle() ? cut.b : cut.a, length}}, length), right_of_root);
  const auto renumber = [this](std::uint32_t& node) {
    if (node >= first_pair) node = node - first_pair + static_cast<std::uint32_t>(leaves.size());
  };
  renumber(left);
  renumber(right);
  renumber(middle);
  for (Pair& pair : pairs) {
    renumber(pair.left);
    renumber(pair.right);
  }
  placements = placements_of(words);
  const Leaf& last = leaves.back();
  const auto is_in_last = [&](std::uint32_t byte) {
    return std::any_of(words.begin() + last.begin, words.begin() + last.begin + last.size, [&](const Word& word) {
      return byte >= word.at && byte - word.at < word_bytes && ((word.mask >> (8 * (byte - word.at))) & 1) != 0;
    });
  };
  while (end_bytes < length && is_in_last(length - 1 - end_bytes)) ++end_bytes;
}

}  // namespace lariat::store
