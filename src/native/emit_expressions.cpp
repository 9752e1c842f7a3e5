// SPDX-License-Identifier: Apache-2.0
// Code for expressions and for the variables that they read and write.
#include <algorithm>
#include <cstddef>

#include "native/context.hpp"
#include "native/emitter.hpp"

namespace lariat::native {

using model::none;
using model::Op;

std::string Emitter::context_pointer(std::size_t offset) {
  return f().value("getelementptr inbounds i8, ptr %ctx, i64 {}", offset);
}

std::string Emitter::field(std::size_t offset, std::string_view type) {
  const std::string pointer = context_pointer(offset);
  return f().value("load {}, ptr {}", type, pointer);
}

// An element of one of the context's tables of 32-bit numbers.
std::string Emitter::field_at(std::size_t offset, const std::string& index) {
  const std::string table = context_pointer(offset);
  const std::string pointer = f().value("getelementptr inbounds i32, ptr {}, i64 {}", table, extended(index));
  return f().value("load i32, ptr {}", pointer);
}

void Emitter::set_field(std::size_t offset, std::string_view type, const std::string& value) {
  f().line("store {} {}, ptr {}", type, value, context_pointer(offset));
}

std::string Emitter::extended(const std::string& i32) {
  if (i32.front() != '%') return i32;
  return f().value("zext i32 {} to i64", i32);
}

std::string Emitter::address(const std::string& state, const std::string& base, std::uint64_t offset) {
  if (base.empty()) return f().value("getelementptr inbounds i8, ptr {}, i64 {}", state, offset);
  if (base.front() != '%') return f().value("getelementptr inbounds i8, ptr {}, i64 {}", state, std::stoull(base) + offset);
  const std::string begin = f().value("getelementptr inbounds i8, ptr {}, i64 {}", state, base);
  return f().value("getelementptr inbounds i8, ptr {}, i64 {}", begin, offset);
}

std::string Emitter::load(const std::string& pointer, model::Type type) {
  const unsigned bits = 8 * type.bytes();
  const std::string raw = f().value("load i{}, ptr {}, align 1", bits, pointer);
  if (bits == 32) return raw;
  return f().value("{} i{} {} to i32", type.is_signed ? "sext" : "zext", bits, raw);
}

void Emitter::store(const std::string& pointer, model::Type type, const std::string& value) {
  const unsigned bits = 8 * type.bytes();
  const std::string low = bits == 32 ? value : f().value("trunc i32 {} to i{}", value, bits);
  f().line("store i{} {}, ptr {}, align 1", bits, low, pointer);
}

// The value, reduced to the bits of the type.
std::string Emitter::wrapped(const std::string& value, model::Type type) {
  if (type.bits == 32) return value;
  if (!type.is_signed) return f().value("and i32 {}, {}", value, (std::uint32_t{1} << type.bits) - 1);
  const std::string high = f().value("shl i32 {}, {}", value, 32 - type.bits);
  return f().value("ashr i32 {}, {}", high, 32 - type.bits);
}

void Emitter::bail_unless_holds(const std::string& value, model::Type type) {
  if (type.bits == 32 && type.is_signed) return;
  if (type.bits == 32) {
    f().bail_if(f().value("icmp slt i32 {}, 0", value));
    return;
  }
  const std::string kept = wrapped(value, type);
  f().bail_if(f().value("icmp ne i32 {}, {}", kept, value));
}

// True if evaluating the expression may cause a run-time error, or make the code give up the state.
bool Emitter::may_fault(model::ExprId id) {
  if (id == none) return false;
  if (may_fault_.size() <= id) may_fault_.resize(program_.expressions.size(), -1);
  if (may_fault_[id] >= 0) return may_fault_[id] != 0;
  const model::Expr& e = program_.expressions[id];
  bool result = may_fault(e.a) || may_fault(e.b) || may_fault(e.c);
  switch (e.op) {
    case Op::divide:
    case Op::remainder: {
      const model::Expr& divisor = program_.expressions[e.b];
      result |= divisor.op != Op::constant || divisor.value == 0;
      break;
    }
    case Op::read: {
      const model::Place& variable = program_.places[e.place];
      if (variable.scope == model::Place::Scope::nowhere) break;
      result |= variable.scope == model::Place::Scope::foreign || (variable.index != none);
      if (variable.scope == model::Place::Scope::foreign || variable.index == none) break;
      const model::Expr& index = program_.expressions[variable.index];
      if (index.op == Op::constant && index.value >= 0 &&
          static_cast<std::uint32_t>(index.value) < program_.variable(variable).size)
        result = false;
      break;
    }
    case Op::bounded:
    case Op::length:
    case Op::is_empty:
    case Op::is_full:
    case Op::can_receive:
    case Op::is_enabled:
      result = true;
      break;
    default:
      break;
  }
  may_fault_[id] = result ? 1 : 0;
  return result;
}

// An estimate of the instructions that the expression takes.
unsigned Emitter::cost(model::ExprId id) {
  if (id == none) return 0;
  const model::Expr& e = program_.expressions[id];
  unsigned own = e.op == Op::constant ? 0 : 1;
  if (e.op == Op::divide || e.op == Op::remainder) own = 20;
  if (e.op == Op::at_location) own = 3;
  if (e.op == Op::read) own = 2 + cost(program_.places[e.place].index);
  return std::min(own + cost(e.a) + cost(e.b) + cost(e.c), 1U << 20);
}

// Evaluates the second operand only if the first has the value `goes_on_if`.
std::string Emitter::lazily(const std::string& first, bool goes_on_if, const std::function<std::string()>& second) {
  const std::string result = f().slot("i1");
  f().line("store i1 {}, ptr {}", first, result);
  const std::string more = f().label();
  const std::string done = f().label();
  if (goes_on_if)
    f().branch(first, more, done);
  else
    f().branch(first, done, more);
  f().begin(more);
  f().line("store i1 {}, ptr {}", second(), result);
  f().begin(done);
  return f().value("load i1, ptr {}", result);
}

void Emitter::flatten(model::ExprId id, std::vector<model::ExprId>& conjuncts) const {
  const model::Expr& e = program_.expressions[id];
  if (e.op != Op::logical_and) {
    conjuncts.push_back(id);
    return;
  }
  flatten(e.a, conjuncts);
  flatten(e.b, conjuncts);
}

// All parts of a conjunction, the cheap ones first if no part can cause a run-time error.
std::string Emitter::conjunction(model::ExprId id, const Frame& frame) {
  std::vector<model::ExprId> parts;
  flatten(id, parts);
  const bool is_safe = std::none_of(parts.begin(), parts.end(), [&](model::ExprId part) { return may_fault(part); });
  if (is_safe)
    std::stable_sort(parts.begin(), parts.end(), [&](model::ExprId a, model::ExprId b) { return cost(a) < cost(b); });
  std::string result = truth(parts.front(), frame);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (may_fault(parts[i]) || cost(parts[i]) > 12) {
      result = lazily(result, true, [&] { return truth(parts[i], frame); });
    } else {
      const std::string next = truth(parts[i], frame);
      result = f().value("and i1 {}, {}", result, next);
    }
  }
  return result;
}

std::string Emitter::truth(model::ExprId id, const Frame& frame) {
  const model::Expr& e = program_.expressions[id];
  const auto compare = [&](std::string_view how) {
    const std::string a = value(e.a, frame);
    const std::string b = value(e.b, frame);
    return f().value("icmp {} i32 {}, {}", how, a, b);
  };
  switch (e.op) {
    case Op::constant:
      return e.value != 0 ? "true" : "false";
    case Op::less:
      return compare("slt");
    case Op::less_equal:
      return compare("sle");
    case Op::greater:
      return compare("sgt");
    case Op::greater_equal:
      return compare("sge");
    case Op::equal:
      return compare("eq");
    case Op::not_equal:
      return compare("ne");
    case Op::logical_not: {
      const std::string a = truth(e.a, frame);
      return f().value("xor i1 {}, true", a);
    }
    case Op::logical_and:
      return conjunction(id, frame);
    case Op::logical_or: {
      const std::string a = truth(e.a, frame);
      if (may_fault(e.b)) return lazily(a, false, [&] { return truth(e.b, frame); });
      const std::string b = truth(e.b, frame);
      return f().value("or i1 {}, {}", a, b);
    }
    default: {
      const std::string a = value(id, frame);
      return f().value("icmp ne i32 {}, 0", a);
    }
  }
}

std::string Emitter::value(model::ExprId id, const Frame& frame) {
  const model::Expr& e = program_.expressions[id];
  const auto unary = [&](std::string_view what) {
    const std::string a = value(e.a, frame);
    return f().value("{}, {}", what, a);
  };
  const auto binary = [&](std::string_view what) {
    const std::string a = value(e.a, frame);
    const std::string b = value(e.b, frame);
    return f().value("{} i32 {}, {}", what, a, b);
  };
  switch (e.op) {
    case Op::constant:
      return std::to_string(e.value);
    case Op::read: {
      const std::string result = f().slot("i32");
      f().line("store i32 0, ptr {}", result);
      const model::Place& read = program_.places[e.place];
      if (read.scope == model::Place::Scope::nowhere) return "0";
      const model::Type type = program_.variable(read).type;
      locate(e.place, frame,
             [&](const std::string& pointer) { f().line("store i32 {}, ptr {}", load(pointer, type), result); });
      return f().value("load i32, ptr {}", result);
    }
    case Op::negate:
      return unary("sub i32 0");
    case Op::complement:
      return unary("xor i32 -1");
    case Op::add:
      return binary("add");
    case Op::subtract:
      return binary("sub");
    case Op::multiply:
      return binary("mul");
    case Op::bit_and:
      return binary("and");
    case Op::bit_or:
      return binary("or");
    case Op::bit_xor:
      return binary("xor");
    case Op::divide:
    case Op::remainder: {
      const std::string a = value(e.a, frame);
      const std::string b = value(e.b, frame);
      f().bail_if(f().value("icmp eq i32 {}, 0", b));
      // In 64 bits, since dividing the smallest 32-bit number by -1 traps.
      const std::string wide_a = f().value("sext i32 {} to i64", a);
      const std::string wide_b = f().value("sext i32 {} to i64", b);
      const std::string wide = f().value("{} i64 {}, {}", e.op == Op::divide ? "sdiv" : "srem", wide_a, wide_b);
      return f().value("trunc i64 {} to i32", wide);
    }
    case Op::shift_left:
    case Op::shift_right: {
      const std::string a = value(e.a, frame);
      const std::string b = value(e.b, frame);
      const std::string far = f().value("icmp ugt i32 {}, 31", b);
      const std::string by = f().value("and i32 {}, 31", b);
      const bool is_left = e.op == Op::shift_left;
      const std::string near = f().value("{} i32 {}, {}", is_left ? "shl" : "ashr", a, by);
      const std::string rest = is_left ? "0" : f().value("ashr i32 {}, 31", a);
      return f().value("select i1 {}, i32 {}, i32 {}", far, rest, near);
    }
    case Op::conditional: {
      const std::string a = truth(e.a, frame);
      const std::string result = f().slot("i32");
      const std::string yes = f().label();
      const std::string no = f().label();
      const std::string done = f().label();
      f().branch(a, yes, no);
      f().begin(yes);
      f().line("store i32 {}, ptr {}", value(e.b, frame), result);
      f().jump(done);
      f().begin(no);
      f().line("store i32 {}, ptr {}", value(e.c, frame), result);
      f().begin(done);
      return f().value("load i32, ptr {}", result);
    }
    case Op::bounded: {
      const std::string a = value(e.a, frame);
      f().bail_if(f().value("icmp uge i32 {}, {}", a, e.value));
      return a;
    }
    case Op::timeout:
      return field(offsetof(Context, timeout), "i32");
    case Op::at_location:
    case Op::own_number:
    case Op::process_count:
    case Op::is_enabled:
    case Op::location_of:
    case Op::priority_of:
    case Op::nonprogress:
    case Op::can_move:
      return process_value(e, frame);
    case Op::length:
    case Op::is_empty:
    case Op::is_full:
    case Op::can_receive:
      return channel_value(e, frame);
    default: {
      const std::string a = truth(id, frame);
      return f().value("zext i1 {} to i32", a);
    }
  }
}

std::string Emitter::first_of_type(model::ProcessTypeId type) {
  if (layout_.dynamic()) return f().value("call i32 @first(ptr %ctx, i32 {})", type);
  for (std::size_t p = 0; p < program_.processes.size(); ++p)
    if (program_.processes[p].type == type) return std::to_string(p);
  return "-1";
}

std::string Emitter::location(const std::string& state, const Self& self) {
  const model::Layout::ProcessShape& shape = layout_.shape(self.type);
  return load(address(state, self.base, shape.location), shape.location_type);
}

std::string Emitter::process_value(const model::Expr& e, const Frame& frame) {
  switch (e.op) {
    case Op::own_number:
      if (frame.self == nullptr) throw Unsupported{"_pid outside a process"};
      return frame.self->number;
    case Op::process_count: {
      const std::string count = field(offsetof(Context, process_count), "i32");
      return options_.counts_observer ? f().value("add i32 {}, 1", count) : count;
    }
    case Op::nonprogress:
    case Op::can_move:
      throw Unsupported{"np_"};
    case Op::is_enabled:
      throw Unsupported{"enabled()"};
    case Op::priority_of:
      throw Unsupported{"priorities"};
    default:
      break;
  }
  const std::string number = e.a == none ? first_of_type(e.type) : value(e.a, frame);
  const std::string result = f().slot("i32");
  f().line("store i32 0, ptr {}", result);
  const std::string there = f().label();
  const std::string done = f().label();
  const std::string count = field(offsetof(Context, process_count), "i32");
  f().branch(f().value("icmp ult i32 {}, {}", number, count), there, done);
  f().begin(there);
  const std::string type = field_at(offsetof(Context, types), number);
  const std::string base = extended(field_at(offsetof(Context, bases), number));
  if (e.op == Op::at_location) {
    const std::string same = f().label();
    f().branch(f().value("icmp eq i32 {}, {}", type, e.type), same, done);
    f().begin(same);
    const std::string at = location(frame.state, Self{.number = number, .base = base, .type = e.type});
    std::string found = "false";
    for (const model::LocationId l : program_.location_sets[e.index]) {
      const std::string is = f().value("icmp eq i32 {}, {}", at, l);
      found = f().value("or i1 {}, {}", found, is);
    }
    f().line("store i32 {}, ptr {}", f().value("zext i1 {} to i32", found), result);
  } else {
    choose_by_type(type, [&](model::ProcessTypeId t) {
      f().line("store i32 {}, ptr {}", location(frame.state, Self{.number = number, .base = base, .type = t}), result);
    });
  }
  f().begin(done);
  return f().value("load i32, ptr {}", result);
}

std::string Emitter::channel_value(const model::Expr& e, const Frame& frame) {
  const std::string result = f().slot("i32");
  f().line("store i32 0, ptr {}", result);
  if (e.op == Op::can_receive) {
    const model::Communication& receive = program_.communications[e.index];
    with_channel(receive.channel, frame, [&](const Channel& channel) {
      if (program_.channel_types[channel.type].capacity == 0) {
        f().bail();
        return;
      }
      const std::string otherwise = f().label();
      const std::string message = find_message(receive, channel, frame, otherwise);
      f().line("store i32 {}, ptr {}", f().value("add i32 {}, 1", message), result);
      f().begin(otherwise);
    });
    return f().value("load i32, ptr {}", result);
  }
  with_channel(e.a, frame, [&](const Channel& channel) {
    const std::uint32_t capacity = program_.channel_types[channel.type].capacity;
    std::string answer = length(channel, frame.state);
    if (e.op != Op::length) {
      const std::string is = e.op == Op::is_empty ? f().value("icmp eq i32 {}, 0", answer)
                             : capacity > 0       ? f().value("icmp eq i32 {}, {}", answer, capacity)
                                                  : std::string("false");
      answer = f().value("zext i1 {} to i32", is);
    }
    f().line("store i32 {}, ptr {}", answer, result);
  });
  return f().value("load i32, ptr {}", result);
}

void Emitter::locate(model::PlaceId id, const Frame& frame, const std::function<void(const std::string& pointer)>& body) {
  const model::Place& wanted = program_.places[id];
  if (wanted.scope == model::Place::Scope::nowhere) return;
  const model::Variable& variable = program_.variable(wanted);
  std::string base;
  std::uint64_t offset = 0;
  const std::string done = f().label();
  switch (wanted.scope) {
    case model::Place::Scope::global:
      offset = layout_.global(wanted.variable);
      break;
    case model::Place::Scope::local:
      if (frame.self == nullptr) throw Unsupported{"a local variable outside its process"};
      base = frame.self->base;
      offset = layout_.shape(wanted.type).variables[wanted.variable];
      break;
    default: {
      const std::string number = wanted.process == none ? first_of_type(wanted.type) : value(wanted.process, frame);
      const std::string there = f().label();
      const std::string same = f().label();
      const std::string count = field(offsetof(Context, process_count), "i32");
      f().branch(f().value("icmp ult i32 {}, {}", number, count), there, done);
      f().begin(there);
      const std::string type = field_at(offsetof(Context, types), number);
      f().branch(f().value("icmp eq i32 {}, {}", type, wanted.type), same, done);
      f().begin(same);
      base = extended(field_at(offsetof(Context, bases), number));
      offset = layout_.shape(wanted.type).variables[wanted.variable];
      break;
    }
  }
  if (wanted.index == none) {
    body(address(frame.state, base, offset));
  } else if (const model::Expr& index = program_.expressions[wanted.index];
             index.op == Op::constant && index.value >= 0 && static_cast<std::uint32_t>(index.value) < variable.size) {
    body(address(frame.state, base, offset + static_cast<std::uint64_t>(index.value) * variable.type.bytes()));
  } else {
    const std::string at = value(wanted.index, frame);
    f().bail_if(f().value("icmp uge i32 {}, {}", at, variable.size));
    const std::string begin = address(frame.state, base, offset);
    const std::string wide = f().value("zext i32 {} to i64", at);
    body(f().value("getelementptr inbounds i{}, ptr {}, i64 {}", 8 * variable.type.bytes(), begin, wide));
  }
  f().begin(done);
}

void Emitter::assign(model::PlaceId id, const Frame& frame, const std::string& value) {
  locate(id, frame, [&](const std::string& pointer) {
    const model::Type type = program_.variable(program_.places[id]).type;
    if (program_.overflow == model::Program::Overflow::error) {
      bail_unless_holds(value, type);
      store(pointer, type, value);
    } else {
      store(pointer, type, wrapped(value, type));
    }
  });
}

}  // namespace lariat::native
