# SPDX-License-Identifier: Apache-2.0
"""Public headers include the standard headers that they use, themselves or through other public headers.

That public headers compile without others is tested by headers_test.py. A compiler does not see what is missing where another
standard header happens to include it, as those of g++ often do; hence this test.
"""

import re

import tree

# Which header declares a name of std; several, if each of them does. A name that is missing here is a problem, too.
HEADERS = {
    "algorithm": "all_of lower_bound max min remove_if reverse sort any_of find find_if none_of clamp fill copy",
    "array": "array", "atomic": "atomic atomic_ref atomic_bool memory_order_acq_rel memory_order_acquire "
                                "memory_order_relaxed memory_order_release memory_order_seq_cst",
    "bit": "bit_width endian popcount countr_zero bit_ceil has_single_bit", "bitset": "bitset",
    "chrono": "chrono", "compare": "strong_ordering",
    "concepts": "convertible_to same_as invocable derived_from integral",
    "condition_variable": "condition_variable",
    "cstddef": "size_t ptrdiff_t byte", "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstdlib": "calloc free realloc malloc abort", "cstring": "memcpy memcmp memset memmove",
    "deque": "deque", "exception": "current_exception exception exception_ptr rethrow_exception",
    "functional": "function hash less greater", "iostream": "cout cerr",
    "limits": "numeric_limits", "map": "map", "memory": "make_shared make_unique shared_ptr uninitialized_copy unique_ptr",
    "mutex": "lock_guard mutex scoped_lock unique_lock", "new": "bad_alloc nothrow align_val_t",
    "numeric": "accumulate iota gcd",
    "optional": "nullopt optional", "random": "mt19937_64", "ranges": "range_reference_t input_range",
    "set": "set", "span": "span", "sstream": "ostringstream",
    "stdexcept": "invalid_argument length_error logic_error out_of_range runtime_error",
    "string": "string to_string", "string_view": "string_view", "system_error": "system_error",
    "thread": "this_thread thread", "tuple": "apply tie tuple tuple_size_v tuple_element_t",
    "type_traits": "conditional_t decay_t enable_if_t invoke_result_t is_constructible_v is_same_v is_trivially_copyable_v "
                   "is_trivially_destructible_v remove_cvref_t remove_reference_t",
    "unordered_map": "unordered_map", "unordered_set": "unordered_set",
    "utility": "as_const exchange forward move pair swap declval", "variant": "holds_alternative variant visit monostate",
    "vector": "vector",
}
# Headers of which the standard says, or which could not work otherwise, that they declare the names of others.
ALSO = {"array": "cstddef tuple", "map": "utility", "optional": "utility", "span": "cstddef", "variant": "utility",
        "string": "string_view", "iostream": "istream ostream", "istream": "string", "random": "cstdint", "chrono": "limits",
        "unordered_map": "utility", "tuple": "utility", "vector": "cstddef", "cstring": "cstddef"}
# Names that many headers declare, because their own functions need them.
ANYWHERE = {"istream": "iosfwd istream", "ostream": "iosfwd ostream", "erase_if": "deque map set string unordered_map unordered_set vector",
            "get": "array tuple utility variant", "size": "array deque map set span string string_view vector"}


def declared_by():
    """{name: the headers that declare it}"""
    names = {name: set(headers.split()) for name, headers in ANYWHERE.items()}
    for header, declared in HEADERS.items():
        for name in declared.split():
            names.setdefault(name, set()).add(header)
    return names


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def closure(path, headers):
    """The standard headers that a public header includes, itself or through others."""
    found, seen, waiting = set(), set(), [path]
    while waiting:
        at = waiting.pop()
        if at in seen or at not in headers:
            continue
        seen.add(at)
        for standard, own in re.findall(r"^#include (?:<([a-z_]+)>|\"([^\"]+)\")", headers[at], re.MULTILINE):
            if own:
                waiting.append(own)
            else:
                found.add(standard)
    for header in sorted(found):
        found |= set(ALSO.get(header, "").split())
    return found


def problems_of(headers):
    names = declared_by()
    for path, text in headers.items():
        included = closure(path, headers)
        used = {inner if outer == "ranges" else outer
                for outer, inner in re.findall(r"\bstd::(\w+)(?:::(\w+))?", without_comments(text))}
        for name in sorted(used):
            if name not in names:
                yield f"{path}: std::{name} is in no header that {__file__.rpartition('/')[2]} knows"
            elif not names[name] & included:
                yield f"{path}: std::{name} without <{'> or <'.join(sorted(names[name]))}>"


def self_test():
    good = {"a.hpp": '#include <vector>\n#include "b.hpp"\nstd::vector<std::optional<int>> x;', "b.hpp": "#include <optional>"}
    tree.expect(not list(problems_of(good)), "what is included by another header is not seen")
    tree.expect(list(problems_of({"a.hpp": "std::vector<int> x;"})), "a missing header is not seen")
    tree.expect(list(problems_of({"a.hpp": "std::no_such_thing x;"})), "an unknown name is not seen")
    tree.expect(not list(problems_of({"a.hpp": "// std::vector\n"})), "a comment counts")


def main():
    self_test()
    headers = {str(p.relative_to("include")): tree.read(p) for p in tree.sources() if p.parts[0] == "include"}
    tree.expect(len(headers) > 100, "the headers are not found")
    tree.finish(list(problems_of(headers)), f"{len(headers)} headers")


main()
