// SPDX-License-Identifier: Apache-2.0
// What another thread of a walk needs: a product of its own that shares the numbers, a walker, and a place to note coverage.
#pragma once

#include <memory>
#include <optional>

#include "lariat/system/program_system.hpp"
#include "walk/walker.hpp"

namespace lariat::walk {

class Worker {
 public:
  // Null if the product cannot be explored by several threads.
  static std::unique_ptr<Worker> make(product::Product& original, WalkState& walk, unsigned thread) {
    auto worker = std::make_unique<Worker>();
    if (original.options().coverage != nullptr) worker->coverage_.emplace(original.system().as_program()->program());
    worker->product_ = original.clone(thread, worker->coverage_ ? &*worker->coverage_ : nullptr);
    if (worker->product_ == nullptr) return nullptr;
    worker->walker_ = std::make_unique<Walker>(*worker->product_, walk);
    return worker;
  }

  product::Product& product() { return *product_; }
  Walker& walker() { return *walker_; }

  // Adds what this thread counted and found to the result, and its coverage to that of the original.
  void report(product::Product& original, Exploration& result) const {
    walker_->report(result);
    if (coverage_) original.options().coverage->add(*coverage_);
  }

 private:
  std::optional<model::Coverage> coverage_;
  std::unique_ptr<product::Product> product_;
  std::unique_ptr<Walker> walker_;
};

}  // namespace lariat::walk
