// SPDX-License-Identifier: Apache-2.0
// The offsets in a state, counted by hand from the drawing in the header.
#include "lariat/model/layout.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "lariat/model/interpreter.hpp"
#include "support/make_program.hpp"

namespace lariat::model {
namespace {

TEST(Layout, ValuesComeBackAsTheyWere) {
  std::uint8_t bytes[4] = {};
  for (unsigned bits = 1; bits <= 32; ++bits) {
    for (const bool is_signed : {false, true}) {
      const model::Type type{static_cast<std::uint8_t>(bits), is_signed};
      if (type.max() > std::numeric_limits<model::Value>::max()) continue;  // no value is that large
      for (const std::int64_t value : {type.min(), std::int64_t{0}, type.max()}) {
        model::save(bytes, type, static_cast<model::Value>(value));
        EXPECT_EQ(model::load(bytes, type), value) << bits << " bits";
      }
    }
  }
}

TEST(Layout, TypesTakeOneTwoOrFourBytes) {
  EXPECT_EQ(model::bit_type.bytes(), 1U);
  EXPECT_EQ(model::byte_type.bytes(), 1U);
  EXPECT_EQ((model::Type{9, false}).bytes(), 2U);
  EXPECT_EQ(model::short_type.bytes(), 2U);
  EXPECT_EQ((model::Type{17, true}).bytes(), 4U);
  EXPECT_EQ((model::Type{3, true}).wrap(5), -3);
  EXPECT_EQ(model::byte_type.wrap(-1), 255);
  EXPECT_EQ(model::int_type.wrap(std::int64_t{1} << 31), std::numeric_limits<model::Value>::min());
}

// Hidden h (2 bytes); x (1), a[3] (6); a queue for 2 messages of 1 + 4 bytes (1 + 10), a channel without a buffer (0);
// processes of type P: location (1), u (4).
Maker small() {
  Maker make;
  make.global("x");
  make.global("h", model::short_type);
  make.program.globals[1].hidden = true;
  make.global("a", model::short_type, 0, 3);
  make.channel("queue", 2, 1);
  make.program.channel_types[0].fields.push_back(model::int_type);
  make.channel("meeting", 0, 1);
  const model::ProcessTypeId p = make.process("P", {"s", "t"});
  make.program.processes.push_back({.name = "P2", .type = p});
  make.program.process_types[p].variables = {{.name = "u", .type = model::int_type}};
  return make;
}

TEST(Layout, OfAProgramThatKeepsItsProcesses) {
  const Maker make = small();
  const model::Layout layout(make.program);
  EXPECT_FALSE(layout.dynamic());
  EXPECT_EQ(layout.hidden_bytes(), 2U);
  EXPECT_EQ(layout.global(1), 0U);
  EXPECT_EQ(layout.global(0), 2U);
  EXPECT_EQ(layout.global(2), 3U);
  EXPECT_EQ(layout.channel(0), 9U);
  EXPECT_EQ(layout.channel_shape(0).message_bytes, 5U);
  EXPECT_EQ(layout.channel_shape(0).bytes, 11U);
  EXPECT_EQ(layout.channel_shape(1).bytes, 0U);
  EXPECT_EQ(layout.processes(), 20U);
  EXPECT_EQ(layout.shape(0).location, 0U);
  EXPECT_EQ(layout.shape(0).variables[0], 1U);
  EXPECT_EQ(layout.initial_bytes(), 30U);
  EXPECT_EQ(model::Interpreter(make.program).initial().size(), 30U);
}

TEST(Layout, OfAProgramWhoseProcessesComeAndGo) {
  Maker make = small();
  make.program.uses_priorities = true;
  make.transition(0, 0, 1, 1, "").effects = {{.kind = model::Effect::Kind::end}};
  const model::Layout layout(make.program);
  EXPECT_TRUE(layout.dynamic());
  EXPECT_EQ(layout.counts(), 20U);
  EXPECT_EQ(layout.processes(), 22U);
  EXPECT_EQ(layout.type_bytes(), 1U);
  EXPECT_EQ(layout.shape(0).location, 1U);
  EXPECT_EQ(layout.shape(0).priority, 2U);
  EXPECT_EQ(layout.shape(0).variables[0], 3U);
  EXPECT_EQ(layout.initial_bytes(), 22U + 2 * 7);
  const model::State initial = model::Interpreter(make.program).initial();
  EXPECT_EQ(initial.size(), layout.initial_bytes());
  EXPECT_EQ(initial[20], 2U) << "processes";
  EXPECT_EQ(initial[21], 0U) << "channels made at run time";
  EXPECT_EQ(initial[24], 1U) << "a priority";
}

TEST(Layout, StatesHaveOneLengthIfNothingIsEverAdded) {
  Maker make = small();
  make.transition(0, 0, 1, 1, "").effects = {{.kind = model::Effect::Kind::end}};
  const model::Layout layout(make.program);
  EXPECT_EQ(layout.length(), layout.initial_bytes());
  ASSERT_TRUE(layout.has_slots());
  ASSERT_EQ(layout.slots().size(), make.program.processes.size());
  EXPECT_EQ(layout.slots()[0].base, layout.processes());

  // A process that has ended leaves zeros.
  model::Interpreter interpreter(make.program);
  model::State state = interpreter.initial();
  model::Successors successors;
  bool has_ended = false;
  for (int step = 0; step < 10 && !has_ended; ++step) {
    interpreter.successors(model::State(state), successors);
    ASSERT_GT(successors.size(), 0U);
    const model::StateView next = successors.state(successors.size() - 1);
    ASSERT_EQ(next.size(), layout.length());
    state.assign(next.begin(), next.end());
    has_ended = interpreter.process_count(state) < make.program.processes.size();
  }
  ASSERT_TRUE(has_ended);
  const std::size_t left = interpreter.process_count(state);
  EXPECT_TRUE(std::all_of(state.begin() + layout.slots()[left].base, state.end(), [](std::uint8_t byte) { return byte == 0; }));

  // With a process that is started, lengths vary.
  make.transition(0, 0, 1, 1, "").effects = {{.kind = model::Effect::Kind::start, .type = 0}};
  EXPECT_EQ(model::Layout(make.program).length(), 0U);
  EXPECT_FALSE(model::Layout(make.program).has_slots());
}

TEST(Layout, TheObserverStandsBeforeTheProcesses) {
  Maker make = small();
  make.program.observer = model::Program::Observer{.name = "O", .type = 0};
  const model::Layout layout(make.program);
  EXPECT_EQ(layout.observer(), 20U);
  EXPECT_EQ(layout.processes(), 25U);
}

TEST(Layout, ManyLocationsAndTypesTakeMoreBytes) {
  Maker make;
  make.program.process_types.resize(256);
  make.program.process_types[0].locations.resize(255);
  make.program.process_types[1].locations.resize(256);
  EXPECT_EQ(model::Layout(make.program).shape(0).location_type.bytes(), 1U);
  EXPECT_EQ(model::Layout(make.program).shape(1).location_type.bytes(), 2U) << "one more, for the error state";
  EXPECT_EQ(model::Layout(make.program).type_bytes(), 0U);
  make.program.on_start = {{.kind = model::Effect::Kind::start, .type = 0}};
  EXPECT_EQ(model::Layout(make.program).type_bytes(), 2U);
}

}  // namespace
}  // namespace lariat::model
