// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/product.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lariat/base/memory.hpp"
#include "product/graph_product.hpp"

namespace lariat::product {
namespace {

// True if the successors of a system state can be remembered for all states of the property. Whatever looks at more of a step
// than the states that it connects needs the step itself.
bool remembers_graph(const Property& property, const ProductOptions& options, bool for_lassos) {
  return for_lassos && property.has_moves() && property.reads_atoms_only() && !property.observes_steps() &&
         property.marks_by_own_state() && property.states() <= GraphProduct::most_property_states &&
         options.fairness == Fairness::none && options.reduction == reduce::Method::none && !options.order &&
         options.coverage == nullptr && options.graph_bytes != std::size_t{0};
}

std::size_t graph_bytes(const ProductOptions& options) {
  const std::size_t memory = usable_bytes();
  return options.graph_bytes.value_or(memory == 0 ? no_limit : memory / 4);
}

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
      store_(std::make_shared<store::StateStore>(
          options.store,
          stored_length(system.layout(), remembers_graph(*property_, options, for_lassos) ? 0 : expander_.extra_bytes()),
          hidden_bytes_, std::max(for_lassos ? options.search_threads : options.threads, 1U), options.numbering, options.ids)),
      cursor_(store_->cursor(0)) {
  if (remembers_graph(*property_, options, for_lassos))
    graph_ = store_->threads() == 1 ? make_graph_product(expander_, *store_, cursor_, graph_bytes(options))
                                    : make_shared_graph_product(expander_, *store_, cursor_, graph_bytes(options));
}

Product::Product(const Product& original, std::unique_ptr<system::System> system, std::shared_ptr<Property> property,
                 const ProductOptions& options, unsigned thread)
    : options_(options),
      property_(std::move(property)),
      own_system_(std::move(system)),
      hidden_bytes_(original.hidden_bytes_),
      expander_(*own_system_, *property_, options, hidden_bytes_),
      store_(original.store_),
      cursor_(store_->cursor(thread)),
      graph_(original.graph_ == nullptr ? nullptr : original.graph_->clone(expander_, cursor_)),
      initial_(original.initial_) {}

Product::~Product() = default;

std::unique_ptr<Product> Product::clone(unsigned thread, model::Coverage* coverage) {
  initial();
  // What is met behind a state would depend on who met it first.
  const system::Layout layout = system().layout();
  if (hidden_bytes_ != 0 && layout.reads_hidden) return nullptr;
  ProductOptions options = options_;
  options.coverage = coverage;
  options.gauge = nullptr;
  return clone_with(options, thread);
}

std::unique_ptr<Product> Product::clone_in_order(std::optional<std::uint64_t> order) {
  ProductOptions options = options_;
  options.order = order;
  options.coverage = nullptr;
  options.gauge = nullptr;
  return clone_with(options, 0);
}

std::unique_ptr<Product> Product::clone_with(const ProductOptions& options, unsigned thread) {
  std::unique_ptr<system::System> system = this->system().clone();
  if (system == nullptr) return nullptr;
  std::shared_ptr<Property> property = property_->clone(*system);
  if (property == nullptr) return nullptr;
  return std::unique_ptr<Product>(new Product(*this, std::move(system), std::move(property), options, thread));
}

const std::vector<StateId>& Product::initial() {
  if (!initial_.empty()) return initial_;
  for (const system::State& state : expander_.initial()) {
    const store::Bytes view = state;
    store::Stored stored;
    insert({&view, 1}, {&stored, 1}, 0);
    if (stored.id != no_state) initial_.push_back(stored.id);  // otherwise it is equal to one of those before
  }
  return initial_;
}

// The state of an automaton stands at the end, and is all that is looked at.
Marks Product::marks(StateId s) {
  if (graph_ != nullptr) return property_->marks(graph_->property_state(s));
  if (!property_->marks_by_own_state()) return expander_.marks(cursor_.load(s));
  std::array<std::uint8_t, 8> end{};
  const std::span<std::uint8_t> part = std::span(end).first(expander_.extra_bytes());
  cursor_.load_end(s, part);
  return expander_.marks(system::Bytes(part));
}

void Product::expand(StateId s, Expansion& out, bool with_steps) {
  expander_.expand(load(s), out, with_steps);
  out.source_id_ = s;
}

void Product::post(StateId s, Expansion& scratch, std::vector<Successor>& arena, bool ignores_limit) {
  if (graph_ != nullptr) {
    const std::uint64_t max_states = ignores_limit ? 0 : options_.max_states;
    const GraphProduct::Posted posted = graph_->post(s, arena, max_states);
    if (posted.is_remembered) {
      show_states(64);
      stop_behind_limit(posted.last_is_new, max_states);
      return;
    }
  }
  expand(s, scratch);
  try {
    number(scratch, 0, scratch.size(), ignores_limit);
  } catch (const Stopped&) {
    scratch.append_numbered(arena);
    throw;
  }
  scratch.append_numbered(arena);
}

// A state as it would be stored.
store::Bytes Product::load(StateId s) { return graph_ != nullptr ? graph_->load(s) : cursor_.load(s); }

// Numbers whole states.
std::size_t Product::insert(std::span<const store::Bytes> states, std::span<store::Stored> out, std::uint64_t max_states) {
  return graph_ != nullptr ? graph_->insert(states, out, max_states) : cursor_.insert(states, out, max_states);
}

std::size_t Product::states() const { return graph_ != nullptr ? graph_->size() : store_->size(); }

std::size_t Product::stored_bytes() const { return store_->bytes() + (graph_ != nullptr ? graph_->bytes() : 0); }

void Product::restore(std::span<const store::Bytes> states) {
  std::vector<store::Stored> stored(states.size());
  insert(states, stored, 0);
}

void Product::stop_behind_limit(bool last_is_new, std::uint64_t max_states) const {
  if (max_states != 0 && last_is_new && states() > max_states) throw Stopped{too_many_states};
}

void Product::number(Expansion& expansion, std::size_t begin, std::size_t end, bool ignores_limit) {
  const std::uint64_t max_states = ignores_limit ? 0 : options_.max_states;
  views_.clear();
  for (std::size_t i = begin; i < end; ++i) views_.push_back(expansion.state(i));
  expansion.stored_.resize(std::max(expansion.stored_.size(), end));
  expansion.numbered_begin_ = expansion.numbered_end_ = begin;
  expansion.numbered_end_ += insert(views_, std::span(expansion.stored_).subspan(begin), max_states);
  show_states(64);
  stop_behind_limit(expansion.numbered_end_ != begin && expansion.is_new(expansion.numbered_end_ - 1), max_states);
}

// Several threads count together only now and then: the counter is one cache line for all.
void Product::show_states(unsigned every) {
  if (options_.gauge != nullptr && (store_->threads() == 1 || (++posts_ & (every - 1)) == 0))
    options_.gauge->states.store(states(), std::memory_order_relaxed);
}

ProductStep Product::describe(StateId s, std::size_t transition) {
  Expansion expansion;
  expand(s, expansion, true);
  return expander_.describe(expansion, transition);
}

bool Product::posts_groups() const { return expander_.is_system_itself() && !reduces() && options_.max_states == 0; }

void Product::post_group(store::IdRange states, Group& out) {
  cursor_.load_group(states, out.sources_);
  system().successors(out.sources_, out.batch_, {.coverage = options_.coverage});
  const std::size_t count = out.batch_.size();
  out.stored_.resize(std::max(out.stored_.size(), count));
  if (store_->length() != 0 && out.batch_.is_uniform()) {
    cursor_.insert_block(out.batch_.data(), std::span(out.stored_).first(count), 0, out.batch_.ends());
  } else {
    views_.clear();
    for (std::size_t k = 0; k < count; ++k) views_.push_back(out.batch_.state(k));
    cursor_.insert(views_, out.stored_, 0, out.batch_.ends());
  }
  show_states(8);
}

}  // namespace lariat::product
