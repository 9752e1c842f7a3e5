// SPDX-License-Identifier: Apache-2.0
#include "cluster/packing.hpp"

#include <algorithm>
#include <stdexcept>

namespace lariat::cluster {
namespace {

// Equal bytes between different ones are repeated if there are so few that a new piece would take more.
constexpr std::size_t few_equal = 2;

class BatchReader {
 public:
  explicit BatchReader(Bytes batch) : batch_(batch) {}
  bool at_end() const { return at_ == batch_.size(); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_end()) break;
      const std::uint8_t byte = batch_[at_++];
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    throw std::invalid_argument("a batch of states is damaged");
  }
  Bytes bytes(std::uint64_t count) {
    if (count > batch_.size() - at_) throw std::invalid_argument("a batch of states is damaged");
    at_ += count;
    return batch_.subspan(at_ - count, count);
  }

 private:
  Bytes batch_;
  std::size_t at_ = 0;
};

}  // namespace

void Packer::put(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) batch_.push_back(static_cast<std::uint8_t>(number | 0x80));
  batch_.push_back(static_cast<std::uint8_t>(number));
}

void Packer::clear() {
  batch_.clear();
  before_.clear();
  states_ = 0;
}

void Packer::add(Bytes state, std::span<const std::uint64_t> numbers) {
  ++states_;
  for (const std::uint64_t number : numbers) put(number);
  put(state.size() == before_.size() ? 0 : state.size() + 1);
  before_.resize(state.size());
  const std::size_t size = state.size();
  for (std::size_t at = 0;;) {
    std::size_t begin = at;
    while (begin < size && state[begin] == before_[begin]) ++begin;
    put(begin - at);
    if (begin == size) break;
    std::size_t end = begin;  // behind the last byte that differs
    for (std::size_t i = begin; i < size && i <= end + few_equal; ++i)
      if (state[i] != before_[i]) end = i + 1;
    put(end - begin);
    batch_.insert(batch_.end(), state.begin() + static_cast<std::ptrdiff_t>(begin),
                  state.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
  std::copy(state.begin(), state.end(), before_.begin());
}

void unpack(Bytes batch, std::size_t numbers, Unpacked& out) {
  out.bytes.clear();
  out.states.clear();
  out.numbers.clear();
  std::vector<std::size_t> ends;
  std::vector<std::uint8_t> state;
  BatchReader reader(batch);
  while (!reader.at_end()) {
    for (std::size_t i = 0; i < numbers; ++i) out.numbers.push_back(reader.number());
    if (const std::uint64_t length = reader.number(); length != 0) {
      if (length - 1 > std::uint64_t{1} << 32) throw std::invalid_argument("a batch of states is damaged");
      state.resize(length - 1);
    }
    for (std::size_t at = 0;;) {
      const std::uint64_t equal = reader.number();
      if (equal > state.size() - at) throw std::invalid_argument("a batch of states is damaged");
      at += equal;
      if (at == state.size()) break;
      const Bytes changed = reader.bytes(reader.number());
      if (changed.size() > state.size() - at) throw std::invalid_argument("a batch of states is damaged");
      std::copy(changed.begin(), changed.end(), state.begin() + static_cast<std::ptrdiff_t>(at));
      at += changed.size();
    }
    out.bytes.insert(out.bytes.end(), state.begin(), state.end());
    ends.push_back(out.bytes.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    out.states.emplace_back(out.bytes.data() + begin, end - begin);
    begin = end;
  }
}

}  // namespace lariat::cluster
