// SPDX-License-Identifier: Apache-2.0
// Buckets of hash tables: one cache line of slots, compared as a whole.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Functions that read vectors of atomic words, which the thread sanitizer must not look at (see slots_like).
#if defined(__SANITIZE_THREAD__)
#define LARIAT_BUCKET_READ __attribute__((no_sanitize("thread"))) inline
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LARIAT_BUCKET_READ __attribute__((no_sanitize("thread"))) inline
#endif
#endif
#ifndef LARIAT_BUCKET_READ
#define LARIAT_BUCKET_READ [[gnu::always_inline]] inline
#endif

namespace lariat::store {

inline constexpr std::size_t line_bytes = 64;

// The set of slots of a bucket that agree with the word in those bits. Only a hint, since other threads may write: read a slot
// again before using it. Calls are ordered: a later one sees everything that an earlier one saw.
//
// The processor reads each aligned word of a vector as a whole, but the language knows no atomic vectors: so the thread
// sanitizer is told not to look at these reads. It sees those that follow, of the slots that are used.
LARIAT_BUCKET_READ std::uint32_t slots_like(const std::atomic<std::uint32_t>* bucket, std::uint32_t word,
                                            std::uint32_t bits = ~0U) {
#ifdef __SSE2__
  const __m128i wanted = _mm_set1_epi32(static_cast<int>(word & bits));
  const __m128i relevant = _mm_set1_epi32(static_cast<int>(bits));
  __m128i alike[4];  // NOLINT: an std::array ignores the attributes of this type
  for (int i = 0; i < 4; ++i) {
    const __m128i words = *(reinterpret_cast<const __m128i*>(bucket) + i);
    alike[i] = _mm_cmpeq_epi32(_mm_and_si128(words, relevant), wanted);
  }
  const __m128i sixteen = _mm_packs_epi16(_mm_packs_epi32(alike[0], alike[1]), _mm_packs_epi32(alike[2], alike[3]));
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
  LARIAT_BUCKET_READ explicit SeenBucket(const std::atomic<std::uint32_t>* bucket) {
#ifdef __SSE2__
    const auto* const fours = reinterpret_cast<const __m128i*>(bucket);
    a_ = fours[0];
    b_ = fours[1];
    c_ = fours[2];
    d_ = fours[3];
    std::atomic_signal_fence(std::memory_order_acquire);
#else
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = bucket[i].load(std::memory_order_acquire);
#endif
  }
  // The set of slots that equal the word.
  [[gnu::always_inline]] std::uint32_t like(std::uint32_t word) const {
#ifdef __SSE2__
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
#ifdef __SSE2__
  __m128i a_;
  __m128i b_;
  __m128i c_;
  __m128i d_;
#else
  std::array<std::uint32_t, line_bytes / sizeof(std::uint32_t)> words_;
#endif
};

// What the wide slots of a bucket held at one moment each.
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
