"""What can go wrong, as exceptions and warnings with place and remedy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Match, Optional, Sequence


@dataclass(frozen=True)
class Place:
    """Where a problem is. What is not known, or does not apply, is `None`."""

    file: Optional[str] = None
    """The path of the file."""
    line: Optional[int] = None
    """The line in it, from 1."""
    column: Optional[int] = None
    """The column, in characters from 1."""
    index: Optional[int] = None
    """The number of the instance, from 0."""
    path: Optional[str] = None
    """The place in the instance, such as `edits[0].output_idx[0]`."""

    def __str__(self) -> str:
        lines = [str(n) for n in (self.line, self.column) if n is not None]
        words = [":".join([self.file or "", *lines]).strip(":")]
        if self.index is not None:
            words.append(f"instance {self.index}")
        if self.path:
            words.append(self.path)
        return ", ".join(word for word in words if word)


@dataclass(frozen=True)
class Problem:
    """A problem of a template or of data."""

    code: str
    """What kind of problem it is, such as `missing-span`. Codes do not change."""
    severity: str
    """`error` or `warning`."""
    message: str
    """What is wrong."""
    remedy: str
    """What to do about it."""
    place: Place
    """Where it is."""

    def __str__(self) -> str:
        place = str(self.place)
        return f"{place}: {self.message} {self.remedy}" if place else f"{self.message} {self.remedy}"


class Error(Exception):
    """Something that can't be done, with the reason, the place and the remedy."""

    code: str
    """What kind of error it is. `usage`: options that do not go together, or that there are not; `failure`: a
    command that could do nothing, such as for a file that can't be read; `undefined`: the value of a figure
    that has none; `not-installed`: a package that is needed and missing; else the code of the first problem
    with the severity `error`."""
    message: str
    """What is wrong."""
    remedy: str
    """What to do about it; empty if the message says it."""
    place: Place
    """Where it is."""
    problems: Sequence[Problem]
    """All problems that were found, if the error is about data or a template."""

    def __init__(
        self,
        message: str,
        remedy: str = "",
        *,
        code: str = "failure",
        place: Place = Place(),
        problems: Sequence[Problem] = (),
    ) -> None:
        self.code, self.message, self.remedy = code, message, remedy
        self.place, self.problems = place, tuple(problems)
        where = str(place)
        text = f"{message} {remedy}".strip()
        errors = sum(problem.severity == "error" for problem in self.problems)
        more = f" (and {errors - 1} more, in `problems`)" if errors > 1 else ""
        super().__init__(f"{where}: {text}{more}" if where else f"{text}{more}")

    def _reword(self, change: Callable[[str], str]) -> None:
        """Changes what it says."""
        self.message, self.remedy = change(self.message), change(self.remedy)
        self.args = tuple(change(str(part)) for part in self.args)


_OPTION = re.compile(r"(?<![“\w-])'?--([a-z]+(?:-[a-z]+)*)(?: <[^>']*>)?'?(?: (\d+|[A-Z]+=[A-Z]+))?")
"""An option of the command line, with its value."""

_NAMES = {"from": "format", "to": "format"}
"""The names of options that Python calls otherwise."""

_FLAGS = frozenset(
    (
        *("by_texts", "by_position", "first_spans", "all", "other_categories", "pool", "soft"),
        *("force", "no_loss"),
    )
)
"""The options that take no value on the command line."""


def in_python(text: str) -> str:
    """A text of the command line in which options are called as in Python."""

    def argument(found: Match[str]) -> str:
        name = _NAMES.get(found[1], found[1].replace("-", "_"))
        number = found[2] if found[2] and found[2].isdigit() else None
        return f"{name}={number or ('True' if name in _FLAGS else '…')}"

    return _OPTION.sub(argument, text)


class DataWarning(UserWarning):
    """Problems of data or a template that are no errors. Results list them as `problems`."""


def problem_of(stated: Mapping[str, Any]) -> Problem:
    """The problem that a JSON object of the command line states."""
    place = Place(*(stated.get(name) for name in ("file", "line", "column", "index", "path")))
    message, remedy = in_python(stated["message"]), in_python(stated["remedy"])
    return Problem(stated["code"], stated["severity"], message, remedy, place)


def error_of(problems: Sequence[Problem]) -> Error:
    """The error of data with problems, at least one of which is an error."""
    first = next(problem for problem in problems if problem.severity == "error")
    return Error(first.message, first.remedy, code=first.code, place=first.place, problems=problems)
