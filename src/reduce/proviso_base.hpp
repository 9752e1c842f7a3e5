// SPDX-License-Identifier: Apache-2.0
// The base of all provisos: what they remember for later searches, and their counters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lariat/reduce/reduction.hpp"
#include "lariat/space/state_array.hpp"

namespace lariat::reduce {

class ProvisoBase : public Reduction {
 public:
  ProvisoBase(const ReductionOptions& options, std::size_t bound)
      : name_(to_string(options.proviso)),
        options_(options),
        needs_known_(options.nested == NestedPor::discard ||
                     (options.proviso.expands == Proviso::Expands::source && options.proviso.ordered)),
        needs_expanded_((options.nested == NestedPor::select_bit || options.nested == NestedPor::naive) &&
                        options.proviso.expands != Proviso::Expands::nothing),
        known_(needs_known_ ? bound : 0),
        expanded_(needs_expanded_ ? bound : 0) {}

  Selection selection(StateId s) const override {
    if (options_.nested == NestedPor::discard) return {Selection::Kind::visited};
    return {expanded_.get(s) != 0 ? Selection::Kind::all : Selection::Kind::reduced};
  }
  bool visited(StateId s) const override { return known_.get(s) != 0; }
  std::string_view name() const override { return name_; }
  bool needs_components() const override { return options_.proviso.needs_components(); }
  std::string without_components() const override { return to_string(lariat::reduce::without_components(options_.proviso)); }
  ReductionStatistics statistics() const override {
    ReductionStatistics result = counts_;
    result.bytes = known_.bytes() + expanded_.bytes() + own_bytes();
    return result;
  }

 protected:
  const Proviso& proviso() const { return options_.proviso; }
  // Must be called for each state that is entered.
  void count_entered(StateId s, bool partial) {
    if (partial) ++counts_.partial;
    if (needs_known_) known_.set(s, 1);
  }
  // Must be called for each state that is expanded. Returns true, as a function that requests the expansion does.
  bool count_expanded(StateId s) {
    ++counts_.expanded;
    if (needs_expanded_) expanded_.set(s, 1);
    return true;
  }
  virtual std::size_t own_bytes() const = 0;

 private:
  std::string name_;
  ReductionOptions options_;
  bool needs_known_;
  bool needs_expanded_;
  ReductionStatistics counts_;
  PackedArray<1> known_;
  PackedArray<1> expanded_;
};

// Makes None, Source, CondSource[Known], Dest, CondDest[Unknown], and Source by candidate sets.
std::unique_ptr<Reduction> make_plain_proviso(const ReductionOptions& options, std::size_t bound);
// Makes the provisos with colours.
std::unique_ptr<Reduction> make_coloured_proviso(const ReductionOptions& options, std::size_t bound);
std::unique_ptr<Reduction> make_terminal_proviso(const ReductionOptions& options, std::size_t bound);

}  // namespace lariat::reduce
