# SPDX-License-Identifier: Apache-2.0
"""Declarations and expressions of random Promela programs: programs.py.

Each program uses some of the language's features only, drawn anew, so that those that remain meet more often."""

import dataclasses
import random

from trees import List, expression, number, optional, plain

# How likely a program uses a feature at all.
FEATURES = {
    "accept": 0.15, "active": 0.85, "array": 0.4, "assert": 0.4, "atomic": 0.6, "bad_index": 0.04, "buffered": 0.5, "chan_array": 0.15,
    "chan_field": 0.12, "chan_parameter": 0.2, "condition": 0.3, "copy": 0.3, "d_step": 0.4, "enabled": 0.06, "end": 0.3, "eval": 0.4,
    "deterministic": 0.05, "for": 0.35, "goto": 0.4, "growth": 0.5, "hidden": 0.12, "init": 0.35, "inline": 0.35, "inner": 0.4, "last": 0.06,
    "local": 0.7, "local_chan": 0.25, "mtype": 0.4, "pid": 0.35, "poll": 0.3, "precedence": 0.3, "printf": 0.3, "priority": 0.12,
    "progress": 0.1, "provided": 0.12, "random_receive": 0.3, "remote": 0.2, "rendezvous": 0.6, "run": 0.5, "select": 0.3, "sorted": 0.3,
    "timeout": 0.3, "typedef": 0.3, "unless": 0.45, "wide": 0.4,
}

# What holds all values of a field of a message. Spin puts what was received back into the channel when it backtracks: what
# did not fit into a variable comes back as another message.
HOLDS = {
    "bit": {"bit", "bool", "byte", "short", "int", "pid"}, "bool": {"bit", "bool", "byte", "short", "int", "pid"},
    "byte": {"byte", "short", "int", "pid"}, "short": {"short", "int"}, "int": {"int"}, "mtype": {"mtype"},
}

BASIC = ["bit", "bool", "byte"]
WIDE = ["short", "int", "unsigned"]
COMPARISONS = ["==", "==", "==", "!=", "<", "<=", ">", ">="]
OPERATORS = ["+", "-", "*", "&", "|", "^", "&&", "||", *COMPARISONS]


@dataclasses.dataclass(frozen=True)
class Variable:
    name: str
    type: str            # a basic type, mtype, chan, the name of a typedef, or anything for a parameter of an inline
    size: int = 0        # of an array
    signature: int = -1  # of a channel: what its messages are
    capacity: int = -1   # of a channel that is made here
    writable: bool = True


@dataclasses.dataclass(frozen=True)
class Scope:
    """What may stand where."""
    variables: tuple
    labels: tuple = ()       # that the process may jump to
    loop: bool = False       # inside a loop, for break
    atomic: bool = False
    d_step: bool = False
    plain: bool = False      # no jumps, no declarations: inside an inline
    variables_only: bool = False  # in expressions, nothing but variables and constants
    depth: int = 0

    def inside(self, **changes):
        return dataclasses.replace(self, depth=self.depth + 1, **changes)


class Expressions:
    def __init__(self, seed, claims=False):
        self.random = random.Random(f"promela {seed}")
        self.features = {name: self.random.random() < chance for name, chance in FEATURES.items()}
        self.claims = claims
        if self["priority"] or self["enabled"]:  # Spin has them in models without rendezvous only
            self.features["rendezvous"] = False
        if self["rendezvous"]:  # an offer that nobody takes counts as one of two ways to go on
            self.features["deterministic"] = False
        if self["run"] or self["init"] or not self["active"]:  # of a process of another type, Spin reads what it finds
            self.features["remote"] = False
        if claims:  # what an assertion says is no answer about the property; the others are not compared with properties
            for name in ("accept", "assert", "priority"):
                self.features[name] = False
        self.types = BASIC + (WIDE if self["wide"] else [])
        self.constants = []        # of mtype
        self.typedefs = {}         # name: fields
        self.signatures = []       # of channels: lists of types
        self.globals = []
        self.hidden = []           # globals that are written only: what is read of them depends on the order of the search
        self.inlines = []          # (name, parameters, whether it may stand in a d_step)
        self.proctypes = {}        # name: parameters
        self.locals = {}           # proctype: variables at its top
        self.process_labels = {}   # proctype: labels
        self.pids = {}             # proctype: the numbers of its processes at the beginning
        self.budget = 0
        self.counter = 0

    def __getitem__(self, feature):
        return self.features[feature]

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    # Declarations.

    def scalar_type(self):
        if self["mtype"] and self.chance(0.15):
            return "mtype"
        if self["pid"] and self.chance(0.05):
            return "pid"
        return self.pick(self.types)

    def declare(self, prefix, scope):
        """A declaration of a variable that is no channel, and the variable."""
        # Sibling blocks may use a name again.
        name = self.fresh(prefix) if prefix != "b" or self.chance(0.5) else f"b{self.random.randrange(2)}x{scope.depth}"
        if self.typedefs and self.chance(0.25):
            variable = Variable(name, self.pick(list(self.typedefs)), size=2 if self["array"] and self.chance(0.2) else 0)
            return plain(f"{variable.type} {name}", f"[{variable.size}]" if variable.size else ""), variable
        type_name = self.scalar_type()
        has_size = self["array"] and type_name != "unsigned" and self.chance(0.3)
        variable = Variable(name, type_name, size=self.pick([1, 2, 2, 3]) if has_size else 0)
        return plain(*self.declarator(variable, scope)), variable

    def declarator(self, variable, scope):
        if variable.type == "unsigned":
            yield f"unsigned {variable.name}"
            yield plain(" : ", self.pick(["1", "2", "3", "5"]))
        else:
            yield f"{variable.type} {variable.name}"
        if variable.size:
            yield f"[{variable.size}]"
        if variable.type == "unsigned" or not self.chance(0.4):
            return
        if variable.size:
            if self.chance(0.3) and (scope is None or scope.depth == 0):
                yield optional(" = {", List([self.constant() for _ in range(variable.size)], ", ", 1), "}")
                return
        yield optional(" = ", self.constant() if scope is None else self.value(scope, 1))

    def channel(self, prefix, local=False):
        signature = self.random.randrange(len(self.signatures))
        kinds = ([0] if self["rendezvous"] else []) + ([1, 2] if self["buffered"] or not self["rendezvous"] else [])
        capacity = self.pick(kinds)
        variable = Variable(self.fresh(prefix), "chan", size=2 if self["chan_array"] and self.chance(0.4) else 0, signature=signature,
                            capacity=capacity)
        size = f"[{variable.size}]" if variable.size else ""
        fields = ", ".join(self.signatures[signature])
        return plain(f"chan {variable.name}{size} = [", str(capacity), f"] of {{ {fields} }}"), variable

    def typedef(self):
        name = self.fresh("T")
        inner = list(self.typedefs)
        fields = []
        for _ in range(self.random.randint(1, 2)):
            type_name = self.pick(inner) if inner and self.chance(0.4) else self.scalar_type()
            size = 2 if self["array"] and type_name != "unsigned" and self.chance(0.4) else 0
            fields.append(Variable(self.fresh("f"), type_name, size=size))
        self.typedefs[name] = fields
        texts = []
        for field in fields:
            width = ": 3" if field.type == "unsigned" else ""
            size = f"[{field.size}]" if field.size else ""
            start = optional(" = 1") if field.type in ("byte", "short", "int") and self.chance(0.2) else ""
            texts.append(plain(f"{field.type} {field.name}{width}{size}", start))
        return plain(f"typedef {name} {{ ", List(texts, "; ", 1), " }")

    def signature(self):
        if self.typedefs and self.chance(0.3):
            return [self.pick(list(self.typedefs))]
        types = [self.pick(["byte", "byte", "bit", "bool", "short", "int", *(["mtype"] if self.constants else [])])
                 for _ in range(self.pick([1, 1, 1, 2, 2, 3]))]
        if self["chan_field"] and self.signatures and self.chance(0.5):
            types[0] = "chan"
        return types

    # Expressions.

    def constant(self):
        if self.constants and self.chance(0.15):
            return expression(self.pick(self.constants))
        if self["growth"] and self.chance(0.05):
            return expression(number(self.pick([255, 256, 300, -1, -2, 70000, 7])))
        return expression(number(self.pick([0, 0, 1, 1, 1, 2, 2, 3])))

    def index(self, scope, size):
        if self["bad_index"] and self.chance(0.3):
            return self.simple_reference(scope) or number(size)
        variable = self.simple_reference(scope) if self.chance(0.4) else None
        if variable is not None and size > 1:
            return expression("(", variable, " & 1)")
        return expression(number(self.random.randrange(size)))

    def simple_reference(self, scope):
        variables = [v for v in scope.variables if not v.size and v.type not in ("chan", *self.typedefs)]
        return expression(self.pick(variables).name) if variables else None

    def selected(self, scope, variable):
        """A reference to a part of the variable that is no structure, and the type of that part."""
        parts = [variable.name]
        while True:
            if variable.size:
                parts += ["[", self.index(scope, variable.size), "]"]
            if variable.type not in self.typedefs:
                return expression(*parts), variable.type
            variable = self.pick(self.typedefs[variable.type])
            parts.append(f".{variable.name}")

    def reference(self, scope, written=False):
        variables = [v for v in scope.variables if v.type != "chan" and (v.writable or not written)]
        return self.selected(scope, self.pick(variables)) if variables else (None, None)

    def channel_reference(self, scope, signature=None):
        variables = [v for v in scope.variables if v.type == "chan" and signature in (None, v.signature)]
        if scope.d_step and self.chance(0.95):  # elsewhere in a d_step, meetings are errors
            variables = [v for v in variables if v.capacity > 0]
        if not variables:
            return None, None
        variable = self.pick(variables)
        return self.selected(scope, variable)[0], variable

    def leaf(self, scope):
        if scope.variables_only:
            reference, _ = self.reference(scope)
            return reference if reference is not None and self.chance(0.75) else self.constant()
        if self["pid"] and self.chance(0.1):
            return expression("_pid" if self.claims or self.chance(0.7) else "_nr_pr")
        if self["last"] and self.chance(0.2):
            return expression("_last")
        if self["enabled"] and self.chance(0.2):
            return expression("enabled(", number(self.random.randrange(3)), ")")
        if self["priority"] and self.chance(0.1):
            return expression(self.pick(["_priority", "get_priority(0)", "get_priority(_pid)"]))
        if self["remote"] and self.chance(0.2):
            remote = self.remote()
            if remote is not None:
                return remote
        if self["chan_field"] and self.chance(0.1):
            channel, _ = self.channel_reference(scope)
            if channel is not None:
                return expression("(", channel, self.pick([" == ", " != "]), self.channel_reference(scope)[0] or "0", ")")
        if self["poll"] and self.chance(0.2):
            channel, variable = self.channel_reference(scope)
            if channel is not None:
                if variable.capacity == 0 or self.chance(0.4):
                    return expression("len(", channel, ")")
                arguments = self.receive_arguments(scope, variable, polls=True)
                return expression(channel, self.pick(["?", "?", "??"]), "[", arguments, "]")
        reference, _ = self.reference(scope)
        return reference if reference is not None and self.chance(0.75) else self.constant()

    def remote(self):
        labelled = [(name, labels) for name, labels in self.process_labels.items() if labels and self.pids[name]]
        if labelled and self.chance(0.5):
            name, labels = self.pick(labelled)
            return expression(f"({name}[{self.pick(self.pids[name])}]@{self.pick(labels)})")
        declared = [(name, v) for name, variables in self.locals.items() for v in variables
                    if not v.size and v.type not in self.typedefs and self.pids[name]]
        if not declared:
            return None
        name, variable = self.pick(declared)
        return expression(f"{name}[{self.pick(self.pids[name])}]:{variable.name}")

    def value(self, scope, depth=2):
        if depth == 0 or self.chance(0.45):
            return self.leaf(scope)
        if self["condition"] and self.chance(0.12):
            return expression("(", self.value(scope, depth - 1), " -> ", self.value(scope, depth - 1), " : ",
                              self.value(scope, depth - 1), ")")
        if self.chance(0.15):
            return expression(self.pick(["!", "!", "-", "~"]), "(", self.value(scope, depth - 1), ")")
        if self.chance(0.2):
            return expression("(", self.value(scope, depth - 1), self.pick([" % ", " % ", " / "]), self.pick(["2", "2", "3"]), ")")
        if self.chance(0.06):  # by more than 31, or less than 0, C may do what it likes
            return expression("(", self.value(scope, depth - 1), self.pick([" << ", " >> "]), self.pick(["0", "1", "2", "3"]), ")")
        left, right = self.value(scope, depth - 1), self.value(scope, depth - 1)
        if self["precedence"] and self.chance(0.5):
            return expression("(", left, f" {self.pick(OPERATORS)} ", right, f" {self.pick(OPERATORS)} ", self.leaf(scope), ")")
        return expression("(", left, f" {self.pick(OPERATORS)} ", right, ")")

    def truth(self, scope):
        """A condition that holds often enough."""
        if self["timeout"] and not scope.variables_only and self.chance(0.1):
            return expression("timeout") if self.chance(0.7) else expression("(timeout && ", self.value(scope, 1), ")")
        if self["poll"] and not scope.variables_only and self.chance(0.2):
            channel, _ = self.channel_reference(scope)
            if channel is not None:
                return expression(self.pick(["empty", "full", "nempty", "nfull"]), "(", channel, ")")
        if self.chance(0.6):
            return expression("(", self.leaf(scope), f" {self.pick(COMPARISONS)} ", self.constant(), ")")
        return expression("(", self.value(scope), ")")
