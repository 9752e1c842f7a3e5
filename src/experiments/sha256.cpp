// SPDX-License-Identifier: Apache-2.0
#include "experiments/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace lariat::experiments {
namespace {

using Word = std::uint32_t;

// floor(2^32 * frac(p^(1/root))) for the first primes p, by integer arithmetic: the largest w with (k*2^32 + w)^root <=
// p*2^(32*root), found bit by bit.
Word root_fraction(unsigned prime, unsigned root) {
  __extension__ using Wide = unsigned __int128;
  // Values stay below 2^108: a root is below 8 * 2^32 for cubes of primes up to 311, below 8 * 2^32 for squares up to 19.
  const auto fits = [&](Wide value) {
    if (root == 2) return value * value <= static_cast<Wide>(prime) << 64U;
    return value * value * value <= static_cast<Wide>(prime) << 96U;
  };
  Wide value = 0;
  for (int bit = 35; bit >= 0; --bit)
    if (const Wide larger = value | static_cast<Wide>(1) << static_cast<unsigned>(bit); fits(larger)) value = larger;
  return static_cast<Word>(value);
}

struct Constants {
  std::array<Word, 8> initial{};  // square roots of the first 8 primes
  std::array<Word, 64> round{};   // cube roots of the first 64
};

Constants make_constants() {
  Constants constants;
  unsigned count = 0;
  for (unsigned prime = 2; count < 64; ++prime) {
    bool is_prime = true;
    for (unsigned d = 2; d * d <= prime; ++d) is_prime &= prime % d != 0;
    if (!is_prime) continue;
    if (count < 8) constants.initial[count] = root_fraction(prime, 2);
    constants.round[count++] = root_fraction(prime, 3);
  }
  return constants;
}

void add_block(std::array<Word, 8>& hash, const unsigned char* block, const Constants& constants) {
  std::array<Word, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] = Word{block[4 * i]} << 24U | Word{block[4 * i + 1]} << 16U | Word{block[4 * i + 2]} << 8U | Word{block[4 * i + 3]};
  for (std::size_t i = 16; i < 64; ++i) {
    const Word s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3U;
    const Word s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10U;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const Word t1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + constants.round[i] + w[i];
    const Word t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<Word, 8> added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) hash[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  static const Constants constants = make_constants();
  std::vector<unsigned char> text(bytes.begin(), bytes.end());
  text.push_back(0x80);
  while (text.size() % 64 != 56) text.push_back(0);
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) text.push_back(static_cast<unsigned char>(bits >> static_cast<unsigned>(shift)));
  std::array<Word, 8> hash = constants.initial;
  for (std::size_t at = 0; at < text.size(); at += 64) add_block(hash, text.data() + at, constants);
  std::string result;
  for (const Word word : hash) result += fmt::format("{:08x}", word);
  return result;
}

}  // namespace lariat::experiments
