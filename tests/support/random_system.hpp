// SPDX-License-Identifier: Apache-2.0
// Random systems that are no programs, as a table, and what the definitions say of them. Shares nothing with products, walks
// and searches.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lariat/system/system.hpp"

namespace lariat::testing {

struct Table {
  struct Row {
    std::vector<std::uint32_t> targets;
    std::vector<system::Flags> flags;
    std::uint64_t atoms = 0;
    bool may_end = false;
  };
  std::vector<Row> rows;
  std::vector<std::uint32_t> initial;
  bool varies = false;  // in the length of states

  static Table random(std::uint64_t seed, std::uint32_t states, unsigned atoms) {
    std::mt19937_64 random(seed);
    Table table;
    table.varies = random() % 2 == 0;
    table.initial = {static_cast<std::uint32_t>(random() % states)};
    if (random() % 3 == 0) table.initial.push_back(static_cast<std::uint32_t>(random() % states));
    if (table.initial.size() == 2 && table.initial[0] == table.initial[1]) table.initial.pop_back();
    for (std::uint32_t s = 0; s < states; ++s) {
      Row& row = table.rows.emplace_back();
      const std::uint64_t degree = random() % 8 == 0 ? 0 : 1 + random() % 3;
      for (std::uint64_t i = 0; i < degree; ++i) {
        row.targets.push_back(static_cast<std::uint32_t>(random() % states));
        row.flags.push_back(random() % 20 == 0   ? system::step_fault
                            : random() % 20 == 0 ? system::failed_assertion
                                                 : system::no_flags);
      }
      row.atoms = random() % (std::uint64_t{1} << atoms);
      row.may_end = random() % 2 == 0;
    }
    return table;
  }

  // A state as bytes: its number, and a tail by which states differ in length if they vary.
  system::State encode(std::uint32_t s) const {
    system::State bytes = {static_cast<std::uint8_t>(s >> 8), static_cast<std::uint8_t>(s)};
    if (varies) bytes.resize(2 + s % 5, static_cast<std::uint8_t>(s * 7));
    return bytes;
  }
  static std::uint32_t decode(system::Bytes bytes) { return static_cast<std::uint32_t>(bytes[0] << 8 | bytes[1]); }
};

class TableSystem final : public system::System {
 public:
  TableSystem(const Table& table, std::vector<std::string> atoms) : table_(table), atoms_(std::move(atoms)) {}

  system::Layout layout() const override { return {.length = table_.varies ? std::size_t{0} : std::size_t{2}}; }
  std::vector<system::State> initial() override {
    std::vector<system::State> states;
    for (const std::uint32_t s : table_.initial) states.push_back(table_.encode(s));
    return states;
  }
  void successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) override {
    out.clear();
    for (const system::Bytes bytes : states) {
      const std::uint32_t s = Table::decode(bytes);
      const Table::Row& row = table_.rows[s];
      for (std::uint32_t i = 0; i < row.targets.size(); ++i) {
        const system::Action action{.process = s, .type = 0, .transition = i};
        out.add(table_.encode(row.targets[i]), row.flags[i],
                request.steps ? std::span<const system::Action>{&action, 1} : std::span<const system::Action>{});
      }
      out.end_state();
    }
  }
  std::vector<std::string> atoms() const override { return atoms_; }
  void valuations(std::span<const system::Bytes> states, std::span<system::Valuation> out) override {
    for (std::size_t i = 0; i < states.size(); ++i) out[i] = {.holds = table_.rows[Table::decode(states[i])].atoms};
  }
  bool may_end(system::Bytes s) override { return table_.rows[Table::decode(s)].may_end; }
  std::unique_ptr<System> clone() const override { return std::make_unique<TableSystem>(table_, atoms_); }

 private:
  const Table& table_;
  std::vector<std::string> atoms_;
};

}  // namespace lariat::testing
