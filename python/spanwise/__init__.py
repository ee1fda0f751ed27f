"""Fine-grained evaluation of text: templates, annotations, their formats, and agreement of annotators.

```python
import spanwise

data = spanwise.read("anna.json")
for instance in data:
    for edit in instance.edits:
        print(edit.category, edit.text, edit.answers)

print(spanwise.gamma("anna.json", "ben.json"))
print(spanwise.f1([(0, 5, "error")], [(0, 7, "error")]))
```

Offsets are code points, as in Python's strings. Every function gives the same numbers as the command line
`spanwise`, to the last digit, since it runs the same code; computations use all cores without the GIL, can be
interrupted with Ctrl+C, and report progress (`progress=True` with `tqdm`, or a function). What can't be done
raises `Error`, with its place and remedy."""

from ._answers import Answer, Figure, run
from ._commands import Check, Conversion, check, convert, detect, formats, merge, read, write
from ._data import Dataset, Edit, EditList, Instance, MarkedText, Span
from ._errors import DataWarning, Error, Place, Problem
from ._gold import Adjudication, adjudicate, make_gold, record_decisions
from ._measures import (
    F1,
    Agreement,
    AgreeOptions,
    Alpha,
    Coverage,
    Gamma,
    SourceOptions,
    StatsOptions,
    agree,
    alpha,
    coverage,
    f1,
    gamma,
    report,
    stats,
)
from ._models import ModelAnnotations, ModelOptions, Prompt, annotate, audit, prompt
from ._template import Category, Option, Question, Template

__all__ = [
    "Adjudication",
    "AgreeOptions",
    "Agreement",
    "Alpha",
    "Answer",
    "Category",
    "Check",
    "Conversion",
    "Coverage",
    "DataWarning",
    "Dataset",
    "Edit",
    "EditList",
    "Error",
    "F1",
    "Figure",
    "Gamma",
    "Instance",
    "MarkedText",
    "ModelAnnotations",
    "ModelOptions",
    "Option",
    "Place",
    "Problem",
    "Prompt",
    "Question",
    "SourceOptions",
    "Span",
    "StatsOptions",
    "Template",
    "adjudicate",
    "agree",
    "alpha",
    "annotate",
    "audit",
    "check",
    "convert",
    "coverage",
    "detect",
    "f1",
    "formats",
    "gamma",
    "make_gold",
    "merge",
    "prompt",
    "read",
    "record_decisions",
    "report",
    "run",
    "stats",
    "write",
]
