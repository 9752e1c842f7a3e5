// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one process, with as little room under way as there can be: what MPI does, for tests without it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "lariat/cluster/transport.hpp"

namespace lariat::testing {

class RankThreads {
 public:
  explicit RankThreads(unsigned ranks) : ranks_(ranks), inbox_(ranks), under_way_(ranks, std::vector<unsigned>(ranks)) {}

  // Calls work(transport) in a thread for each rank, and waits. Throws what the first rank that failed has thrown; the others
  // are then told to end.
  template <class Work>
  void run(const Work& work) {
    std::vector<std::exception_ptr> errors(ranks_);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < ranks_; ++i)
      threads.emplace_back([&, i] {
        Rank rank(*this, i);
        try {
          work(static_cast<cluster::Transport&>(rank));
        } catch (const GivenUp&) {
        } catch (...) {
          errors[i] = std::current_exception();
          const std::scoped_lock lock(mutex_);
          has_failed_ = true;
          changed_.notify_all();
        }
      });
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors)
      if (error) std::rethrow_exception(error);
  }

 private:
  struct GivenUp {};
  static constexpr unsigned most_under_way = 1;

  class Rank : public cluster::Transport {
   public:
    Rank(RankThreads& all, unsigned rank) : all_(all), rank_(rank) {}
    unsigned rank() const override { return rank_; }
    unsigned ranks() const override { return all_.ranks_; }

    bool try_send(unsigned to, std::vector<std::uint8_t>& batch) override {
      const std::scoped_lock lock(all_.mutex_);
      all_.give_up_if_failed();
      if (all_.under_way_[rank_][to] == most_under_way) return false;
      ++all_.under_way_[rank_][to];
      all_.inbox_[to].emplace_back(rank_, std::move(batch));
      batch.clear();
      return true;
    }
    bool try_receive(std::vector<std::uint8_t>& batch) override {
      const std::scoped_lock lock(all_.mutex_);
      all_.give_up_if_failed();
      auto& inbox = all_.inbox_[rank_];
      if (inbox.empty()) return false;
      --all_.under_way_[inbox.front().first][rank_];
      batch = std::move(inbox.front().second);
      inbox.pop_front();
      return true;
    }
    void begin_count(std::span<const std::uint64_t> sent_to) override {
      const std::scoped_lock lock(all_.mutex_);
      ++epoch_;
      Count& count = all_.counts_[(epoch_ - 1) % 2];
      if (count.posted == 0) count.sent.assign(all_.ranks_, 0);
      for (std::size_t i = 0; i < sent_to.size(); ++i) count.sent[i] += sent_to[i];
      ++count.posted;
    }
    std::optional<std::uint64_t> try_count() override {
      const std::scoped_lock lock(all_.mutex_);
      all_.give_up_if_failed();
      Count& count = all_.counts_[(epoch_ - 1) % 2];
      if (count.posted < all_.ranks_) return std::nullopt;
      const std::uint64_t mine = count.sent[rank_];
      if (++count.read == all_.ranks_) count = {};
      return mine;
    }
    void sum(std::span<std::uint64_t> values) override {
      std::vector<std::uint8_t> bytes;
      for (const std::uint64_t value : values)
        for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
      for (std::uint64_t& value : values) value = 0;
      for (const auto& one : gather(bytes))
        for (std::size_t i = 0; i < values.size(); ++i)
          for (unsigned k = 0; k < 8; ++k) values[i] += std::uint64_t{one.at(8 * i + k)} << 8 * k;
    }
    std::vector<std::vector<std::uint8_t>> gather(std::span<const std::uint8_t> bytes) override {
      std::unique_lock lock(all_.mutex_);
      if (all_.gathered_.size() != all_.ranks_) all_.gathered_.resize(all_.ranks_);
      all_.gathered_[rank_].assign(bytes.begin(), bytes.end());
      const std::uint64_t round = all_.round_;
      if (++all_.arrived_ == all_.ranks_) {
        all_.arrived_ = 0;
        all_.result_ = all_.gathered_;
        ++all_.round_;
        all_.changed_.notify_all();
      } else {
        all_.changed_.wait(lock, [&] { return all_.round_ != round || all_.has_failed_; });
      }
      if (all_.round_ == round) throw GivenUp{};
      return all_.result_;
    }

   private:
    RankThreads& all_;
    unsigned rank_;
    std::uint64_t epoch_ = 0;
  };

  struct Count {
    std::vector<std::uint64_t> sent = {};
    unsigned posted = 0;
    unsigned read = 0;
  };

  void give_up_if_failed() const {
    if (has_failed_) throw GivenUp{};
  }

  unsigned ranks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool has_failed_ = false;
  std::vector<std::deque<std::pair<unsigned, std::vector<std::uint8_t>>>> inbox_;  // by rank
  std::vector<std::vector<unsigned>> under_way_;                                   // from, to
  Count counts_[2];
  std::vector<std::vector<std::uint8_t>> gathered_;
  std::vector<std::vector<std::uint8_t>> result_;
  std::uint64_t round_ = 0;
  unsigned arrived_ = 0;
};

}  // namespace lariat::testing
