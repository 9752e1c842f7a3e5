// SPDX-License-Identifier: Apache-2.0
#include "lariat/store/state_store.hpp"

#include <type_traits>
#include <utility>

#include "store/exact_store.hpp"
#include "store/tree_cursor.hpp"

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
  AccessTo(Store& store, unsigned thread) : cursor_(store.cursor(thread)) {}

  Bytes load(StateId id) override { return cursor_.load(id); }
  void load_end(StateId id, std::span<std::uint8_t> out) override { cursor_.load_end(id, out); }
  void load_group(IdRange ids, std::vector<Bytes>& out) override { cursor_.load_group(ids, out); }
  std::size_t insert(std::span<const Bytes> states, std::span<Stored> out, std::uint64_t max_states,
                     std::span<const std::uint32_t> ends) override {
    return cursor_.insert(states, out, max_states, ends);
  }
  std::size_t insert_block(const std::uint8_t* states, std::span<Stored> out, std::uint64_t max_states,
                           std::span<const std::uint32_t> ends) override {
    if constexpr (std::is_same_v<Store, ExactStore>)
      return cursor_.insert_block(states, out, max_states);
    else
      return cursor_.insert_block(states, out, max_states, ends);
  }
  std::vector<IdRange> take_fresh() override { return cursor_.take_fresh(); }

 private:
  typename Store::Cursor cursor_;
};

StateStore::StateStore(StoreKind kind, std::size_t length, std::size_t ignored, unsigned threads, Numbering numbering,
                       StateId ids)
    : threads_(threads), numbering_(numbering), length_(length), implementation_(std::make_unique<Implementation>()) {
  if (kind == StoreKind::exact)
    implementation_->exact = std::make_unique<ExactStore>(length, ignored, threads);
  else
    implementation_->tree =
        std::make_unique<TreeStore>(length, ignored, threads, numbering, ids == 0 ? TreeStore::most_ids : ids);
}

StateStore::~StateStore() = default;

StateStore::Cursor StateStore::cursor(unsigned thread) {
  if (kind() == StoreKind::exact)
    return Cursor(std::make_unique<Cursor::AccessTo<ExactStore>>(*implementation_->exact, thread));
  return Cursor(std::make_unique<Cursor::AccessTo<TreeStore>>(*implementation_->tree, thread));
}

std::uint64_t StateStore::begin_level(std::span<const IdRange> level, bool forgets) {
  return numbering_ == Numbering::fresh && implementation_->tree ? implementation_->tree->begin_level(level, forgets) : 0;
}

void StateStore::recall(std::uint64_t era) {
  if (numbering_ == Numbering::fresh && implementation_->tree) implementation_->tree->recall(era);
}

StoreKind StateStore::kind() const { return implementation_->exact ? StoreKind::exact : StoreKind::tree; }

std::size_t StateStore::size() const {
  return kind() == StoreKind::exact ? implementation_->exact->size() : implementation_->tree->size();
}

std::size_t StateStore::bytes() const {
  return kind() == StoreKind::exact ? implementation_->exact->bytes() : implementation_->tree->bytes();
}

}  // namespace lariat::store
