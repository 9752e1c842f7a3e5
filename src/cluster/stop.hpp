// SPDX-License-Identifier: Apache-2.0
// A rank that reaches a limit asks the others to stop, and all of them do at the end of the level: until then it receives what
// they send.
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "lariat/base/limits.hpp"
#include "lariat/cluster/transport.hpp"

namespace lariat::cluster {

// A number as bytes, for Transport::gather.
inline std::vector<std::uint8_t> to_bytes(std::uint64_t number) {
  std::vector<std::uint8_t> bytes;
  for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
  return bytes;
}
inline std::uint64_t from_bytes(std::span<const std::uint8_t> bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < 8; ++i) number |= std::uint64_t{bytes[i]} << 8 * i;
  return number;
}

class StopRequest {
 public:
  // The first reason of this rank counts.
  void ask(const std::string& reason) {
    if (mine_.empty()) mine_ = reason;
  }
  bool is_asked() const { return !mine_.empty(); }

  // Does something that may reach a limit or use up the memory; then the rank asks to stop. Does nothing if it has asked
  // already.
  template <class Action>
  void attempt(const Action& action) {
    if (is_asked()) return;
    try {
      action();
    } catch (const Stopped& stopped) {
      ask(stopped.reason);
    } catch (const std::bad_alloc&) {
      ask("out of memory");
    } catch (const std::length_error& error) {
      ask(error.what());
    }
  }

  // Collective: true if any rank has asked. The reason of the first one that has is then everyone's.
  bool agree(Transport& transport) {
    std::uint64_t asked = is_asked() ? 1 : 0;
    transport.sum({&asked, 1});
    if (asked == 0) return false;
    const auto first =
        first_of(transport, is_asked() ? std::optional(std::vector<std::uint8_t>(mine_.begin(), mine_.end())) : std::nullopt);
    agreed_ = std::string(first->begin(), first->end());
    return true;
  }
  bool is_agreed() const { return !agreed_.empty(); }
  const std::string& reason() const { return agreed_; }

 private:
  std::string mine_;
  std::string agreed_;
};

}  // namespace lariat::cluster
