// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/reduction.hpp"

#include <stdexcept>

#include "reduce/proviso_base.hpp"

namespace lariat::reduce {
namespace {

constexpr Proviso source = {.expands = Proviso::Expands::source};

}  // namespace

std::optional<Diagnostic> find_refusal(const ReductionOptions& options) {
  if (options.nested == NestedPor::select_number && options.proviso != source &&
      options.proviso.expands != Proviso::Expands::everything)
    return Diagnostic{.message = "select-number decides when a state is entered, as the proviso Source can and " +
                                 to_string(options.proviso) + " cannot; nearest is select-bit"};
  if (options.nested == NestedPor::naive && options.proviso != source)
    return Diagnostic{.message = "naive shows what the proviso Source misses if it decides anew, and goes with no other"};
  return std::nullopt;
}

std::unique_ptr<Reduction> make_reduction(const ReductionOptions& options, std::size_t state_bound) {
  if (const auto refusal = find_refusal(options)) throw std::invalid_argument(refusal->message);
  if (options.proviso.expands == Proviso::Expands::everything) return nullptr;
  if (options.proviso.expands == Proviso::Expands::terminal) return make_terminal_proviso(options, state_bound);
  // The space expands what has to be expanded.
  if (options.proviso.expands == Proviso::Expands::rank)
    return make_plain_proviso({.proviso = {.expands = Proviso::Expands::nothing}, .nested = options.nested}, state_bound);
  if (options.proviso.has_colours()) return make_coloured_proviso(options, state_bound);
  return make_plain_proviso(options, state_bound);
}

unsigned bits_per_state(const ReductionOptions& options) {
  const Proviso& proviso = options.proviso;
  const unsigned own = info(proviso).bits;
  if (proviso.expands == Proviso::Expands::everything) return 0;
  switch (options.nested) {
    case NestedPor::select_number:
      return own + 8;
    case NestedPor::select_bit:
      return own + (proviso.expands == Proviso::Expands::nothing || proviso.expands == Proviso::Expands::rank ? 0 : 1);
    case NestedPor::naive:
      return 2 * own + 2;     // two provisos, each with a bit for expanded states
    case NestedPor::discard:  // known and visited are one
      return own + (proviso.expands == Proviso::Expands::source && proviso.ordered ? 0 : 1);
  }
  return own;
}

}  // namespace lariat::reduce
