// SPDX-License-Identifier: Apache-2.0
// A descriptor that becomes readable when another thread asks for it.
#pragma once

namespace lariat::lsp {

class WakeUp {
 public:
  // Throws std::system_error.
  WakeUp();
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;
  ~WakeUp();

  void ask();    // from any thread
  void clear();  // makes it unreadable again
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace lariat::lsp
