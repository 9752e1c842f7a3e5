// SPDX-License-Identifier: Apache-2.0
// The transitions of several states of a product that is the system itself, produced and numbered together.
#pragma once

#include <cstddef>
#include <vector>

#include "lariat/store/state_store.hpp"
#include "lariat/system/batch.hpp"

namespace lariat::product {

class Group {
 public:
  // The transitions of one of the states, counted from 0.
  class Part {
   public:
    Part(const Group& group, std::size_t i)
        : group_(group), begin_(group.batch_.begin(i)), size_(group.batch_.end(i) - begin_) {}
    std::size_t size() const { return size_; }
    std::size_t numbered_begin() const { return 0; }
    std::size_t numbered_end() const { return size_; }
    system::Bytes state(std::size_t k) const { return group_.batch_.state(begin_ + k); }
    bool has_faults() const { return group_.batch_.has_flags(); }
    const model::Fault& fault(std::size_t k) const { return group_.batch_.fault(begin_ + k); }
    StateId id(std::size_t k) const { return group_.stored_[begin_ + k].id; }
    bool is_new(std::size_t k) const { return group_.stored_[begin_ + k].is_new; }

   private:
    const Group& group_;
    std::size_t begin_;
    std::size_t size_;
  };

  std::size_t states() const { return batch_.states(); }
  // The transitions of all states together; has_faults() is false if nothing goes wrong in any of them.
  std::size_t size() const { return batch_.size(); }
  bool has_faults() const { return batch_.has_flags(); }
  Part operator[](std::size_t i) const { return {*this, i}; }

 private:
  friend class Product;
  std::vector<system::Bytes> sources_;
  system::Batch batch_;
  std::vector<store::Stored> stored_;  // by successor
};

}  // namespace lariat::product
