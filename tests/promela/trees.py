# SPDX-License-Identifier: Apache-2.0
"""Texts as trees, so that a text can be made smaller part by part.

A tree has a kind, which says how it may shrink:

    number      becomes 0, 1, or half of it
    expression  becomes a constant, or one of the expressions in it
    statement   becomes skip, or the statements inside of it, in its list
    list        loses elements, but for the least number
    optional    becomes nothing
    plain       only its parts shrink
"""


class Tree:
    def __init__(self, kind, *parts):
        self.kind = kind
        self.parts = list(parts)

    def __str__(self):
        return "".join(map(str, self.parts))

    def nodes(self):
        """All trees in this one, outer ones first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(part for part in reversed(node.parts) if isinstance(part, Tree))


class List(Tree):
    def __init__(self, parts, separator, least=0):
        super().__init__("list", *parts)
        self.separator = separator
        self.least = least

    def __str__(self):
        return self.separator.join(map(str, self.parts))


def plain(*parts):
    return Tree("plain", *parts)


def expression(*parts):
    return Tree("expression", *parts)


def statement(*parts):
    return Tree("statement", *parts)


def optional(*parts):
    return Tree("optional", *parts)


def number(value):
    return Tree("number", str(value))


def removals(tree):
    """(list, from, to): what could be removed from the lists of a tree, large parts first."""
    lists = [node for node in tree.nodes() if isinstance(node, List)]
    size = max((len(node.parts) for node in lists), default=0)
    while size >= 1:
        for node in lists:
            for start in range(0, len(node.parts), size):
                yield node, start, min(start + size, len(node.parts))
        size //= 2


def inner_lists(node):
    """The lists of statements directly inside a statement."""
    for part in node.parts:
        if isinstance(part, List):
            if part.separator[:1] in ";-\n":
                yield part
            else:
                yield from inner_lists(part)
        elif isinstance(part, Tree) and part.kind != "expression":
            yield from inner_lists(part)


def smaller(node):
    """What the parts of a node could be instead."""
    if node.kind == "optional" and node.parts:
        yield []
    elif node.kind == "number":
        value = int(node.parts[0])
        for other in (0, 1, value // 2):
            if abs(other) < abs(value):
                yield [str(other)]
    elif node.kind == "expression":
        if str(node) not in ("0", "1"):
            yield ["1"]
            yield ["0"]
        for part in node.nodes():
            if part is not node and part.kind == "expression":
                yield list(part.parts)
    elif node.kind == "statement" and str(node) != "skip":
        for part in node.parts:
            if isinstance(part, Tree) and part.kind == "statement":
                yield [part]
        yield ["skip"]


def reduce_once(tree, is_wanted):
    """Tries each way to shrink; whether one of them left what is wanted."""
    changed = False
    for node, start, end in removals(tree):
        if len(node.parts) - (end - start) < node.least or start >= len(node.parts):
            continue
        kept = node.parts[:]
        del node.parts[start:end]
        if is_wanted(tree):
            changed = True
        else:
            node.parts[:] = kept
    for node in list(tree.nodes()):
        if isinstance(node, List):
            for i, part in enumerate(list(node.parts)):
                if not isinstance(part, Tree) or part.kind != "statement" or i >= len(node.parts) or node.parts[i] is not part:
                    continue
                for inner in list(inner_lists(part)):
                    kept = node.parts[:]
                    node.parts[i:i + 1] = inner.parts
                    if is_wanted(tree):
                        changed = True
                        break
                    node.parts[:] = kept
            continue
        for parts in smaller(node):
            kept = node.parts
            node.parts = parts
            if is_wanted(tree):
                changed = True
                break
            node.parts = kept
    return changed


def shrink(tree, is_wanted, rounds=20):
    """Makes the tree smaller, in place, as long as `is_wanted` says yes to it."""
    for _ in range(rounds):
        if not reduce_once(tree, is_wanted):
            break
    return tree
