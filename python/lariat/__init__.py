# SPDX-License-Identifier: Apache-2.0
"""lariat: an explicit-state model checker for LTL.

Load a model in Promela or DVE and check it:

>>> import lariat
>>> model = lariat.parse('''
... byte x;
... active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
... ltl small { [] (x <= 3) }
... ''')
>>> model.check().verdict
'holds'
>>> result = model.check(ltl="[] (x < 3)")[0]
>>> result.verdict, len(result.run)
('violated', 6)
>>> result.run.states[-1]["x"]
3

Formulas and automata:

>>> lariat.Formula("G F p").equivalent("!F G !p")
True
>>> lariat.Formula("F G p").translate().accepting_word()
Word(stem=({'p'},), cycle=({'p'},))

A model of your own is a class (lariat.System). docs/python.md tells more.
"""

from . import _lariat
from ._automata import Automaton, Comparison, Emptiness, Formula, Word, read_automata, read_hoa
from ._errors import Diagnostic, Error, OptionError
from ._model import Action, Exploration, Graph, Model, Result, Results, Run, State, Step, load, parse
from ._system import System, SystemGraph, SystemResult, SystemResults, SystemRun, SystemStep, atom

__version__: str = _lariat.version

__all__ = ["Action", "Automaton", "Comparison", "Diagnostic", "Emptiness", "Error", "Exploration", "Formula", "Graph", "Model",
           "OptionError", "Result", "Results", "Run", "State", "Step", "System", "SystemGraph", "SystemResult", "SystemResults", "SystemRun", "SystemStep", "Word",
           "atom", "load", "parse", "read_automata", "read_hoa", "version_text"]


def version_text() -> str:
    """The version, the commit, the compiler and the LLVM that is found, as `lariat --version` prints them."""
    return _lariat.version_text()
