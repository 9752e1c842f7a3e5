# SPDX-License-Identifier: Apache-2.0
"""Formulas, automata and words."""

from __future__ import annotations

import dataclasses
import pathlib
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _lariat, _show
from ._errors import Error
from ._options import arguments

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing


@dataclasses.dataclass(frozen=True)
class Word:
    """An infinite word that ends in a cycle. A letter is the set of atoms that hold.

    >>> word = Word([{"a"}], [{"a", "b"}, set()])
    >>> print(word)
    {a}; cycle{{a, b}; {}}
    """

    stem: tuple[frozenset[str], ...]
    cycle: tuple[frozenset[str], ...]

    def __init__(self, stem: Iterable[Iterable[str]], cycle: Iterable[Iterable[str]]) -> None:
        object.__setattr__(self, "stem", tuple(frozenset(letter) for letter in stem))
        object.__setattr__(self, "cycle", tuple(frozenset(letter) for letter in cycle))
        if not self.cycle:
            raise Error("the cycle of a word must not be empty")

    def _lists(self) -> tuple[list[list[str]], list[list[str]]]:
        return [sorted(letter) for letter in self.stem], [sorted(letter) for letter in self.cycle]

    def __repr__(self) -> str:
        def part(letters: tuple[frozenset[str], ...]) -> str:
            texts = ["{" + ", ".join(map(repr, sorted(letter))) + "}" if letter else "set()" for letter in letters]
            return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"

        return f"Word(stem={part(self.stem)}, cycle={part(self.cycle)})"

    def __str__(self) -> str:
        def part(letters: tuple[frozenset[str], ...]) -> str:
            return "; ".join("{" + ", ".join(sorted(letter)) + "}" for letter in letters)

        return (part(self.stem) + "; " if self.stem else "") + "cycle{" + part(self.cycle) + "}"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """An answer: 'yes', 'no' with a word that shows it, or 'unknown' with the reason. True if it is 'yes'."""

    answer: str
    word: Optional[Word]
    reason: str

    def __bool__(self) -> bool:
        if self.answer == "unknown":
            raise Error(f"unknown: {self.reason}")
        return self.answer == "yes"

    def __eq__(self, other: object) -> bool:
        return bool(self) == other if isinstance(other, bool) else self is other

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        if self.answer == "yes":
            return "True"
        return f"False, by {self.word}" if self.answer == "no" else f"unknown: {self.reason}"


def _comparison(found: dict[str, Any]) -> Comparison:
    return Comparison(found["answer"], Word(*found["word"]) if found["word"] else None, found["reason"])


class Formula:
    """A formula of linear temporal logic, in the notation of the program (docs/ltl.md).

    >>> f = Formula("[] (request -> <> grant)")
    >>> f
    Formula('G (request -> F grant)')
    >>> f.atoms
    ('request', 'grant')
    >>> f.holds(Word([], [{"request"}, {"grant"}]))
    True
    >>> (f & "G F request").implies("G F grant")
    True
    >>> f.implies("G grant").word
    Word(stem=(set(),), cycle=(set(),))
    """

    __slots__ = ("_text", "atoms", "size", "stutter_invariant")
    atoms: tuple[str, ...]
    size: int
    stutter_invariant: bool  # known to be so, since it has no X

    def __init__(self, text: Union[str, Formula]) -> None:
        self._text, atoms, self.size, self.stutter_invariant = _lariat.read_formula(str(text), "letters")
        self.atoms = tuple(atoms)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Formula({self._text!r})"

    def _repr_html_(self) -> str:
        return _show.table(["formula", "atoms"], [[self._text, ", ".join(self.atoms)]])

    def __eq__(self, other: object) -> bool:
        """Equal texts; `equivalent` compares the meaning."""
        return isinstance(other, Formula) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def to_string(self, notation: str = "letters") -> str:
        """The text in another notation: letters, spin, words or lbt.

        >>> Formula("G F p").to_string("spin")
        '[] <> p'
        """
        return _lariat.read_formula(self._text, notation)[0]

    def __invert__(self) -> Formula:
        return Formula(f"!({self})")

    def __and__(self, other: Union[str, Formula]) -> Formula:
        return Formula(f"({self}) & ({Formula(other)})")

    def __or__(self, other: Union[str, Formula]) -> Formula:
        return Formula(f"({self}) | ({Formula(other)})")

    def holds(self, word: Word) -> bool:
        """Evaluates the formula on a word."""
        return _lariat.holds_of(self._text, word._lists())

    def translate(self, **options: Any) -> Automaton:
        """An automaton that accepts the words of the formula: type ('tgba', 'gba', 'ba'), prefer ('small', 'deterministic'),
        max_time, max_states.

        >>> Formula("G F p").translate(type="ba").states
        2
        """
        return Automaton(_lariat.translate(self._text, arguments(options)))

    def equivalent(self, other: Union[str, Formula], **options: Any) -> Comparison:
        """Decides whether the same words satisfy both; if not, a word shows it."""
        return _comparison(_lariat.compare(self._text, str(Formula(other)), True, arguments(options)))

    def implies(self, other: Union[str, Formula], **options: Any) -> Comparison:
        """Decides whether each word of this formula satisfies the other; if not, a word shows it."""
        return _comparison(_lariat.compare(self._text, str(Formula(other)), False, arguments(options)))


@dataclasses.dataclass(frozen=True)
class Emptiness:
    """What an emptiness check found: 'empty', 'nonempty' with a lasso and a word, or 'unknown' with the reason."""

    verdict: str
    reason: str
    algorithm: str
    notes: list[str]
    statistics: dict[str, Any]
    stem: Optional[list[tuple[int, int]]] = None
    cycle: Optional[list[tuple[int, int]]] = None
    word: Optional[Word] = None


class Automaton:
    """An ω-automaton with generalised Büchi acceptance.

    >>> a = Formula("G F p").translate()
    >>> b = Formula("F G !p").translate()
    >>> a.product(b).is_empty()
    True
    >>> a.accepts(Word([], [{"p"}, set()]))
    True
    >>> again = Automaton.from_hoa(a.to_hoa())
    >>> again.agrees_with("G F p")
    True
    """

    def __init__(self, native: _lariat.Automaton) -> None:
        self._native = native
        self.name: str = native.name
        self.atoms: tuple[str, ...] = tuple(native.atoms)
        self.states: int = native.states
        self.transitions: int = native.transitions
        self.sets: int = native.sets
        self.initial: list[int] = native.initial
        self.state_names: dict[int, str] = native.state_names

    @staticmethod
    def from_hoa(text: str, name: str = "automaton") -> Automaton:
        """The automaton of a text in the HOA format, or of a never claim of Spin; there must be one."""
        found = read_automata(text, name)
        if len(found) != 1:
            raise Error(f"{name}: {len(found)} automata instead of one")
        return found[0]

    def to_hoa(self) -> str:
        """The automaton in the HOA format."""
        return self._native.hoa()

    def to_never(self) -> str:
        """The automaton as a never claim of Spin; it must have one acceptance set on states, as of translate(type='ba')."""
        return self._native.never()

    def to_dot(self) -> str:
        """A drawing in the language of Graphviz."""
        return self._native.dot()

    @property
    def edges(self) -> list[tuple[int, str, int, tuple[int, ...]]]:
        """(source, label, target, acceptance sets) of each transition; the sets of its source included."""
        return [(s, label, t, tuple(marks)) for s, label, t, marks in self._native.edges()]

    @property
    def analysis(self) -> dict[str, Any]:
        """strength ('general', 'weak', 'terminal'), deterministic, complete, very_weak, unambiguous (None: unknown)."""
        return self._native.analyse()

    def accepts(self, word: Word) -> bool:
        return self._native.accepts(word._lists())

    def check_emptiness(self, **options: Any) -> Emptiness:
        """Searches for an accepting run: algorithm, minimize, max_length, max_time."""
        found = self._native.check_emptiness(arguments(options))
        if found.get("word") is not None:
            found["word"] = Word(*found["word"])
        return Emptiness(**found)

    def is_empty(self, **options: Any) -> bool:
        """True if no word is accepted. Takes the options of check_emptiness; raises Error if a limit is reached."""
        found = self.check_emptiness(**options)
        if found.verdict == "unknown":
            raise Error(f"unknown: {found.reason}")
        return found.verdict == "empty"

    def accepting_word(self, **options: Any) -> Optional[Word]:
        """A word that is accepted, or None."""
        return self.check_emptiness(**options).word

    def product(self, other: Automaton) -> Automaton:
        """An automaton for the words that both accept; atoms are matched by name."""
        return Automaton(self._native.product(other._native))

    def common_word(self, other: Automaton) -> Optional[Word]:
        """A word that both accept, or None."""
        word = self._native.common_word(other._native)
        return Word(*word) if word else None

    def agrees_with(self, formula: Union[str, Formula]) -> Comparison:
        """Decides whether the automaton accepts the words of the formula: it has none in common with an automaton for the
        negation, and a thousand random words are accepted iff they satisfy the formula. `equivalent` is exact and may take long."""
        return _comparison(self._native.agrees(str(Formula(formula))))

    def included_in(self, other: Union[Automaton, Formula, str], max_states: int = 20_000) -> Comparison:
        """Decides whether the other automaton, or a formula, has all words of this one; if not, a word shows it. The other
        automaton is complemented; the answer is 'unknown' if that takes more than max_states.

        >>> Formula("F G p").translate().included_in(Formula("G F p").translate())
        True
        >>> Formula("G F p").translate().included_in("F G p").word
        Word(stem=(), cycle=({'p'}, set()))
        """
        if not isinstance(other, Automaton):
            word = self.common_word((~Formula(other)).translate())
            return Comparison("no" if word else "yes", word, "")
        return _comparison(self._native.compare(other._native, False, max_states))

    def equivalent(self, other: Union[Automaton, Formula, str], max_states: int = 20_000) -> Comparison:
        """Decides whether the other automaton, or a formula, has the same words; if not, a word shows it. Automata are
        complemented; the answer is 'unknown' if that takes more than max_states.

        >>> Formula("G F p").translate(type="ba").equivalent(Formula("G (p | X F p)").translate())
        True
        """
        if isinstance(other, Automaton):
            return _comparison(self._native.compare(other._native, True, max_states))
        there = self.included_in(other)
        return Formula(other).translate().included_in(self, max_states) if there else there

    def arrays(self) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32]]:
        """The transitions as numpy arrays: sources and targets."""
        import numpy

        edges = self._native.edges()
        return (numpy.array([edge[0] for edge in edges], dtype=numpy.uint32),
                numpy.array([edge[2] for edge in edges], dtype=numpy.uint32))

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The graph for networkx, with `label` and `sets` on the edges."""
        import networkx

        graph = networkx.MultiDiGraph(name=self.name)
        for state in range(self.states):
            graph.add_node(state, name=self.state_names.get(state, str(state)), initial=state in self.initial)
        for source, label, target, sets in self.edges:
            graph.add_edge(source, target, label=label, sets=sets)
        return graph

    def __repr__(self) -> str:
        return f"<Automaton {self.name!r}: {self.states} states, {self.transitions} transitions, {self.sets} sets>"

    def _repr_svg_(self) -> Optional[str]:
        return _show.svg(self.to_dot()) if self.states <= _show.LARGEST_DRAWING else None

    def _repr_html_(self) -> str:
        rows = [[s, label, t, set(marks) or ""] for s, label, t, marks in self.edges[:100]]
        return self._repr_svg_() or _show.table(["from", "label", "to", "sets"], rows)


def read_automata(text: str, name: str = "automata") -> list[Automaton]:
    """The automata of a text, in the HOA format or as never claims."""
    return [Automaton(one) for one in _lariat.read_automata(text, name)]


def read_hoa(path: Union[str, pathlib.Path]) -> list[Automaton]:
    """The automata of a file."""
    return read_automata(pathlib.Path(path).read_text(encoding="utf-8"), str(path))
