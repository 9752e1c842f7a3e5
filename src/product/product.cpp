// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/product.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lariat::product {
namespace {

std::size_t hidden_bytes(const system::Layout& layout, bool for_lassos) {
  return for_lassos && layout.reads_hidden ? 0 : layout.hidden;
}

std::size_t stored_length(const system::Layout& layout, std::size_t extra_bytes) {
  return layout.length == 0 ? 0 : layout.length + extra_bytes;
}

}  // namespace

Product::Product(system::System& system, std::unique_ptr<Property> property, const ProductOptions& options, bool for_lassos)
    : options_(options),
      property_(std::move(property)),
      hidden_bytes_(product::hidden_bytes(system.layout(), for_lassos)),
      expander_(system, *property_, options, hidden_bytes_),
      store_(std::make_shared<store::StateStore>(options.store, stored_length(system.layout(), expander_.extra_bytes()),
                                                 hidden_bytes_, for_lassos ? 1 : std::max(options.threads, 1U),
                                                 options.numbering)),
      cursor_(store_->cursor(0)) {}

Product::Product(const Product& original, std::unique_ptr<system::System> system, const ProductOptions& options,
                 unsigned thread)
    : options_(options),
      property_(original.property_),
      own_system_(std::move(system)),
      hidden_bytes_(original.hidden_bytes_),
      expander_(*own_system_, *property_, options, hidden_bytes_),
      store_(original.store_),
      cursor_(store_->cursor(thread)),
      initial_(original.initial_) {}

Product::~Product() = default;

std::unique_ptr<Product> Product::clone(unsigned thread, model::Coverage* coverage) {
  if (property_->has_moves()) return nullptr;
  initial();
  // What is met behind a state would depend on who met it first.
  const system::Layout layout = system().layout();
  if (hidden_bytes_ != 0 && layout.reads_hidden) return nullptr;
  std::unique_ptr<system::System> system = this->system().clone();
  if (system == nullptr) return nullptr;
  ProductOptions options = options_;
  options.coverage = coverage;
  options.gauge = nullptr;
  return std::unique_ptr<Product>(new Product(*this, std::move(system), options, thread));
}

const std::vector<StateId>& Product::initial() {
  if (!initial_.empty()) return initial_;
  for (const system::State& state : expander_.initial()) {
    const store::Bytes view = state;
    store::Stored stored;
    cursor_.insert({&view, 1}, {&stored, 1});
    if (stored.id != no_state) initial_.push_back(stored.id);  // otherwise it is equal to one of those before
  }
  return initial_;
}

// The state of an automaton stands at the end, and is all that is looked at.
Marks Product::marks(StateId s) {
  if (!property_->marks_by_own_state()) return expander_.marks(cursor_.load(s));
  std::array<std::uint8_t, 8> end{};
  const std::span<std::uint8_t> part = std::span(end).first(expander_.extra_bytes());
  cursor_.load_end(s, part);
  return expander_.marks(system::Bytes(part));
}

void Product::expand(StateId s, Expansion& out, bool with_steps) {
  expander_.expand(cursor_.load(s), out, with_steps);
  out.source_id_ = s;
}

void Product::number(Expansion& expansion, std::size_t begin, std::size_t end, bool ignores_limit) {
  const std::uint64_t max_states = ignores_limit ? 0 : options_.max_states;
  views_.clear();
  for (std::size_t i = begin; i < end; ++i) views_.push_back(expansion.state(i));
  expansion.stored_.resize(std::max(expansion.stored_.size(), end));
  expansion.numbered_begin_ = expansion.numbered_end_ = begin;
  expansion.numbered_end_ += cursor_.insert(views_, std::span(expansion.stored_).subspan(begin), max_states);
  show_states(64);
  if (max_states != 0 && expansion.numbered_end_ != begin && expansion.is_new(expansion.numbered_end_ - 1) &&
      store_->size() > max_states)
    throw Stopped{"the limit of states was reached"};
}

// Several threads count together only now and then: the counter is one cache line for all.
void Product::show_states(unsigned every) {
  if (options_.gauge != nullptr && (store_->threads() == 1 || (++posts_ & (every - 1)) == 0))
    options_.gauge->states.store(store_->size(), std::memory_order_relaxed);
}

ProductStep Product::describe(StateId s, std::size_t transition) {
  Expansion expansion;
  expand(s, expansion, true);
  return expander_.describe(expansion, transition);
}

bool Product::posts_groups() const { return expander_.is_system_itself() && !reduces() && options_.max_states == 0; }

void Product::post_group(store::IdRange states, Group& out) {
  cursor_.load_group(states, out.sources_);
  system().successors(out.sources_, out.batch_, {.steps = options_.coverage != nullptr});
  views_.clear();
  for (std::size_t k = 0; k < out.batch_.size(); ++k) {
    if (options_.coverage != nullptr) options_.coverage->note(out.batch_.actions(k));
    views_.push_back(out.batch_.state(k));
  }
  out.stored_.resize(std::max(out.stored_.size(), views_.size()));
  cursor_.insert(views_, out.stored_, 0, out.batch_.ends());
  show_states(8);
}

}  // namespace lariat::product
