// SPDX-License-Identifier: Apache-2.0
#include "lariat/product/reducible_product.hpp"

#include <stdexcept>

#include "lariat/reduce/location_rank.hpp"
#include "lariat/reduce/reducer.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::product {

ReducibleProduct::ReducibleProduct(Product& product) : product_(product) {
  if (!product.reduces()) return;
  system::ProgramSystem* const program = product.system().as_program();
  if (program == nullptr) throw std::invalid_argument("partial-order reduction needs the transitions of a program");
  reducer_ = std::make_unique<reduce::Reducer>(program->interpreter(), product.options().reduction, product.options().observed);
}

ReducibleProduct::~ReducibleProduct() = default;

void ReducibleProduct::expand_by_rank() {
  if (reducer_ == nullptr) return;
  const model::Interpreter& interpreter = product_.system().as_program()->interpreter();
  rank_ = std::make_unique<reduce::LocationRank>(interpreter.program(), interpreter.layout());
}

// Makes the reduced set that of all transitions if one of its own does not raise the rank.
void ReducibleProduct::keep_if_it_raises_rank(Expansion& out) {
  if (rank_ == nullptr || out.reduced() == out.size()) return;
  const std::uint64_t rank = rank_->sum(out.source());
  for (std::size_t i = 0; i < out.reduced(); ++i)
    if (rank_->sum(product_.expander().system_state(out.state(i))) <= rank) return out.reduce_to_all();
}

void ReducibleProduct::expand(StateId s, Expansion& out, bool with_steps) {
  product_.expand(s, out, with_steps);
  if (reducer_ != nullptr && reducer_->reduce(out.source(), out.steps().table(), selected_)) out.put_first(selected_);
}

void ReducibleProduct::expand(system::Bytes whole, Expansion& out) {
  product_.expander().expand(whole, out);
  if (reducer_ == nullptr) return;
  if (reducer_->reduce(out.source(), out.steps().table(), selected_)) out.put_first(selected_);
  keep_if_it_raises_rank(out);
}

ProductStep ReducibleProduct::describe(StateId s, std::size_t transition) {
  expand(s, expansion_, true);
  return product_.expander().describe(expansion_, transition);
}

bool ReducibleProduct::post_reduced(StateId s, Expansion& out) {
  expand(s, out);
  keep_if_it_raises_rank(out);
  product_.number(out, 0, out.reduced());
  return out.reduced() < out.size();
}

void ReducibleProduct::post_rest(StateId s, Expansion& out) {
  if (out.source_id() != s) expand(s, out);
  product_.number(out, out.reduced(), out.size());
}

bool ReducibleProduct::post_candidate(StateId s, std::size_t k, Expansion& out) {
  expand(s, out);
  out.forget_source_id();
  if (reducer_ == nullptr || out.size() == 0) {
    product_.number(out, 0, k == 0 ? out.size() : 0);
    return k == 0;
  }
  if (!reducer_->candidate(out.source(), out.steps().table(), k, selected_)) return false;
  out.put_first(selected_);
  product_.number(out, 0, out.reduced());
  return true;
}

void ReducibleProduct::post(StateId s, std::vector<Successor>& arena) {
  if (reducer_ == nullptr) {
    product_.post(s, expansion_, arena);
    return;
  }
  expand(s, expansion_);
  keep_if_it_raises_rank(expansion_);
  try {
    // Of a search that is reduced, only what follows it asks for everything: a run that was found is not lost for want of room.
    product_.number(expansion_, 0, rank_ == nullptr ? expansion_.size() : expansion_.reduced(), reduction_ != nullptr);
  } catch (const Stopped&) {
    expansion_.append_numbered(arena);
    throw;
  }
  expansion_.append_numbered(arena);
}

bool ReducibleProduct::post_reduced(StateId s, std::vector<Successor>& arena) {
  const bool is_part = post_reduced(s, expansion_);
  expansion_.append_numbered(arena);
  return is_part;
}

void ReducibleProduct::post_rest(StateId s, std::vector<Successor>& arena) {
  post_rest(s, expansion_);
  expansion_.append_numbered(arena);
}

bool ReducibleProduct::post_candidate(StateId s, unsigned k, std::vector<Successor>& arena) {
  if (!post_candidate(s, std::size_t{k}, expansion_)) return false;
  expansion_.append_numbered(arena);
  return true;
}

}  // namespace lariat::product
