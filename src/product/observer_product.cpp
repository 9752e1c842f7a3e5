// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/observer_product.hpp"

#include <vector>

namespace lariat::product {
namespace {

// The observer's state is a part of the program's, so that it has none of its own here.
class ObserverProperty final : public Property {
 public:
  explicit ObserverProperty(model::Interpreter& interpreter)
      : interpreter_(interpreter), observer_(*interpreter.program().observer) {}

  std::unique_ptr<Property> clone(system::System& system) const override {
    return std::make_unique<ObserverProperty>(system.as_program()->interpreter());
  }

  unsigned sets() const override { return observer_.sets; }
  bool has_moves() const override { return true; }
  void moves(system::Bytes s, std::uint32_t /*state*/, std::vector<Move>& out) override {
    interpreter_.observer_moves(s, transitions_);
    out.clear();
    for (const model::TransitionId transition : transitions_) out.push_back({.target = transition});
  }

  bool marks_by_own_state() const override { return false; }
  using Property::marks;
  Marks marks(system::Bytes s, std::uint32_t /*state*/) const override {
    const model::Layout& layout = interpreter_.layout();
    const model::Layout::ProcessShape& shape = layout.shape(observer_.type);
    const auto location =
        static_cast<model::LocationId>(model::load(s.data() + layout.observer() + shape.location, shape.location_type));
    if (location == observer_.end) return all_sets(observer_.sets);
    return interpreter_.program().process_types[observer_.type].locations[location].accepting;
  }

  bool observes_steps() const override { return true; }
  bool allows(const Move& move, system::Bytes s, std::span<const system::Action> actions) override {
    return interpreter_.observer_allows(move.target, s, actions);
  }
  void append_meetings(const Move& move, system::Bytes s, system::Batch& steps) override {
    interpreter_.observer_meetings(move.target, s, steps.table());
  }
  model::Fault apply(const Move& move, system::Bytes after, system::State& out) override {
    return interpreter_.move_observer(move.target, after, out);
  }
  system::Action action(const Move& move) const override {
    return {.process = model::observer_number, .type = observer_.type, .transition = move.target};
  }

 private:
  model::Interpreter& interpreter_;
  const model::Program::Observer& observer_;
  std::vector<model::TransitionId> transitions_;
};

}  // namespace

ObserverProduct::ObserverProduct(system::ProgramSystem& system, const ProductOptions& options)
    : Product(system, std::make_unique<ObserverProperty>(system.interpreter()), options) {}

}  // namespace lariat::product
