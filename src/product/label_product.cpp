// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/label_product.hpp"

namespace lariat::product {
namespace {

class LabelProperty final : public Property {
 public:
  LabelProperty(model::Interpreter& interpreter, LabelProduct::Label label)
      : interpreter_(interpreter),
        has_(label == LabelProduct::Label::accepting ? [](const model::Location& location) { return location.accepting != 0; }
                                                     : [](const model::Location& location) { return location.progress; }) {}

  std::unique_ptr<Property> clone(system::System& system) const override {
    return std::unique_ptr<Property>(new LabelProperty(system.as_program()->interpreter(), has_));
  }
  unsigned sets() const override { return 1; }
  bool marks_by_own_state() const override { return false; }
  using Property::marks;
  Marks marks(system::Bytes s, std::uint32_t /*state*/) const override { return interpreter_.is_somewhere(s, has_) ? 1 : 0; }

 private:
  LabelProperty(model::Interpreter& interpreter, bool (*has)(const model::Location&)) : interpreter_(interpreter), has_(has) {}

  model::Interpreter& interpreter_;
  bool (*has_)(const model::Location&);
};

}  // namespace

LabelProduct::LabelProduct(system::ProgramSystem& system, Label label, const ProductOptions& options)
    : Product(system, std::make_unique<LabelProperty>(system.interpreter(), label), options) {}

}  // namespace lariat::product
