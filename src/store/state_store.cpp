// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_store.hpp"

#include <utility>

#include "store/exact_store.hpp"
#include "store/tree_store.hpp"

namespace lariat::store {

std::string_view to_string(StoreKind kind) { return name_of(stores, kind); }

// One of the two.
struct StateStore::Implementation {
  std::unique_ptr<ExactStore> exact;
  std::unique_ptr<TreeStore> tree;
};

template <class Store>
class StateStore::Cursor::AccessTo final : public Access {
 public:
  AccessTo(Store& store, unsigned thread, std::size_t length) : cursor_(store.cursor(thread)), length_(length) {}

  Bytes load(StateId id) override { return cursor_.load(id); }
  void load_end(StateId id, std::span<std::uint8_t> out) override { cursor_.load_end(id, out); }
  void load_group(IdRange ids, std::vector<Bytes>& out) override { cursor_.load_group(ids, out); }
  std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                     std::span<const std::uint32_t> ends) override {
    return cursor_.insert(states, out, max_states, ends);
  }
  std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states) override {
    if constexpr (requires { cursor_.insert_block(states, out, max_states); }) {
      return cursor_.insert_block(states, out, max_states);
    } else {
      views_.clear();
      for (std::size_t i = 0; i < out.size(); ++i) views_.emplace_back(states + i * length_, length_);
      return cursor_.insert(views_, out, max_states, {});
    }
  }
  std::vector<IdRange> take_fresh() override { return cursor_.take_fresh(); }

 private:
  typename Store::Cursor cursor_;
  std::size_t length_;
  std::vector<Bytes> views_;
};

StateStore::StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering)
    : threads_(threads), numbering_(numbering), length_(length), implementation_(std::make_unique<Implementation>()) {
  if (kind == StoreKind::exact)
    implementation_->exact = std::make_unique<ExactStore>(length, ignored, threads);
  else
    implementation_->tree = std::make_unique<TreeStore>(length, ignored, threads, numbering);
}

StateStore::~StateStore() = default;

StateStore::Cursor StateStore::cursor(unsigned thread) {
  if (kind() == StoreKind::exact)
    return Cursor(std::make_unique<Cursor::AccessTo<ExactStore>>(*implementation_->exact, thread, length_));
  return Cursor(std::make_unique<Cursor::AccessTo<TreeStore>>(*implementation_->tree, thread, length_));
}

void StateStore::keep_only(std::span<const IdRange> states) {
  if (numbering_ == Numbering::fresh && implementation_->tree) implementation_->tree->keep_only(states);
}

StoreKind StateStore::kind() const { return implementation_->exact ? StoreKind::exact : StoreKind::tree; }

std::size_t StateStore::size() const {
  return kind() == StoreKind::exact ? implementation_->exact->size() : implementation_->tree->size();
}

std::size_t StateStore::bytes() const {
  return kind() == StoreKind::exact ? implementation_->exact->bytes() : implementation_->tree->bytes();
}

}  // namespace lariat::store
