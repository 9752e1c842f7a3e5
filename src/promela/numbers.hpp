// SPDX-License-Identifier: Apache-2.0
// The numbers that Spin gives to the statements of a model, by which its trails tell steps.
//
// Spin numbers the elements of its flow graphs through the whole model, from 0, in the order in which its parser makes them: an
// element for what is a statement by itself, made behind those of its parts; further ones for where an if, do or unless ends,
// for the skip that a goto with an end, progress or accept label gets, for a goto when its label is first asked for elsewhere,
// and for what a for or select stands for. The formulas of the model become claims behind all else, so that they change no
// number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "promela/model.hpp"

namespace lariat::promela {

class Numbers {
 public:
  explicit Numbers(const Model& model);

  // The elements of a statement, without those of its parts, in the order in which Spin makes them:
  //   goto, break               itself; then the skip before it, if there is one
  //   declaration               one for each variable that is set by a step
  //   if, do, unless, a block   itself, and others that are no steps
  //   for                       assignment, condition, increment, else; over a channel: receive and send behind the condition
  //   select                    one for each value; or as a loop: assignment, condition, increment, break
  //   anything else             itself
  std::span<const std::uint32_t> of(StmtId statement) const { return numbers_[statement.value]; }
  // How many there are; those of formulas are not counted.
  std::uint32_t count() const { return next_; }
  // True if some `P@label` of the model asks for a label.
  bool is_asked_for(LabelId label) const { return asked_[label.value]; }
  // The closing brace of a process.
  std::uint32_t end(ProcessId process) const { return ends_[process.value]; }

 private:
  void sequence(const Sequence& body);
  void parts(StmtId id);
  void itself(StmtId id);
  void loop(StmtId id, const Sequence& body, std::size_t before, bool has_else);
  void add(StmtId id, std::size_t count = 1);
  void find_questions(ExprId expression);

  const Model& model_;
  std::uint32_t next_ = 0;
  std::vector<std::vector<std::uint32_t>> numbers_;  // by StmtId
  std::vector<std::uint32_t> ends_;                  // by ProcessId
  std::vector<bool> asked_;                          // by LabelId
  std::vector<bool> met_;                            // by LabelId: by a question in the text so far
};

// True if a label says something about the place where it stands: that a run may end there, for instance.
bool has_meaning(const std::string& label);

}  // namespace lariat::promela
