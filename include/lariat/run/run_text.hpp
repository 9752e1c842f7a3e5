// SPDX-License-Identifier: Apache-2.0
// A run as people read it: a numbered list of steps.
//
//     1  P_0  peterson.dve:14  NCS -> trying { effect flag[0] = 1; }
//                                flag[0]: 0 -> 1
//   -- the following repeats for ever --
//   | 2  P_0  peterson.dve:15  sends     trying -> waiting { sync c!1; }
//   |    P_1  peterson.dve:30  receives  NCS -> NCS { sync c?x; }
//   |                            P_1->x: 0 -> 1
//   -- and again from step 2 --
//
// Each shows which process takes which transition of the source, and below what that changed. A step of several transitions has
// a line for each, with a bracket unless two processes meet. Errors and what the program prints stand where they happen. With a
// story, steps that change an atom of the property say so, and steps that do not matter are dimmed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/printable.hpp"
#include "lariat/run/run.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/run/story.hpp"

namespace lariat::run {

struct RunTextOptions {
  Colors color = {};  // escape sequences of terminals
  bool utf8 = false;  // brackets are drawn with Unicode
  std::size_t width = 80;
  bool show_automaton = false;  // the states of the property's automaton, and what the observer does
  bool show_state = false;      // the whole state after each step
  // So many transitions of a step are shown; of a longer one, those at its beginning and its end.
  std::size_t longest_step = 100;
  // A run of more steps is folded: steps far from its ends on which the story has nothing to say are left out. 0: never.
  std::size_t longest_run = 0;
  const Story* story = nullptr;  // of the run, if there is one; must outlive the writing
  bool show_start = false;       // the values at the beginning of the variables that the run changes
};

inline constexpr std::size_t usual_longest_run = 40;  // steps that the program shows unless it is asked for all

// Writes the run, but for what longest_step and longest_run leave out; then how it ends, if there is a story.
void write_run(std::ostream& out, model::Interpreter& interpreter, const Run& run, const RunTextOptions& options = {});

// The parts of that text, for those who show a run while it arises. All states must be states of the program.
class RunText {
 public:
  // Numbers have room up to last_step. The interpreter must outlive this.
  RunText(model::Interpreter& interpreter, const RunTextOptions& options, std::size_t last_step = 999);

  // The beginning: nothing, unless the whole state is shown or it goes wrong already.
  void write_initial(std::ostream& out, model::StateView initial) const;
  void write_cycle_begin(std::ostream& out) const;
  void write_step(std::ostream& out, const Run& run, std::size_t i) const;
  // The same without a run around it. `number` counts from 1.
  void write_step(std::ostream& out, std::size_t number, model::StateView before, const RunStep& step) const;
  void write_cycle_end(std::ostream& out, std::size_t first) const;
  // Stands for so many steps that are left out.
  void write_fold(std::ostream& out, const Run& run, std::size_t first, std::size_t count) const;
  // What is known of the beginning: the values of the variables that the run changes, if they are shown, and the story's
  // remarks.
  void write_start(std::ostream& out, const Run& run) const;
  // How the run ends, according to the story.
  void write_ending(std::ostream& out) const;

  // A step that could be taken: its transitions, and nothing of what they do.
  void write_choice(std::ostream& out, std::size_t number, const RunStep& step) const;
  // The whole state.
  void write_state(std::ostream& out, model::StateView s) const;

 private:
  struct Frame;  // of a step: its number and what stands around it
  struct Line;   // a transition of it
  bool ends_observer(const RunStep& step) const;
  std::vector<Line> lines_of(const RunStep& step) const;
  void write_lines(std::ostream& out, const Frame& frame, const std::vector<Line>& lines,
                   const std::vector<model::Printed>& printed) const;
  void write_line(std::ostream& out, const Frame& frame, const Line& line, bool first) const;
  void write_printed(std::ostream& out, const Frame& frame, const Line& line, std::string_view text) const;
  void write_details(std::ostream& out, const Frame& frame, model::StateView before, const RunStep& step) const;
  void write_state(std::ostream& out, const std::string& margin, model::StateView s) const;
  void write_values(std::ostream& out, const Run& run) const;
  void write_remarks(std::ostream& out, const std::string& margin, std::size_t state) const;
  std::string margin_of(const Run& run, std::size_t i) const;
  void write_fault(std::ostream& out, const std::string& margin, const model::Fault& fault) const;
  void write_step(std::ostream& out, const Frame& frame, model::StateView before, const RunStep& step) const;

  model::Interpreter& interpreter_;
  RunTextOptions options_;
  bool prints_ = false;  // whether the program can print anything
  SourcePlaces places_;
  bool narrow_ = false;  // the text of a transition begins on a line of its own
  std::size_t number_width_ = 0;
  std::size_t process_width_ = 0;
  std::size_t process_column_ = 0;
  std::size_t text_column_ = 0;
};

}  // namespace lariat::run
