# SPDX-License-Identifier: Apache-2.0
"""Random Promela programs, small ones, as trees. What is rarely used together in models stands together here: rendezvous in atomic
sequences, unless around meetings, else beside them, sequences that block, processes that die and come again."""

import dataclasses
import re

from claims import Claims
from expressions import BASIC, HOLDS, Expressions, Scope, Variable
from trees import List, Tree, expression, number, optional, plain, statement


def is_declaration(tree):
    return tree.kind == "statement" and tree.parts and isinstance(tree.parts[0], Tree) and tree.parts[0].kind == "plain"


class Generator(Claims, Expressions):
    # Statements.

    def assignment(self, scope):
        target, kind = self.reference(scope, written=True)
        if target is None:
            return statement("skip")
        if self.hidden and self.chance(0.2):
            return statement(self.pick(self.hidden), " = ", self.value(scope, 1))
        if self["growth"] and self.chance(0.25):
            return statement(target, self.pick(["++", "++", "--"]))
        if self.chance(0.5):
            return statement(target, " = ", self.constant())
        if self.chance(0.4) and kind != "mtype":
            return statement(target, " = ", expression("(", str(target), " + 1) % ", self.pick(["2", "3"])))
        return statement(target, " = ", self.value(scope))

    def channel_assignment(self, scope):
        targets = [v for v in scope.variables if v.type == "chan" and v.capacity < 0 and not v.size and not scope.plain]
        if not targets:
            return self.assignment(scope)
        target = self.pick(targets)
        channel, _ = self.channel_reference(scope, target.signature)
        return statement(target.name, " = ", channel) if channel is not None else self.assignment(scope)

    def send(self, scope):
        channel, variable = self.channel_reference(scope)
        if channel is None:
            return self.assignment(scope)
        arguments = []
        for type_name in self.signatures[variable.signature]:
            if type_name in self.typedefs:
                structures = [v for v in scope.variables if v.type == type_name]
                if not structures:
                    return self.assignment(scope)
                structure = self.pick(structures)
                arguments.append(plain(structure.name, *(["[", self.index(scope, structure.size), "]"] if structure.size else [])))
            elif type_name == "chan":
                other, _ = self.channel_reference(scope, 0)
                arguments.append(other if other is not None else expression("0"))
            elif type_name == "mtype":
                arguments.append(expression(self.pick(self.constants)))
            else:
                arguments.append(self.constant() if self.chance(0.6) else self.value(scope, 1))
        operator = "!!" if self["sorted"] and self.chance(0.5) else "!"
        if len(arguments) > 1 and self.chance(0.2):
            return statement(channel, operator, arguments[0], "(", List(arguments[1:], ", ", len(arguments) - 1), ")")
        return statement(channel, operator, List(arguments, ", ", 1))

    def receive_arguments(self, scope, variable, polls=False, index=()):
        """`index` are the names that the channel's index reads: Spin backtracks with another index if the message changes them."""
        arguments = []
        used = set(index)
        # What eval asks must not change with the message: Spin evaluates it again when it backtracks.
        evaluates = self["eval"] and self.chance(0.3)
        for type_name in self.signatures[variable.signature]:
            if type_name in self.typedefs:
                found = [v for v in scope.variables if v.type == type_name and not v.size and v.name not in used]
            elif type_name == "chan":
                found = [v for v in scope.variables if v.type == "chan" and v.signature == 0 and v.capacity < 0 and not v.size]
            else:
                found = [v for v in scope.variables if v.type not in ("chan", *self.typedefs) and v.name not in used and v.writable
                         and self.holds(v, type_name, len(self.signatures[variable.signature]))]
            if polls and type_name not in self.typedefs:
                found = []
            if found and (type_name in self.typedefs or (not evaluates and self.chance(0.6))):
                chosen = self.pick(found)
                used.add(chosen.name)
                # An index that the message changes is not what it was when Spin backtracks.
                index = ["[", number(self.random.randrange(chosen.size)), "]"] if chosen.size else []
                arguments.append(expression(chosen.name, *index))
            elif type_name in self.typedefs or type_name == "chan" or self.chance(0.3):
                arguments.append(plain("_"))
            elif evaluates:
                arguments.append(plain("eval(", self.value(dataclasses.replace(scope, variables_only=True), 1), ")"))
            elif type_name == "mtype":
                arguments.append(expression(self.pick(self.constants)))
            else:
                arguments.append(number(self.pick([0, 1, 1, 2])))
        return List(arguments, ", ", 1)

    def holds(self, variable, type_name, count):
        """Whether it can receive any such field of a message of `count` fields. A lone bit, and one of an array, is a byte."""
        if type_name in ("bit", "bool") and count == 1:
            type_name = "byte"
        kept = "byte" if variable.type in ("bit", "bool") and variable.size else variable.type
        return kept in HOLDS[type_name]

    def receive(self, scope):
        channel, variable = self.channel_reference(scope)
        if channel is None:
            return self.condition(scope)
        if any(name in self.typedefs and not [v for v in scope.variables if v.type == name and not v.size]
               for name in self.signatures[variable.signature]):
            return self.condition(scope)
        operator = "??" if self["random_receive"] and self.chance(0.4) else "?"
        arguments = self.receive_arguments(scope, variable, index=re.findall(r"\w+", str(channel)))
        if self["copy"] and variable.capacity != 0 and self.chance(0.3):
            return statement(channel, operator, "<", arguments, ">")
        return statement(channel, operator, arguments)

    def condition(self, scope):
        if self.chance(0.15):
            return statement(self.pick(["skip", "true", "skip"]))
        return statement(self.truth(scope))

    def start(self, scope):
        if not self.proctypes:
            return self.assignment(scope)
        name = self.pick(list(self.proctypes))
        arguments = []
        for parameter in self.proctypes[name]:
            if parameter.type == "chan":
                channel, _ = self.channel_reference(scope, parameter.signature)
                arguments.append(channel if channel is not None else expression("0"))
            elif parameter.type == "mtype":
                arguments.append(expression(self.pick(self.constants)))
            else:
                arguments.append(self.value(scope, 1))
        call = [f"run {name}(", List(arguments, ", ", len(arguments)), ")"]
        if self["priority"] and self.chance(0.3):
            call.append(optional(" priority ", number(self.random.randint(1, 3))))
        target = self.reference(scope, written=True)[0] if self.chance(0.3) else None
        if target is not None:
            return statement(target, " = ", *call)
        return statement("(", *call, ")") if self.chance(0.1) else statement(*call)

    def call(self, scope):
        usable = [entry for entry in self.inlines if entry[2] or not scope.d_step]
        if not usable:
            return self.assignment(scope)
        name, parameters, _ = self.pick(usable)
        arguments = []
        for parameter in parameters:
            if parameter.type == "chan":
                channel, _ = self.channel_reference(scope, parameter.signature)
                if channel is None:
                    return self.assignment(scope)
                arguments.append(channel)
            elif parameter.writable:
                target = self.reference(scope, written=True)[0]
                if target is None:
                    return self.assignment(scope)
                arguments.append(target)
            else:
                arguments.append(self.constant())
        return statement(f"{name}(", List(arguments, ", ", len(arguments)), ")")

    def simple(self, scope):
        choices = [(self.assignment, 4), (self.condition, 2)]
        if self.signatures:
            choices += [(self.send, 2), (self.receive, 2)]
        if self.signatures and (self["chan_field"] or self["chan_parameter"]):
            choices.append((self.channel_assignment, 0.5))
        if self["run"] and not scope.d_step and self.proctypes:
            choices.append((self.start, 1))
        if self["inline"] and self.inlines:
            choices.append((self.call, 1))
        if self["goto"] and scope.labels and not scope.d_step:
            choices.append((lambda s: statement("goto ", self.pick(s.labels)), 1))
        if scope.loop:
            choices.append((lambda s: statement("break"), 0.7))
        if self["assert"]:
            choices.append((lambda s: statement("assert(", self.value(s, 1), ")"), 0.5))
        if self["printf"]:
            choices.append((self.printf, 0.6))
        if self["priority"]:
            choices.append((lambda s: statement(f"set_priority({self.pick(['_pid', '0'])}, {self.random.randint(1, 3)})"), 0.6))
        if self["inner"] and scope.depth and not scope.plain:
            choices.append((self.inner_declaration, 0.6))
        if self["select"]:
            choices.append((self.select, 0.5))
        return self.weighted(choices)(scope)

    def printf(self, scope):
        if self.constants and self.chance(0.3):
            return statement(f"printm({self.pick(self.constants)})")
        return statement('printf("%d\\n", ', self.value(scope, 1), ")") if self.chance(0.5) else statement('printf("x\\n")')

    def weighted(self, choices):
        return self.random.choices([choice for choice, _ in choices], [weight for _, weight in choices])[0]

    def inner_declaration(self, scope):
        return Tree("statement", self.declare("i", scope)[0])

    def select(self, scope):
        variable = [v for v in scope.variables if v.type in ("byte", "short", "int") and not v.size and v.writable]
        if not variable:
            return self.assignment(scope)
        low = self.random.randrange(2)
        high = number(low + self.random.randrange(3)) if self.chance(0.7) else self.value(scope, 1)
        return statement(f"select({self.pick(variable).name} : ", number(low), " .. ", high, ")")

    def compound(self, scope):
        choices = [(self.selection, 3), (self.loop, 1.5), (lambda s: self.block(s, "{ "), 0.4)]
        if self["atomic"] and not scope.d_step:
            choices.append((lambda s: self.block(s.inside(atomic=True), "atomic { "), 2.5))
        if self["d_step"] and not scope.d_step:
            choices.append((self.d_step, 1.5))
        if self["unless"] and not scope.d_step:
            choices.append((self.unless, 2.5))
        if self["for"]:
            choices.append((self.for_loop, 0.8))
        return self.weighted(choices)(scope)

    def option(self, scope):
        guard = self.weighted([(self.condition, 3), (self.receive, 2 if self.signatures else 0), (self.send, 2 if self.signatures else 0),
                               (self.statement, 3)])
        if scope.d_step:  # braces and selections here, and Spin takes for a guard what is behind them
            guard = self.pick([self.buffered, self.assignment])
        rest = self.statements(scope, self.pick([0, 1, 1, 2]))
        return plain(":: ", List([guard(scope), *rest], self.separator(), 1))

    def options(self, scope):
        options = [self.option(scope) for _ in range(self.pick([1, 2, 2, 3]))]
        if self.chance(0.35):
            rest = self.statements(scope, self.pick([0, 1, 1, 2])) or [statement("skip")]
            separator = self.separator()
            options.insert(self.random.randint(0, len(options)), plain(":: else", separator, List(rest, separator, 1)))
        return List(options, "\n", 1)

    def selection(self, scope):
        return statement("if\n", self.options(scope.inside()), "\nfi")

    def loop(self, scope):
        inside = scope.inside(loop=True)
        options = self.options(inside)
        if self.chance(0.5) or scope.d_step:
            options.parts.append(plain(":: ", List([self.condition(inside), statement("break")], self.separator(), 1)))
        return statement("do\n", options, "\nod")

    def separator(self):
        return self.pick(["; ", "; ", "; ", " -> ", ";\n"])

    def body(self, scope, least=1, most=4):
        """Statements of a block; what it declares is known behind the declaration."""
        result = []
        for _ in range(self.random.randint(least, most)):
            if self["inner"] and not scope.plain and self.chance(0.12):
                declaration, variable = self.declare("b", scope)
                result.append(statement(declaration))
                scope = dataclasses.replace(scope, variables=(*scope.variables, variable))
            else:
                result.append(self.labelled(scope, self.statement(scope)) if result else self.statement(scope))
        return List(result, self.separator(), 1)

    def labelled(self, scope, tree):
        if scope.labels and not scope.d_step and not scope.plain and not is_declaration(tree) and self.chance(0.12):
            label = self.pick(scope.labels)
            if label not in self.placed:
                self.placed.add(label)
                return statement(optional(f"{label}: "), tree)
        return tree

    def block(self, scope, opening):
        return statement(opening, self.body(scope.inside() if opening == "{ " else scope), " }")

    def d_step(self, scope):
        """Spin enters it only by what it takes for a condition: of options that begin with an assignment it takes no notice."""
        inside = scope.inside(d_step=True, loop=False)
        body = self.body(inside, least=0, most=3)
        if self.chance(0.4):
            first = self.weighted([(self.condition, 3), (self.assignment, 3), (self.receive, 1 if self.signatures else 0)])(scope)
        else:
            loop = self.chance(0.3)
            options = [plain(":: ", List([self.buffered(inside), *self.statements(inside.inside(loop=loop), self.pick([0, 1, 2]))],
                                         self.separator(), 1)) for _ in range(self.pick([1, 2, 2, 3]))]
            if loop or self.chance(0.4):
                options.append(plain(":: else; ", List([statement("break" if loop else "skip")], "; ", 1)))
            first = statement("do\n" if loop else "if\n", List(options, "\n", 1), "\nod" if loop else "\nfi")
        body.parts.insert(0, first)
        return statement("d_step { ", body, " }")

    def buffered(self, scope):
        """A condition, or a message by a channel with a buffer."""
        channels = tuple(v for v in scope.variables if v.type != "chan" or v.capacity > 0)
        within = dataclasses.replace(scope, variables=channels)
        if not any(v.type == "chan" for v in channels):
            return self.condition(scope)
        return self.weighted([(self.condition, 3), (self.receive, 1), (self.send, 1)])(within)

    def unless(self, scope):
        inside = scope.inside()
        opening = "atomic { " if self["atomic"] and self.chance(0.2) else "{ "
        escape = "d_step { " if self["d_step"] and self.chance(0.1) else opening if self.chance(0.3) else "{ "
        body = self.body(inside.inside(atomic=scope.atomic or opening != "{ "))
        last = inside.inside(atomic=escape != "{ ", d_step=escape == "d_step { ")
        # Where several escapes meet, an offer that nobody takes makes Spin forget that another one was possible.
        lonely = scope.depth == 0 and not scope.plain and "unless" not in str(body) and not self.inlines
        guard = self.weighted([(self.condition, 3), (self.receive, 2), (self.send if lonely else self.buffered, 2),
                               (self.buffered, 1)])(last)
        rest = self.statements(last, self.pick([0, 0, 1, 2]))
        return statement(opening, body, " } unless ", escape, List([guard, *rest], self.separator(), 1), " }")

    def for_loop(self, scope):
        inside = scope.inside(loop=True)
        counters = [v.name for v in scope.variables if v.type in ("byte", "short", "int") and not v.size and v.writable]
        if not counters:
            return self.selection(scope)
        arrays = [v.name for v in scope.variables if v.size and v.type not in self.typedefs and v.type != "chan"]
        lists = [(m, c) for c in scope.variables if c.type == "chan" and c.capacity > 0 and not c.size
                 for m in scope.variables if [m.type] == self.signatures[c.signature] and m.type in self.typedefs and not m.size]
        if lists and self.chance(0.5):
            message, channel = self.pick(lists)
            head = plain(f"{message.name} in {channel.name}")
        elif arrays and self.chance(0.4):
            head = plain(f"{self.pick(counters)} in {self.pick(arrays)}")
        else:
            low = self.random.randrange(2)
            head = plain(f"{self.pick(counters)} : ", number(low), " .. ",
                         number(low + self.random.randrange(3)) if self.chance(0.7) else self.value(scope, 1))
        return statement("for (", head, ") { ", self.body(inside, most=2), " }")

    def statement(self, scope):
        self.budget -= 1
        if self.budget <= 0 or scope.depth >= 3 or self.chance(0.6):
            return self.simple(scope)
        return self.compound(scope)

    def statements(self, scope, count):
        return [self.labelled(scope, self.statement(scope)) for _ in range(count)]

    # Units.

    def parameters(self, prefix, chance):
        result = []
        while self.chance(chance) and len(result) < 3:
            if self.signatures and self["chan_parameter"] and self.chance(0.4):
                result.append(Variable(self.fresh(prefix), "chan", signature=self.random.randrange(len(self.signatures))))
            else:
                type_name = self.pick([*BASIC, *(["mtype"] if self.constants else []), *(["short", "int"] if self["wide"] else [])])
                result.append(Variable(self.fresh(prefix), type_name))
        return result

    def inline(self):
        name = self.fresh("f")
        parameters = []
        while self.chance(0.5) and len(parameters) < 3:
            kind = self.random.random()
            if kind < 0.3 and self.signatures:
                parameters.append(Variable(self.fresh("p"), "chan", signature=self.random.randrange(len(self.signatures))))
            else:
                parameters.append(Variable(self.fresh("p"), "any", writable=kind < 0.7))
        in_d_step = self.chance(0.4)
        self.budget = 4
        scope = Scope((*self.globals, *parameters), plain=True, d_step=in_d_step, depth=1)
        body = self.body(scope, most=3)
        self.inlines.append((name, parameters, in_d_step))
        return plain(f"inline {name}({', '.join(p.name for p in parameters)}) {{ ", body, " }")

    def process_body(self, scope, labels, least=2):
        """What has a label that nobody has given away gets it here."""
        self.placed = set()
        self.budget = self.pick([3, 5, 7, 9])
        statements = []
        for _ in range(self.random.randint(least, 4)):
            statements.append(self.labelled(scope, self.statement(scope)))
        for label in labels:
            if label not in self.placed:
                at = self.random.randrange(len(statements) + 1)
                if at == len(statements) or is_declaration(statements[at]):
                    at = len(statements)
                    statements.append(statement("skip"))
                statements[at] = statement(optional(f"{label}: "), statements[at])
        return List(statements, self.separator(), 1)

    def label_names(self):
        labels = []
        for prefix, feature in (("L", "goto"), ("end", "end"), ("progress", "progress"), ("accept", "accept")):
            if self[feature] and self.chance(0.6):
                labels.append(self.fresh(prefix))
        if self["remote"] and not labels:
            labels.append(self.fresh("L"))
        return labels

    def local_declarations(self, scope_variables):
        declarations = []
        variables = []
        while self["local"] and self.chance(0.55) and len(variables) < 3:
            if self.signatures and self["local_chan"] and self.chance(0.4):
                declaration, variable = self.channel("c")
            elif self.signatures and self["chan_field"] and self.chance(0.4):
                variable = Variable(self.fresh("c"), "chan", signature=0)
                declaration = plain(f"chan {variable.name}")
            else:
                declaration, variable = self.declare("l", Scope((*scope_variables, *variables)))
            declarations.append(plain(declaration, ";\n"))
            variables.append(variable)
        return declarations, variables

    def proctype(self, name, parameters, labels, active):
        declarations, variables = self.local_declarations((*self.globals, *parameters))
        scope = Scope((*self.globals, *parameters, *variables), labels=tuple(labels))
        words = []
        for parameter in parameters:
            words.append(f"{parameter.type} {parameter.name}")
        kind = "D_proctype" if self["deterministic"] and self.chance(0.5) else "proctype"
        head = plain(optional(f"active {'[2] ' if active == 2 else ''}") if active else "", f"{kind} {name}({'; '.join(words)})")
        if self["priority"] and self.chance(0.5):
            head.parts.append(optional(" priority ", number(self.random.randint(1, 4))))
        if self["provided"] and self.chance(0.6):
            head.parts.append(optional(" provided (", self.value(Scope(tuple(self.globals)), 1), ")"))
        body = self.process_body(scope, labels)
        self.locals[name], self.process_labels[name] = variables, labels  # which others may look at from now on
        return plain(head, " {\n", List(declarations, ""), body, "\n}")

    def initial(self, labels):
        declarations, variables = self.local_declarations(self.globals)
        scope = Scope((*self.globals, *variables), labels=tuple(labels))
        body = self.process_body(scope, labels, 1)
        starts = [self.start(scope) for _ in range(self.random.randint(0, 2))] if self.proctypes else []
        if starts and self.chance(0.4):
            body.parts.insert(0, statement("atomic { ", List(starts, "; ", 1), " }"))
        else:
            body.parts[:0] = starts
        if self.proctypes and not self.claims and self.chance(0.2):
            body.parts.append(statement("do\n", List([plain(":: ", List([self.start(scope), statement("(_nr_pr == 1)")], "; ", 1)),
                                                     plain(":: break")], "\n", 1), "\nod"))
        return plain("init {\n", List(declarations, ""), body, "\n}")

    def formula(self, depth=3):
        if depth == 0 or self.chance(0.25):
            return expression("(", self.value(Scope(tuple(self.globals), variables_only=True), 1), ")")
        if self.chance(0.6):
            return expression("(", self.pick(["[] ", "<> ", "[]<> ", "<>[] ", "!"]), self.formula(depth - 1), ")")
        operator = self.pick([" && ", " || ", " -> ", " U ", " U ", " V ", " W ", " <-> "])
        return expression("(", self.formula(depth - 1), operator, self.formula(depth - 1), ")")

    def program(self):
        units = []
        if self["mtype"]:
            self.constants = [f"m{i}" for i in range(self.random.randint(1, 3))]
            units.append(plain(f"mtype = {{ {', '.join(self.constants)} }}"))
        if self["typedef"]:
            units += [self.typedef() for _ in range(self.random.randint(1, 2))]
        if self["rendezvous"] or self["buffered"]:
            self.signatures = [["byte"]] if self["chan_field"] else [self.signature()]
            if self.chance(0.4):
                self.signatures.append(self.signature())
        for _ in range(self.random.randint(1, 4)):
            declaration, variable = self.declare("g", None)
            self.globals.append(variable)
            units.append(plain(declaration, ";"))
        if self["hidden"]:
            self.hidden.append(self.fresh("h"))
            units.append(plain(f"hidden {self.pick(['byte', 'short', 'int'])} {self.hidden[0]};"))
        for signature in self.signatures:
            for type_name in signature:
                if type_name in self.typedefs:
                    self.globals.append(Variable(self.fresh("g"), type_name))
                    units.append(plain(f"{type_name} {self.globals[-1].name};"))
        if self.signatures:
            for _ in range(self.pick([1, 1, 2])):
                declaration, variable = self.channel("c")
                self.globals.append(variable)
                units.append(plain(declaration, ";"))
        if self["inline"]:
            units += [self.inline() for _ in range(self.random.randint(1, 2))]
        units += self.processes()
        if self.claims:
            units.append(self.claim() if self.chance(0.5) else plain("ltl { ", self.formula(), " }"))
        return List(units, "\n", 1)

    def processes(self):
        count = self.pick([1, 2, 2, 3])
        has_init = self["init"] or not self["active"]
        planned = []
        for i in range(count):
            name = f"P{i}"
            self.proctypes[name] = self.parameters("a", 0.4)
            active = self.pick([1, 1, 1, 2, 0]) if self["active"] else 0
            if i == 0 and not has_init:
                active = self.pick([1, 1, 2])
            labels = self.label_names()
            planned.append((name, self.proctypes[name], labels, active))
            first = sum(plan[3] for plan in planned[:-1])
            self.pids[name] = list(range(first, first + active))
        if has_init:
            planned.insert(self.random.randint(0, len(planned)), None)
        return [self.proctype(*plan) if plan else self.initial(self.label_names()) for plan in planned]


def random_program(seed, claims=False):
    """The program with that number: a tree."""
    return Generator(seed, claims).program()
