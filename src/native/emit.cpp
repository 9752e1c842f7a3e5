// SPDX-License-Identifier: Apache-2.0
// The module: a function for each process or process type, and the functions that call them.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "lariat/native/code_text.hpp"
#include "native/context.hpp"
#include "native/emitter.hpp"

namespace lariat::native {

using model::none;
using model::Transition;

namespace {

constexpr std::size_t max_specialised =
    4000;  // transitions of all processes together; with more, processes of a type share code

constexpr std::size_t max_in_function = 200;  // transitions
constexpr std::size_t max_transitions = 30'000;

constexpr std::string_view bail = "  ret i32 -1\n";

constexpr std::string_view intrinsics =
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\n"
    "!0 = !{!\"branch_weights\", i32 1, i32 2000}\n\n";

std::size_t count_transitions(const model::Program& program) {
  std::size_t count = 0;
  for (const model::ProcessType& type : program.process_types) count += type.transitions.size();
  return count;
}

std::optional<std::string> find_obstacle(const model::Program& program, const model::InterpreterOptions& options) {
  if (options.promises && program.has_promises()) return "promises about channels that are to be kept";
  if (program.composition == model::Program::Composition::lockstep) return "processes that all move at the same time";
  if (program.uses_priorities) return "priorities";
  if (program.trace) return "a trace of messages";
  if (program.channels.size() + model::max_channels > max_channels) return "more than 257 channels";
  if (!program.is_dynamic() && program.processes.size() > 255) return "more than 255 processes";
  if (count_transitions(program) > max_transitions) return "more than 30,000 transitions";
  return std::nullopt;
}

}  // namespace

Emitter::Emitter(const model::Program& program, const model::InterpreterOptions& options)
    : program_(program), options_(options), layout_(program) {
  shapes_ = distinct_shapes(program, shape_of_);
  for (const model::ProcessType& type : program.process_types)
    for (const model::Location& location : type.locations) has_committed_ |= location.committed;
  std::size_t transitions = 0;
  for (const model::ProcessType& type : program.process_types) {
    first_transition_.push_back(transitions);
    transitions += type.transitions.size();
  }
}

std::string Emitter::in_function(const std::string& head, std::string_view bail_lines, const std::function<void()>& body) {
  Function function(head);
  Function* const outer = std::exchange(function_, &function);
  body();
  function_ = outer;
  return function.finish(bail_lines);
}

bool Emitter::is_alive(model::ProcessTypeId type) const {
  if (program_.observer && program_.observer->type == type) return false;
  if (layout_.dynamic()) return true;
  return std::any_of(program_.processes.begin(), program_.processes.end(),
                     [&](const model::InitialProcess& process) { return process.type == type; });
}

void Emitter::choose_by_type(const std::string& type, const std::function<void(model::ProcessTypeId)>& body) {
  const std::string done = f().label();
  std::string cases;
  std::vector<std::pair<model::ProcessTypeId, std::string>> blocks;
  for (model::ProcessTypeId t = 0; t < program_.process_types.size(); ++t) {
    if (!is_alive(t)) continue;
    blocks.emplace_back(t, f().label());
    cases += fmt::format(" i32 {}, label %{}", t, blocks.back().second);
  }
  f().line("switch i32 {}, label %{} [{} ]", type, done, cases);
  f().close();
  for (const auto& [t, label] : blocks) {
    f().begin(label);
    body(t);
    f().jump(done);
  }
  f().begin(done);
}

// A function that writes the successors by one process, and returns 1 if there are any. LLVM takes more than twice as long for
// a function of twice the length, so that long functions are cut into parts by the location.
void Emitter::process_function(const std::string& name, const std::string& parameters, const std::string& arguments,
                               model::ProcessTypeId type_id, const std::function<Self()>& self) {
  const model::ProcessType& type = program_.process_types[type_id];
  const auto part = [&](const std::string& part_name, model::LocationId first, model::LocationId last) {
    text_ += in_function(fmt::format("define internal i32 @{}({})", part_name, parameters), bail, [&] {
      f().line("%taken = alloca i32");
      f().line("%length = load i32, ptr {}", context_pointer(offsetof(Context, length)));
      const Self me = self();
      process_body({.state = "%s", .self = &me}, first, last);
      f().ret(fmt::format("i32 {}", f().value("load i32, ptr %taken")));
    });
  };
  const auto locations = static_cast<model::LocationId>(type.locations.size());
  if (type.transitions.size() <= max_in_function) {
    part(name, 0, locations);
    return;
  }
  std::vector<model::LocationId> ends;
  std::size_t transitions = 0;
  for (model::LocationId l = 0, first = 0; l < locations; ++l) {
    transitions += type.locations[l].out.size();
    if (transitions <= max_in_function && l + 1 < locations) continue;
    part(fmt::format("{}.{}", name, ends.size()), first, l + 1);
    ends.push_back(l + 1);
    first = l + 1;
    transitions = 0;
  }
  text_ += in_function(fmt::format("define internal i32 @{}({})", name, parameters), bail, [&] {
    const Self me = self();
    const std::string at = location("%s", me);
    // Binary search for the part.
    const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t first, std::size_t last) {
      if (last - first == 1) {
        f().ret(fmt::format("i32 {}", f().value("call i32 @{}.{}({})", name, first, arguments)));
        return;
      }
      const std::size_t middle = (first + last) / 2;
      const std::string low = f().label();
      const std::string high = f().label();
      f().branch(f().value("icmp ult i32 {}, {}", at, ends[middle - 1]), low, high);
      f().begin(low);
      choose(first, middle);
      f().begin(high);
      choose(middle, last);
    };
    choose(0, ends.size());
  });
}

// @process<n> for each process if processes are neither started nor ended, otherwise @type<n> for each type.
void Emitter::processes() {
  if (is_specialised()) {
    for (std::size_t p = 0; p < layout_.slots().size(); ++p)
      process_function(fmt::format("process{}", p), "ptr %ctx, ptr noalias %s", "ptr %ctx, ptr %s", layout_.slots()[p].type,
                       [&] { return self_in_slot(p); });
    return;
  }
  for (model::ProcessTypeId t = 0; t < program_.process_types.size(); ++t)
    if (is_alive(t))
      process_function(fmt::format("type{}", t), "ptr %ctx, ptr noalias %s, i32 %p, i32 %b", "ptr %ctx, ptr %s, i32 %p, i32 %b",
                       t, [&] { return Self{.number = "%p", .base = f().value("zext i32 %b to i64"), .type = t}; });
}

// True if each process has code of its own.
bool Emitter::is_specialised() const {
  std::size_t transitions = 0;
  for (const model::Layout::Slot& slot : layout_.slots()) transitions += program_.process_types[slot.type].transitions.size();
  return layout_.has_slots() && transitions <= max_specialised;
}

void Emitter::expand_function() {
  const bool specialised = is_specialised();
  // Calls the code of a process by its number, which is a constant if `known` is not none.
  const auto call = [&](const std::string& p, std::size_t known) {
    const std::string result = f().slot("i32");
    if (specialised && known != none) {
      f().line("store i32 {}, ptr {}", f().value("call i32 @process{}(ptr %ctx, ptr %s)", known), result);
    } else {
      f().line("store i32 0, ptr {}", result);
      const std::string type = field_at(offsetof(Context, types), p);
      const std::string base = field_at(offsetof(Context, bases), p);
      choose_by_type(type, [&](model::ProcessTypeId t) {
        f().line("store i32 {}, ptr {}", f().value("call i32 @type{}(ptr %ctx, ptr %s, i32 {}, i32 {})", t, p, base), result);
      });
    }
    const std::string r = f().value("load i32, ptr {}", result);
    f().bail_if(f().value("icmp slt i32 {}, 0", r));
    return r;
  };
  const auto follow = [&] {
    if (!has_atomic_) return;
    const std::string some = f().label();
    const std::string none_left = f().label();
    const std::string pending = field(offsetof(Context, pending), "i32");
    f().branch(f().value("icmp ne i32 {}, 0", pending), some, none_left);
    f().begin(some);
    const std::string r = f().value("call i32 {}(ptr %ctx)", field(offsetof(Context, follow), "ptr"));
    f().bail_if(f().value("icmp slt i32 {}, 0", r));
    f().begin(none_left);
  };
  text_ += in_function("define i32 @expand(ptr %ctx, ptr %s)", bail, [&] {
    const std::size_t count = layout_.slots().size();
    if (!layout_.dynamic() && count > 0 && program_.error_state == model::Program::ErrorState::stops) {
      const Self first = self_in_slot(0);
      const std::string at = location("%s", first);
      const std::string fine = f().label();
      const std::string wrong = f().label();
      f().branch(f().value("icmp eq i32 {}, {}", at, program_.process_types[first.type].locations.size()), wrong, fine);
      f().begin(wrong);
      f().ret("i32 0");
      f().begin(fine);
    }
    if (has_committed_) {
      if (layout_.dynamic()) throw Unsupported{"committed locations of processes that come and go"};
      const std::string only = f().slot("i32");
      f().line("store i32 0, ptr {}", only);
      for (std::size_t p = 0; p < count; ++p) {
        const model::ProcessType& type = program_.process_types[program_.processes[p].type];
        const Self self = self_in_slot(p);
        std::string cases;
        const std::string is = f().label();
        const std::string next = f().label();
        for (model::LocationId l = 0; l < type.locations.size(); ++l)
          if (type.locations[l].committed) cases += fmt::format(" i32 {}, label %{}", l, is);
        if (!cases.empty()) {
          f().line("switch i32 {}, label %{} [{} ]", location("%s", self), next, cases);
          f().close();
          f().begin(is);
          f().line("store i32 1, ptr {}", only);
        }
        f().begin(next);
      }
      set_field(offsetof(Context, committed_only), "i32", f().value("load i32, ptr {}", only));
    }
    if (specialised) {
      const std::string alive = layout_.dynamic() ? field(offsetof(Context, process_count), "i32") : "";
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t p = program_.newest_first ? count - 1 - i : i;
        const std::string next = f().label();
        if (layout_.dynamic()) {
          const std::string exists = f().label();
          f().branch(f().value("icmp ugt i32 {}, {}", alive, p), exists, next);
          f().begin(exists);
        }
        call(std::to_string(p), p);
        follow();
        f().begin(next);
      }
    } else {
      const std::string i = f().slot("i32");
      f().line("store i32 0, ptr {}", i);
      const std::string processes = field(offsetof(Context, process_count), "i32");
      const std::string look = f().label();
      const std::string body = f().label();
      const std::string done = f().label();
      f().begin(look);
      const std::string at = f().value("load i32, ptr {}", i);
      f().branch(f().value("icmp ult i32 {}, {}", at, processes), body, done);
      f().begin(body);
      const std::string last = f().value("sub i32 {}, 1", processes);
      const std::string p = program_.newest_first ? f().value("sub i32 {}, {}", last, at) : at;
      call(p, none);
      follow();
      f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", at), i);
      f().jump(look);
      f().begin(done);
    }
    f().ret("i32 0");
  });
  text_ += in_function("define i32 @expand_one(ptr %ctx, ptr %s, i32 %p)", bail, [&] {
    if (!specialised) {
      f().ret(fmt::format("i32 {}", call("%p", none)));
      return;
    }
    const std::string nobody = f().label();
    std::string cases;
    std::vector<std::string> labels;
    for (std::size_t p = 0; p < layout_.slots().size(); ++p) {
      labels.push_back(f().label());
      cases += fmt::format(" i32 {}, label %{}", p, labels.back());
    }
    f().line("switch i32 %p, label %{} [{} ]", nobody, cases);
    f().close();
    for (std::size_t p = 0; p < layout_.slots().size(); ++p) {
      f().begin(labels[p]);
      f().ret(fmt::format("i32 {}", call(std::to_string(p), p)));
    }
    f().begin(nobody);
    f().ret("i32 -1");
  });
}

// Goes on at `then` if the number is not 0, which is rare, and at `otherwise` if it is.
void Emitter::skip_unless(const std::string& number, const std::string& then, const std::string& otherwise) {
  f().line("br i1 {}, label %{}, label %{}, !prof !0", f().value("icmp ne i32 {}, 0", number), then, otherwise);
  f().close();
  f().begin(then);
}

// Functions that all others use.
void Emitter::helper_functions() {
  using Entry = model::Successors::Entry;
  // @emit: the finished state becomes a successor. States of one length need no entry unless somebody asks for the steps.
  text_ += in_function("define internal void @emit(ptr %ctx, i32 %l) alwaysinline", "", [&] {
    const std::string count = field(offsetof(Context, entry_count), "i32");
    const std::string used = field(offsetof(Context, used), "i64");
    const std::string writes = f().label();
    const std::string done = f().label();
    if (layout_.length() != 0)
      skip_unless(field(offsetof(Context, writes_entries), "i32"), writes, done);
    else
      f().begin(writes);
    const std::string entries = field(offsetof(Context, entries), "ptr");
    const std::string at = f().value("mul i64 {}, {}", extended(count), sizeof(Entry));
    const std::string entry = f().value("getelementptr inbounds i8, ptr {}, i64 {}", entries, at);
    const auto set = [&](std::size_t offset, std::string_view type, const std::string& value) {
      f().line("store {} {}, ptr {}", type, value, f().value("getelementptr inbounds i8, ptr {}, i64 {}", entry, offset));
    };
    const std::string first = field(offsetof(Context, first_action), "i32");
    const std::string actions = field(offsetof(Context, action_count), "i32");
    set(offsetof(Entry, offset), "i64", used);
    set(offsetof(Entry, length), "i32", "%l");
    set(offsetof(Entry, first_action), "i32", first);
    set(offsetof(Entry, action_count), "i32", f().value("sub i32 {}, {}", actions, first));
    f().begin(done);
    set_field(offsetof(Context, used), "i64", f().value("add i64 {}, {}", used, f().value("zext i32 %l to i64")));
    set_field(offsetof(Context, entry_count), "i32", f().value("add i32 {}, 1", count));
    const std::string room = field(offsetof(Context, room), "i32");
    set_field(offsetof(Context, room), "i32", f().value("sub i32 {}, 1", room));
    f().ret("void");
  });
  // @record: a transition is taken. %c is its number among those of all types.
  text_ += in_function("define internal void @record(ptr %ctx, i32 %p, i32 %t, i32 %i, i64 %c) alwaysinline", "", [&] {
    using model::Action;
    const std::string covered = field(offsetof(Context, coverage), "ptr");
    f().line("store i8 1, ptr {}", f().value("getelementptr inbounds i8, ptr {}, i64 %c", covered));
    const std::string asked = f().label();
    const std::string full = f().label();
    const std::string failed = f().label();
    const std::string ready = f().label();
    skip_unless(field(offsetof(Context, records_steps), "i32"), asked, failed);
    const std::string count = field(offsetof(Context, action_count), "i32");
    const std::string capacity = field(offsetof(Context, action_capacity), "i32");
    f().line("br i1 {}, label %{}, label %{}, !prof !0", f().value("icmp uge i32 {}, {}", count, capacity), full, ready);
    f().close();
    f().begin(full);
    // The state is being written: only the actions may move. Without memory the action is left out, and the state given up.
    const std::string reserved = f().value("call i32 {}(ptr %ctx)", field(offsetof(Context, reserve_actions), "ptr"));
    f().branch(f().value("icmp slt i32 {}, 0", reserved), failed, ready);
    f().begin(failed);
    f().ret("void");
    f().begin(ready);
    const std::string actions = field(offsetof(Context, actions), "ptr");
    const std::string at = f().value("mul i64 {}, {}", extended(count), sizeof(Action));
    const std::string action = f().value("getelementptr inbounds i8, ptr {}, i64 {}", actions, at);
    const auto set = [&](std::size_t offset, const std::string& value) {
      f().line("store i32 {}, ptr {}", value, f().value("getelementptr inbounds i8, ptr {}, i64 {}", action, offset));
    };
    set(offsetof(Action, process), "%p");
    set(offsetof(Action, type), "%t");
    set(offsetof(Action, transition), "%i");
    set_field(offsetof(Context, action_count), "i32", f().value("add i32 {}, 1", count));
    f().ret("void");
  });
  if (layout_.length() == 0) copy_function();
  if (layout_.dynamic()) first_function();
}

// @copy copies in pieces of 32 bytes; both buffers have room for an incomplete piece at their end.
void Emitter::copy_function() {
  text_ += in_function("define internal void @copy(ptr noalias %w, ptr noalias %s, i32 %l) alwaysinline", "", [&] {
    const std::string at = f().slot("i64");
    f().line("store i64 0, ptr {}", at);
    const std::string look = f().label();
    const std::string body = f().label();
    const std::string done = f().label();
    const std::string length = f().value("zext i32 %l to i64");
    f().begin(look);
    const std::string i = f().value("load i64, ptr {}", at);
    f().branch(f().value("icmp ult i64 {}, {}", i, length), body, done);
    f().begin(body);
    const std::string from = f().value("getelementptr inbounds i8, ptr %s, i64 {}", i);
    const std::string to = f().value("getelementptr inbounds i8, ptr %w, i64 {}", i);
    f().line("store <4 x i64> {}, ptr {}, align 1", f().value("load <4 x i64>, ptr {}, align 1", from), to);
    f().line("store i64 {}, ptr {}", f().value("add i64 {}, 32", i), at);
    f().jump(look);
    f().begin(done);
    f().ret("void");
  });
}

// @first: the oldest process of a type.
void Emitter::first_function() {
  text_ += in_function("define internal i32 @first(ptr %ctx, i32 %type)", "", [&] {
    const std::string at = f().slot("i32");
    f().line("store i32 0, ptr {}", at);
    const std::string count = field(offsetof(Context, process_count), "i32");
    const std::string look = f().label();
    const std::string body = f().label();
    const std::string next = f().label();
    const std::string found = f().label();
    const std::string none_there = f().label();
    f().begin(look);
    const std::string i = f().value("load i32, ptr {}", at);
    f().branch(f().value("icmp ult i32 {}, {}", i, count), body, none_there);
    f().begin(body);
    f().branch(f().value("icmp eq i32 {}, %type", field_at(offsetof(Context, types), i)), found, next);
    f().begin(next);
    f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", i), at);
    f().jump(look);
    f().begin(found);
    f().ret(fmt::format("i32 {}", i));
    f().begin(none_there);
    f().ret("i32 -1");
  });
}

std::string Emitter::module() {
  text_ = intrinsics;
  helper_functions();
  processes();
  if (has_meetings_) {
    for (model::ProcessTypeId t = 0; t < program_.process_types.size(); ++t) {
      if (!is_alive(t)) continue;
      match_function(t);
      accept_function(t);
    }
    for (const bool accepts : {false, true}) {
      const std::string_view name = accepts ? "accept" : "match";
      text_ += in_function(
          fmt::format("define internal i32 @{}(ptr %ctx, ptr %s, i32 %q, i32 %b, i32 %x, i32 %count, i32 %y)", name), bail,
          [&] {
            const std::string type = field_at(offsetof(Context, types), "%q");
            choose_by_type(type, [&](model::ProcessTypeId t) {
              f().ret(fmt::format(
                  "i32 {}",
                  f().value("call i32 @{}{}(ptr %ctx, ptr %s, i32 %q, i32 %b, i32 %x, i32 %count, i32 %y)", name, t)));
            });
            f().ret("i32 -1");
          });
    }
  }
  if (has_d_steps_) {
    for (model::ProcessTypeId t = 0; t < program_.process_types.size(); ++t)
      if (is_alive(t)) d_step_function(t);
    text_ += in_function("define internal i32 @inside(ptr %ctx, ptr %w, i32 %p)", bail, [&] {
      const std::string type = field_at(offsetof(Context, types), "%p");
      const std::string base = field_at(offsetof(Context, bases), "%p");
      choose_by_type(type, [&](model::ProcessTypeId t) {
        f().ret(fmt::format("i32 {}", f().value("call i32 @inside{}(ptr %ctx, ptr %w, i32 %p, i32 {})", t, base)));
      });
      f().ret("i32 -1");
    });
  }
  expand_function();
  return std::move(text_);
}

std::string Emitter::valuation(std::span<const model::ExprId> atoms) {
  return in_function(
      "define i64 @valuation(ptr %ctx, ptr %s)",
      fmt::format("  %failed = getelementptr inbounds i8, ptr %ctx, i64 {}\n  store i32 1, ptr %failed\n  ret i64 0\n",
                  offsetof(Context, failed)),
      [&] {
        std::string bits = "0";
        for (std::size_t i = 0; i < atoms.size(); ++i) {
          const std::string holds = truth(atoms[i], {.state = "%s"});
          const std::string wide = f().value("zext i1 {} to i64", holds);
          const std::string bit = f().value("shl i64 {}, {}", wide, i);
          bits = f().value("or i64 {}, {}", bits, bit);
        }
        f().ret(fmt::format("i64 {}", bits));
      });
}

std::string Emitter::observer() {
  const model::ProcessTypeId type_id = program_.observer->type;
  const model::ProcessType& type = program_.process_types[type_id];
  return in_function("define i32 @observe(ptr %ctx, ptr %s, ptr %out)", bail, [&] {
    const Self self{
        .number = std::to_string(model::observer_number), .base = std::to_string(layout_.observer()), .type = type_id};
    const Frame frame{.state = "%s", .self = &self};
    const std::string count = f().slot("i32");
    f().line("store i32 0, ptr {}", count);
    const std::string over = f().label();
    std::string cases;
    std::vector<std::string> labels;
    for (model::LocationId l = 0; l < type.locations.size(); ++l) {
      labels.push_back(f().label());
      cases += fmt::format(" i32 {}, label %{}", l, labels.back());
    }
    f().line("switch i32 {}, label %{} [{} ]", location("%s", self), over, cases);
    f().close();
    for (model::LocationId l = 0; l < type.locations.size(); ++l) {
      f().begin(labels[l]);
      for (const model::TransitionId id : type.locations[l].out) {
        const Transition& transition = type.transitions[id];
        const std::string next = f().label();
        const auto go_on_if = [&](const std::string& condition) {
          const std::string more = f().label();
          f().branch(condition, more, next);
          f().begin(more);
        };
        if (transition.is_else) go_on_if(f().value("icmp eq i32 {}, 0", f().value("load i32, ptr {}", count)));
        if (transition.guard != none) go_on_if(truth(transition.guard, frame));
        const std::string at = f().value("load i32, ptr {}", count);
        f().line("store i32 {}, ptr {}", id, f().value("getelementptr inbounds i32, ptr %out, i64 {}", extended(at)));
        f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", at), count);
        f().begin(next);
      }
      f().jump(over);
    }
    f().begin(over);
    f().ret(fmt::format("i32 {}", f().value("load i32, ptr {}", count)));
  });
}

CodeText code_text(const model::Program& program, const model::InterpreterOptions& options,
                   std::span<const model::ExprId> atoms) {
  CodeText result;
  if (auto obstacle = find_obstacle(program, options)) {
    result.refusal = *std::move(obstacle);
    return result;
  }
  result.transitions = count_transitions(program);
  Emitter emitter(program, options);
  try {
    result.text = emitter.module();
  } catch (const Unsupported& unsupported) {
    result.refusal = unsupported.what;
    return result;
  }
  if (!atoms.empty() && atoms.size() <= 64) {
    try {
      result.text += emitter.valuation(atoms);
      result.has_atoms = true;
    } catch (const Unsupported&) {  // the interpreter evaluates the atoms
    }
  }
  if (program.observer) {
    try {
      result.text += emitter.observer();
      result.has_observer = true;
    } catch (const Unsupported&) {
    }
  }
  return result;
}

}  // namespace lariat::native
