# SPDX-License-Identifier: Apache-2.0
"""Models in Promela and DVE: reading, checking, exploring, stepping through them."""

from __future__ import annotations

import dataclasses
import html
import os
import re
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union, overload

from . import _lariat, _show
from ._automata import Automaton
from ._errors import Diagnostic, Error, diagnostics
from ._options import arguments, compiler
from ._results import ResultList

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing

Value = Union[int, bool, str]


def _value(text: str) -> Value:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


class State(Mapping[str, Value]):
    """A state of a model: a mapping from names to values. Variables and elements of arrays have numbers, channels and
    locations texts; a process has its location under its name. States can be compared and hashed.

    >>> import lariat
    >>> s = lariat.parse("byte x = 3; active proctype P() { x++; x-- }").initial
    >>> s["x"], s.evaluate("x * 2")
    (3, 6)
    >>> [step.state["x"] for step in s.successors()]
    [4]
    """

    __slots__ = ("_native", "_dict")

    def __init__(self, native: _lariat.State) -> None:
        self._native = native
        self._dict: Optional[dict[str, Value]] = None

    def _items(self) -> dict[str, Value]:
        if self._dict is None:
            self._dict = {name: _value(value) for _, name, value in self._native.items()}
        return self._dict

    def __getitem__(self, name: str) -> Value:
        return self._items()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items())

    def __len__(self) -> int:
        return len(self._items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._native.data == other._native.data

    def __hash__(self) -> int:
        return hash(self._native.data)

    def __repr__(self) -> str:
        return f"<State {dict(self)}>"

    def _repr_html_(self) -> str:
        return _show.table(["name", "value"], self.items())

    def successors(self) -> list[Step]:
        """The steps that are enabled here, in the order of the model."""
        return [Step(_actions(actions), State(state), fault, self) for actions, state, fault in self._native.successors()]

    def evaluate(self, expression: str) -> int:
        """The value of an expression in the language of the model."""
        return self._native.evaluate(expression)


@dataclasses.dataclass(frozen=True)
class Action:
    """A transition of a process, with its place in the source."""

    process: str
    text: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.process}: {self.text}"


def _actions(dicts: list[dict[str, Any]]) -> tuple[Action, ...]:
    return tuple(Action(**one) for one in dicts)


@dataclasses.dataclass(frozen=True)
class Step:
    """A step: its actions (several if processes meet, or if a sequence is atomic; none if the model stands still), the state
    after it, and what went wrong in it, if anything did."""

    actions: tuple[Action, ...]
    state: State
    fault: Optional[str] = None
    before: Optional[State] = dataclasses.field(default=None, repr=False)

    @property
    def changes(self) -> dict[str, tuple[Optional[Value], Optional[Value]]]:
        """The values that the step changes: (before, after); None where there is none."""
        old: Mapping[str, Value] = {} if self.before is None else self.before
        names = dict.fromkeys([*old, *self.state])
        return {name: (old.get(name), self.state.get(name)) for name in names if old.get(name) != self.state.get(name)}

    def __str__(self) -> str:
        return "; ".join(map(str, self.actions)) or "-"


class Run(Sequence[Step]):
    """A run: a sequence of steps. If `cycle` is a number, the steps from there on repeat for ever."""

    def __init__(self, native: _lariat.Run) -> None:
        self._native = native
        self.cycle: Optional[int] = native.cycle

    def __len__(self) -> int:
        return self._native.length

    @overload
    def __getitem__(self, i: int) -> Step: ...

    @overload
    def __getitem__(self, i: slice) -> list[Step]: ...

    def __getitem__(self, i: Union[int, slice]) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if i < 0:
            i += len(self)
        actions, fault = self._native.step(i)
        return Step(_actions(actions), State(self._native.state(i + 1)), fault, State(self._native.state(i)))

    @property
    def initial(self) -> State:
        return State(self._native.state(0))

    @property
    def states(self) -> list[State]:
        """The states from the initial one on: one more than steps."""
        return [State(self._native.state(i)) for i in range(len(self) + 1)]

    @property
    def steps(self) -> list[Step]:
        return list(self)

    def to_string(self, format: str = "text", width: int = 100, full: bool = False) -> str:
        """The run in one of the formats of `lariat replay --run-format`: text, msc, json, trail, itf, html."""
        return self._native.text(format, width, full)

    def save(self, path: Union[str, os.PathLike[str]], format: str = "json") -> None:
        """Writes the run to a file; `lariat replay` and Model.replay read json, itf and trails."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.to_string(format, full=True))

    def __str__(self) -> str:
        return self.to_string()

    def __repr__(self) -> str:
        return f"<Run of {len(self)} steps" + (f", cycle from step {self.cycle + 1}>" if self.cycle is not None else ">")

    def _repr_html_(self) -> str:
        rows = []
        for i, step in enumerate(self):
            changes = ", ".join(f"{name}: {old} → {new}" for name, (old, new) in step.changes.items())
            mark = "↻ " if self.cycle is not None and i >= self.cycle else ""
            rows.append([f"{mark}{i + 1}", step, changes, step.fault or ""])
        _, ending = self._native.remarks()
        after = f"<pre>{html.escape(chr(10).join(ending))}</pre>" if ending else ""
        return _show.table(["step", "actions", "changes", ""], rows) + after


@dataclasses.dataclass(frozen=True)
class Result:
    """What was found out about a property.

    verdict: 'holds', 'violated' or 'unknown'; of a state to reach 'reachable', 'unreachable' or 'unknown'.
    run: shows that the property is violated, or the state reachable. Every run has been replayed before it is handed out.
    """

    verdict: str
    kind: str
    name: str
    text: str
    description: str
    reason: str
    algorithm: str
    notes: list[str]
    warnings: list[str]
    statistics: dict[str, Any]
    shortest: bool
    bad_prefix: bool
    proviso: str
    fault: Optional[str]
    automaton: Optional[Automaton]
    run: Optional[Run]

    def __repr__(self) -> str:
        return f"<Result {self.verdict}: {self.description}>"

    @property
    def good(self) -> bool:
        """True if the property holds, or the state is reachable."""
        return self.verdict in ("holds", "reachable")


class Results(ResultList[Result]):
    """The results of a check, in the order of the properties. `verdict` joins them: one that is violated decides."""

    def __init__(self, found: dict[str, Any]) -> None:
        super().__init__([])
        for answer in found["answers"]:
            answer["run"] = Run(answer["run"]) if answer["run"] is not None else None
            answer["automaton"] = Automaton(answer["automaton"]) if answer["automaton"] is not None else None
            self._list.append(Result(**answer))
        self.warnings: tuple[Diagnostic, ...] = diagnostics(found["warnings"])
        self.engine: str = found["engine"]

    @overload
    def __getitem__(self, i: Union[int, str]) -> Result: ...

    @overload
    def __getitem__(self, i: slice) -> Sequence[Result]: ...

    def __getitem__(self, i: Union[int, str, slice]) -> Any:
        """By number, or by the name of a property."""
        if isinstance(i, str):
            for result in self._list:
                if i in (result.name, result.text, result.description):
                    return result
            raise KeyError(i)
        return self._list[i]

    def _repr_html_(self) -> str:
        rows = [[r.verdict, r.description, r.algorithm, r.statistics["states"], "; ".join(r.warnings)] for r in self._list]
        runs = "".join(f"<details><summary>{html.escape(r.description)}</summary>{r.run._repr_html_()}</details>"
                       for r in self._list if r.run is not None)
        return _show.table(["verdict", "property", "by", "states", "warnings"], rows) + runs


class Exploration(dict[str, Any]):
    """The figures of an exploration: states, transitions, deadlocks, levels, complete, seconds, and others; `full` has those
    without the reduction."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Graph:
    """All states and transitions of a model. States have numbers from 0, in the order in which they were met."""

    def __init__(self, native: _lariat.Graph) -> None:
        self._native = native
        self.states: int = native.states
        self.transitions: int = native.transitions

    def state(self, i: int) -> State:
        return State(self._native.state(i))

    def arrays(self) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32]]:
        """(offsets, targets): the successors of state i are targets[offsets[i]:offsets[i + 1]].

        >>> import lariat
        >>> graph = lariat.parse("byte x; active proctype P() { do :: x = (x + 1) % 3 od }").graph()
        >>> offsets, targets = graph.arrays()
        >>> targets.tolist()
        [1, 2, 0]
        """
        import numpy

        offsets, targets = self._native.arrays()
        return numpy.frombuffer(offsets, dtype=numpy.uint32), numpy.frombuffer(targets, dtype=numpy.uint32)

    def values(self, expression: str) -> numpy.typing.NDArray[numpy.int32]:
        """The value of an expression in each state."""
        import numpy

        return numpy.frombuffer(self._native.values(expression), dtype=numpy.int32)

    def _edges(self) -> Iterator[tuple[int, int, str]]:
        offsets, targets = (memoryview(part).cast("I") for part in self._native.arrays())
        for i in range(self.states):
            steps = self.state(i).successors() if self.states <= _show.LARGEST_DRAWING else []
            for k in range(offsets[i], offsets[i + 1]):
                yield i, targets[k], str(steps[k - offsets[i]]) if steps else ""

    def to_networkx(self) -> networkx.MultiDiGraph:
        """The graph for networkx. Nodes have the values of their state."""
        import networkx

        graph = networkx.MultiDiGraph()
        for i in range(self.states):
            graph.add_node(i, state=dict(self.state(i)))
        graph.add_edges_from((source, target, {"label": label}) for source, target, label in self._edges())
        return graph

    def to_dot(self) -> str:
        """A drawing in the language of Graphviz."""
        labels = ["\n".join(f"{name} = {value}" for name, value in self.state(i).items()) for i in range(self.states)]
        return _show.dot(labels, self._edges(), [0])

    def __repr__(self) -> str:
        return f"<Graph of {self.states} states, {self.transitions} transitions>"

    def _repr_svg_(self) -> Optional[str]:
        return _show.svg(self.to_dot()) if self.states <= _show.LARGEST_DRAWING else None


class Model:
    """A model in Promela or DVE; made by load and parse."""

    def __init__(self, native: _lariat.Model) -> None:
        self._native = native
        self.name: str = native.name
        self.language: str = native.language
        self.warnings: tuple[Diagnostic, ...] = diagnostics(native.warnings)

    @property
    def properties(self) -> dict[str, str]:
        """The properties that the model states: formulas by name, and property processes or never claims."""
        return dict(self._native.properties())

    @property
    def initial(self) -> State:
        return State(self._native.initial())

    def check(self, **options: Any) -> Results:
        """Checks properties; without any, those that the model states itself.

        Properties, each a text or a list of texts: ltl, invariant, reach, property; define, a dict of names for expressions.
        Flags: deadlock, assert_, acceptance_cycles, progress_cycles.
        Options are those of `lariat check`, with underscores: fair, algorithm, minimize, first, search, por, proviso, store,
        threads, engine, bitstate, hash_compact, max_time, max_memory, max_states, max_depth, vacuity and so on.

        >>> import lariat
        >>> model = lariat.parse("byte x; active proctype P() { do :: x < 9 -> x++ od }")
        >>> model.check(invariant="x < 5", reach="x == 9", deadlock=True)
        violated    invariant x < 5
        reachable   reach x == 9
        violated    no invalid end state
        """
        return Results(self._native.check(arguments(options), compiler()))

    def explore(self, **options: Any) -> Exploration:
        """Visits all states and counts them. Options are those of `lariat explore`: por, proviso, store, threads, scc, ..."""
        return Exploration(self._native.explore(arguments(options), compiler()))

    def graph(self, max_states: int = 1_000_000) -> Graph:
        """All states and transitions, in memory. Raises Error if there are more than max_states."""
        return Graph(self._native.graph(max_states))

    def replay(self, path: Union[str, os.PathLike[str]]) -> Run:
        """Reads a saved run, or a trail of Spin, and replays it."""
        return Run(self._native.replay(os.fspath(path)))

    def __repr__(self) -> str:
        return f"<Model {self.name!r} in {self.language}>"


def load(path: Union[str, os.PathLike[str]], **options: Any) -> Model:
    """Reads a model from a file. Options: language, overflow, macro, include_path, include_root, inner_escapes, lossy, claim."""
    path = os.fspath(path)
    if path == "-":
        raise Error("a file is needed; parse takes a text")
    return Model(_lariat.load(path, arguments(options)))


def parse(text: str, name: str = "model", **options: Any) -> Model:
    """Reads a model from a text; its language is that of the option `language`, or the one that the text shows. The name is
    used in messages, and may show the language by its end. Options are those of load."""
    return Model(_lariat.read(text, name, arguments(options)))
