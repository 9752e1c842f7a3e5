// SPDX-License-Identifier: Apache-2.0
// Buckets of hash tables: one cache line of slots, compared as a whole.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__)
#if !defined(__has_feature)
#define LARIAT_BUCKET_SSE2
#elif !__has_feature(thread_sanitizer)
#define LARIAT_BUCKET_SSE2
#endif
#endif
#ifdef LARIAT_BUCKET_SSE2
#include <emmintrin.h>
#endif

namespace lariat::store {

inline constexpr std::size_t line_bytes = 64;

// The set of slots of a bucket that agree with the word in those bits. Only a hint, since other threads may write: read a slot
// again before using it. Calls are ordered: a later one sees everything that an earlier one saw.
[[gnu::always_inline]] inline std::uint32_t slots_like(const std::atomic<std::uint32_t>* bucket, std::uint32_t word,
                                                       std::uint32_t bits = ~0U) {
#ifdef LARIAT_BUCKET_SSE2
  const __m128i wanted = _mm_set1_epi32(static_cast<int>(word & bits));
  const __m128i relevant = _mm_set1_epi32(static_cast<int>(bits));
  const auto four = [&](int i) {
    const __m128i words = _mm_load_si128(reinterpret_cast<const __m128i*>(bucket) + i);
    return _mm_cmpeq_epi32(_mm_and_si128(words, relevant), wanted);
  };
  const __m128i sixteen = _mm_packs_epi16(_mm_packs_epi32(four(0), four(1)), _mm_packs_epi32(four(2), four(3)));
  std::atomic_signal_fence(std::memory_order_acquire);  // the processor reads in order, and so must the compiler
  return static_cast<std::uint32_t>(_mm_movemask_epi8(sixteen));
#else
  std::uint32_t result = 0;
  for (unsigned i = 0; i < line_bytes / sizeof word; ++i)
    result |= ((bucket[i].load(std::memory_order_acquire) ^ word) & bits) == 0 ? 1U << i : 0;
  return result;
#endif
}

// What the slots of a bucket held at one moment each.
class SeenBucket {
 public:
  [[gnu::always_inline]] explicit SeenBucket(const std::atomic<std::uint32_t>* bucket) {
#ifdef LARIAT_BUCKET_SSE2
    const auto* const fours = reinterpret_cast<const __m128i*>(bucket);
    a_ = _mm_load_si128(fours);
    b_ = _mm_load_si128(fours + 1);
    c_ = _mm_load_si128(fours + 2);
    d_ = _mm_load_si128(fours + 3);
    std::atomic_signal_fence(std::memory_order_acquire);
#else
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = bucket[i].load(std::memory_order_acquire);
#endif
  }
  // The set of slots that equal the word.
  [[gnu::always_inline]] std::uint32_t like(std::uint32_t word) const {
#ifdef LARIAT_BUCKET_SSE2
    const __m128i wanted = _mm_set1_epi32(static_cast<int>(word));
    const __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(a_, wanted), _mm_cmpeq_epi32(b_, wanted));
    const __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(c_, wanted), _mm_cmpeq_epi32(d_, wanted));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
#else
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) result |= words_[i] == word ? 1U << i : 0;
    return result;
#endif
  }

 private:
#ifdef LARIAT_BUCKET_SSE2
  __m128i a_;
  __m128i b_;
  __m128i c_;
  __m128i d_;
#else
  std::array<std::uint32_t, line_bytes / sizeof(std::uint32_t)> words_;
#endif
};

// The same of wide slots.
class SeenWideBucket {
 public:
  explicit SeenWideBucket(const std::atomic<std::uint64_t>* bucket) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = bucket[i].load(std::memory_order_acquire);
  }
  std::uint32_t like(std::uint64_t word) const {
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) result |= words_[i] == word ? 1U << i : 0;
    return result;
  }

 private:
  std::array<std::uint64_t, line_bytes / sizeof(std::uint64_t)> words_;
};

}  // namespace lariat::store
