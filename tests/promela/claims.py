# SPDX-License-Identifier: Apache-2.0
"""Random never claims: plain automata, as spin -f writes them, and claims with structure, as people write them: nested choices, atomic
sequences, d_steps, escapes, jumps, assertions, and labels that begin with accept or end in any place."""

from expressions import Scope
from trees import List, expression, optional, plain, statement


class Claims:
    """What a generator of programs needs to write claims. It has globals, truth, chance and pick."""

    def claim(self):
        return self.structured_claim() if self.chance(0.6) else self.automaton_claim()

    def automaton_claim(self):
        scope = self.claim_scope()
        names = ["T0", self.pick(["accept_S1", "T1"]), self.pick(["accept_all", "accept_S2", "T2"])][:self.random.randint(1, 3)]
        if self.chance(0.3):
            names[0] = "accept_init"
        places = []
        for name in names:
            options = [plain(":: ", self.truth(scope) if self.chance(0.7) else expression("true"), optional(f" -> goto {self.pick(names)}"))
                       for _ in range(self.random.randint(1, 3))]
            if self.chance(0.2):
                options.append(plain(":: else"))
            places.append(plain(f"{name}: do\n", List(options, "\n", 1), "\nod"))
        return plain("never {\n", List(places, ";\n", 1), "\n}")

    def claim_scope(self):
        return Scope(tuple(self.globals), variables_only=True)

    def structured_claim(self):
        """Each label stands before a statement of the claim itself, so that jumps lead anywhere."""
        names = [self.fresh(self.pick(["T", "accept", "accept", "end", "L"])) for _ in range(self.random.randint(1, 3))]
        self.claim_labels = names
        self.claim_budget = self.pick([4, 6, 9])
        statements = [self.claim_statement(self.claim_scope(), top=True) for _ in range(self.random.randint(1, 3))]
        for name in names:
            at = self.random.randrange(len(statements) + 1)
            if at == len(statements):
                statements.append(self.claim_statement(self.claim_scope(), top=True))
            statements[at] = statement(f"{name}: ", statements[at])
        return plain("never {\n", List(statements, ";\n", 1), "\n}")

    def claim_statement(self, scope, top=False, loop=False, d_step=False, atomic=False):
        self.claim_budget -= 1
        choices = [(self.claim_condition, 4), (self.claim_assertion, 0.4)]
        if self.claim_budget > 0:
            choices += [(lambda s: self.claim_choice(s, "if", d_step, atomic, loop), 2),
                        (lambda s: self.claim_choice(s, "do", d_step, atomic), 3 if top else 1),
                        (lambda s: self.claim_block(s, "{ ", loop, d_step, atomic), 0.3)]
            if not d_step:
                choices += [(lambda s: self.claim_block(s, "d_step { ", False, True, atomic), 1),
                            (lambda s: self.claim_escape(s, loop, atomic), 0.6)]
                if not atomic:
                    choices.append((lambda s: self.claim_block(s, "atomic { ", loop, d_step, True), 2))
        if not d_step:
            choices.append((lambda s: statement("goto ", self.pick(self.claim_labels)), 1))
        if loop:
            choices.append((lambda s: statement("break"), 1))
        return self.weighted(choices)(scope)

    def claim_condition(self, scope):
        return statement(self.truth(scope) if self.chance(0.75) else expression(self.pick(["true", "skip", "false"])))

    def claim_assertion(self, scope):
        return statement("assert(", self.value(scope, 1), ")")

    def claim_statements(self, scope, loop, d_step, atomic):
        return [self.claim_statement(scope, loop=loop, d_step=d_step, atomic=atomic) for _ in range(self.pick([1, 1, 2, 3]))]

    def claim_block(self, scope, opening, loop, d_step, atomic):
        statements = self.claim_statements(scope, loop, d_step, atomic)
        return statement(opening, List(statements, "; ", 1), " }")

    def claim_escape(self, scope, loop, atomic):
        inside = List(self.claim_statements(scope, loop, False, atomic), "; ", 1)
        return statement("{ ", inside, " } unless { ", List([self.claim_condition(scope)], "; ", 1), " }")

    def claim_choice(self, scope, word, d_step, atomic, loop=False):
        is_loop = word == "do"
        options = []
        for _ in range(self.pick([1, 2, 2, 3])):
            first = self.claim_condition(scope) if self.chance(0.8) or d_step else self.claim_statement(
                scope, loop=is_loop or loop, d_step=d_step, atomic=atomic)
            rest = self.claim_statements(scope, is_loop or loop, d_step, atomic) if self.chance(0.5) else []
            options.append(plain(":: ", List([first, *rest], self.pick(["; ", " -> "]), 1)))
        if is_loop and (d_step or self.chance(0.3)):
            options.append(plain(":: ", List([self.claim_condition(scope), statement("break")], "; ", 1)))
        if self.chance(0.35):
            options.append(plain(":: else", optional("; ", self.claim_condition(scope))))
        return statement(word, "\n", List(options, "\n", 1), "\n", "od" if is_loop else "fi")
