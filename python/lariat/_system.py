# SPDX-License-Identifier: Apache-2.0
"""Models written in Python, checked by the same searches."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Callable, Generic, Hashable, Iterable, Optional, Sequence, TypeVar, Union

from . import _lariat, _show
from ._automata import Automaton
from ._errors import OptionError
from ._options import arguments
from ._results import ResultList

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing

S = TypeVar("S", bound=Hashable)
Condition = Union[str, Callable[[Any], object]]


def atom(method: Callable[[Any, S], object]) -> Callable[[Any, S], object]:
    """Marks a method of a System as an atom: formulas can use its name."""
    method._is_atom = True  # type: ignore[attr-defined]
    return method


@dataclasses.dataclass(frozen=True)
class SystemStep(Generic[S]):
    """A step of a run: its label, None if steps have none, and the state after it."""

    label: Any
    state: S


@dataclasses.dataclass(frozen=True)
class SystemRun(Generic[S]):
    """A run of a System. If `cycle` is a number, the steps from there on repeat for ever."""

    initial: S
    steps: tuple[SystemStep[S], ...]
    cycle: Optional[int]

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def states(self) -> list[S]:
        """The states from the initial one on: one more than steps."""
        return [self.initial, *(step.state for step in self.steps)]

    def __str__(self) -> str:
        lines = [f"       {self.initial!r}"]
        for i, step in enumerate(self.steps):
            mark = "│" if self.cycle is not None and i >= self.cycle else " "
            label = "" if step.label is None else f"{step.label}  "
            lines.append(f"{mark} {i + 1:3}  {label}{step.state!r}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [["", "", repr(self.initial)]]
        for i, step in enumerate(self.steps):
            mark = "↻ " if self.cycle is not None and i >= self.cycle else ""
            rows.append([f"{mark}{i + 1}", "" if step.label is None else str(step.label), repr(step.state)])
        return _show.table(["step", "label", "state"], rows)


@dataclasses.dataclass(frozen=True)
class SystemResult(Generic[S]):
    """What was found out about a property of a System; the verdicts are those of Result."""

    verdict: str
    description: str
    reason: str
    algorithm: str
    notes: list[str]
    statistics: dict[str, Any]
    shortest: bool
    bad_prefix: bool
    automaton: Optional[Automaton]
    run: Optional[SystemRun[S]]

    def __repr__(self) -> str:
        return f"<Result {self.verdict}: {self.description}>"


class SystemResults(ResultList[SystemResult[Any]]):
    """The results of a check, in the order: formulas, invariants, states to reach, deadlocks."""

    def _repr_html_(self) -> str:
        rows = [[r.verdict, r.description, r.algorithm, r.statistics["states"]] for r in self._list]
        return _show.table(["verdict", "property", "by", "states"], rows) + "".join(
            r.run._repr_html_() for r in self._list if r.run is not None)


@dataclasses.dataclass(frozen=True)
class SystemGraph(Generic[S]):
    """All states and transitions of a System; `edges` are (source, target, label), by the numbers of states."""

    states: list[S]
    edges: list[tuple[int, int, Any]]
    initial: int

    def arrays(self) -> tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32]]:
        """The transitions as numpy arrays: sources and targets."""
        import numpy

        return (numpy.array([edge[0] for edge in self.edges], dtype=numpy.uint32),
                numpy.array([edge[1] for edge in self.edges], dtype=numpy.uint32))

    def to_networkx(self) -> networkx.MultiDiGraph:
        import networkx

        graph = networkx.MultiDiGraph()
        for i, state in enumerate(self.states):
            graph.add_node(i, state=state)
        graph.add_edges_from((source, target, {"label": label}) for source, target, label in self.edges)
        return graph

    def to_dot(self) -> str:
        return _show.dot(self.states, self.edges, range(self.initial))

    def __repr__(self) -> str:
        return f"<Graph of {len(self.states)} states, {len(self.edges)} transitions>"

    def _repr_svg_(self) -> Optional[str]:
        return _show.svg(self.to_dot()) if len(self.states) <= _show.LARGEST_DRAWING else None


class System(Generic[S]):
    """A model written in Python: a class with the methods initial and successors (or steps), and atoms.

    States are hashable objects that must not change; equal ones are the same state. A state must have the same successors
    whenever it is asked; a check that notices a difference raises RuntimeError. What the methods raise ends the check.

    >>> import lariat
    >>> class Clock(lariat.System):
    ...     def initial(self):
    ...         return [0]
    ...     def successors(self, hour):
    ...         yield (hour + 1) % 12
    ...     @lariat.atom
    ...     def midnight(self, hour):
    ...         return hour == 0
    >>> Clock().check(ltl="G F midnight", deadlock=True)
    holds       G F midnight
    holds       no deadlock
    >>> Clock().check(invariant=lambda hour: hour < 7).run.states[-1]
    7
    """

    def initial(self) -> Iterable[S]:
        """The states in which runs begin."""
        raise NotImplementedError("a System needs a method initial")

    def successors(self, state: S) -> Iterable[S]:
        """The states that follow, always in the same order."""
        raise NotImplementedError("a System needs a method successors, or steps")

    # A class may define `steps(state)` instead of `successors`: pairs (label, state).
    # A class may define `may_end(state)`: true if a run may end there; then it is no deadlock.

    @property
    def _labelled(self) -> bool:
        return hasattr(self, "steps")

    def _atoms(self) -> dict[str, Callable[[S], object]]:
        return {name: getattr(self, name) for name in dir(type(self)) if getattr(getattr(type(self), name), "_is_atom", False)}

    def check(self, ltl: Union[str, Sequence[str]] = (), invariant: Union[Condition, Sequence[Condition]] = (),
              reach: Union[Condition, Sequence[Condition]] = (), deadlock: bool = False, **options: Any) -> SystemResults:
        """Checks formulas over the atoms; invariants and states to reach, which are names of atoms or functions of a state; and
        that there is no deadlock. Options are those of `lariat check` that need no processes: algorithm, minimize, first,
        search, store, deadlock_runs, order, max_states, max_time, max_memory, max_depth."""
        atoms = self._atoms()
        goals: list[tuple[str, str, str]] = []
        for kind, conditions in (("invariant", invariant), ("reach", reach)):
            for condition in [conditions] if isinstance(conditions, str) or callable(conditions) else conditions:
                if callable(condition):
                    text = getattr(condition, "__name__", repr(condition))
                    name = f"{kind} {text}" + "'" * sum(known.startswith(f"{kind} {text}") for known in atoms)
                    atoms[name] = condition
                elif condition in atoms:
                    name = text = condition
                else:
                    raise OptionError(f"{kind}: no atom '{condition}'")
                goals.append((kind, name, f"{kind} {text}"))
        if deadlock:
            goals.append(("deadlock", "", "no deadlock"))
        formulas = [ltl] if isinstance(ltl, str) else list(ltl)
        if not formulas and not goals:
            raise OptionError("nothing to check: give ltl, invariant, reach or deadlock")
        listed = arguments(options)
        end = getattr(self, "may_end", None)
        results = []
        for formula in formulas:
            used = [(name, holds) for name, holds in atoms.items() if name in str(formula)]
            found = _lariat.check_system_formula(self, self._labelled, used, end, str(formula), listed)
            results.append(self._result(found, str(formula)))
        if goals:
            named = {name for _, name, _ in goals}
            used = [(name, holds) for name, holds in atoms.items() if name in named]
            found_goals = _lariat.check_system_states(self, self._labelled, used, end, [goal[:2] for goal in goals], listed)
            for (kind, _, text), found in zip(goals, found_goals):
                if kind == "reach" and found["verdict"] != "unknown":
                    found["verdict"] = "reachable" if found["verdict"] == "violated" else "unreachable"
                results.append(self._result(found, text))
        return SystemResults(results)

    @staticmethod
    def _result(found: dict[str, Any], description: str) -> SystemResult[Any]:
        if found["run"] is not None:
            initial, steps, cycle = found["run"]
            found["run"] = SystemRun(initial, tuple(SystemStep(*step) for step in steps), cycle)
        if found["automaton"] is not None:
            found["automaton"] = Automaton(found["automaton"])
        return SystemResult(description=description, **found)

    def graph(self, max_states: int = 1_000_000) -> SystemGraph[S]:
        """All states and transitions. Raises Error if there are more than max_states."""
        states, edges = _lariat.system_graph(self, self._labelled, max_states)
        return SystemGraph(states, edges, len(dict.fromkeys(self.initial())))
