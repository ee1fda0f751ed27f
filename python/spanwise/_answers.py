"""Commands of the command line, their answers, and the figures in these."""

from __future__ import annotations

import json
import os
import sys
import warnings
from typing import Any, Callable, ClassVar, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._errors import DataWarning, Error, Problem, error_of, in_python, problem_of
from ._progress import Progress, reporter

Argument = Union[str, "os.PathLike[str]"]


class Figure(Mapping[str, Any]):
    """A figure with what it rests on. `dict(figure)` has it as plain values, `float(figure)` is its value,
    and so is what `f"{figure:.3f}"` shows."""

    name: str
    """What it is called, such as `gamma.mean`."""
    value: Optional[float]
    """Its value; `None` where it is undefined, which `reason` explains."""
    interval: Optional[Tuple[float, float]]
    """Its 95 % interval (percentile bootstrap over items); `None` where there is none, which
    `interval_reason` explains."""
    n: Optional[int]
    """The number of what it is computed of, which `convention` names."""
    convention: Optional[str]
    """What exactly it is, in a sentence."""
    left_out: List[Mapping[str, Any]]
    """What it does not rest on: a list of `{"n": …, "why": …}`."""
    reason: Optional[str]
    """Why its value is undefined."""
    interval_reason: Optional[str]
    """Why it has no interval, if that is not because it has no value."""

    _MEMBERS: ClassVar[Tuple[str, ...]] = (
        "value",
        "interval",
        "n",
        "convention",
        "left_out",
        "reason",
        "interval_reason",
    )

    def __init__(
        self,
        name: str,
        value: Optional[float],
        interval: Optional[Sequence[float]] = None,
        n: Optional[int] = None,
        convention: Optional[str] = None,
        left_out: Sequence[Mapping[str, Any]] = (),
        reason: Optional[str] = None,
        interval_reason: Optional[str] = None,
    ) -> None:
        self.name, self.value, self.n, self.convention = name, value, n, convention
        self.interval = None if interval is None else (interval[0], interval[1])
        self.left_out, self.reason = list(left_out), reason
        self.interval_reason = interval_reason

    def __getitem__(self, name: str) -> Any:
        if name not in self._MEMBERS:
            raise KeyError(name)
        return _plain(getattr(self, name))

    def __iter__(self) -> Iterator[str]:
        return iter(self._MEMBERS)

    def __len__(self) -> int:
        return len(self._MEMBERS)

    def __float__(self) -> float:
        if self.value is None:
            raise Error(f"{self.name} is undefined: {self.reason}.", code="undefined")
        return float(self.value)

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        return "undefined" if self.value is None else format(self.value, spec)

    def __repr__(self) -> str:
        if self.value is None:
            return f"<{type(self).__name__} {self.name} undefined: {self.reason}>"
        interval = "" if self.interval is None else " [{}, {}]".format(*self.interval)
        of = "" if self.n is None else f" n={self.n}"
        return f"<{type(self).__name__} {self.name} {self.value}{interval}{of}>"


def _plain(value: Any) -> Any:
    """A member of a figure, with figures in it as `dict`s."""
    if isinstance(value, Figure):
        return dict(value)
    return {name: _plain(each) for name, each in value.items()} if isinstance(value, dict) else value


def figure_in(group: Mapping[str, Any], name: str, of: str) -> Figure:
    """The figure of a group of the command line's JSON. `of` is the name of the group."""
    about = group.get("about", {}).get(name, group)
    interval = "interval_95" if name == "value" else f"{name}_interval_95"
    return Figure(
        of if name == "value" else f"{of}.{name}".strip("."),
        group[name],
        group.get(interval),
        about.get("n"),
        about.get("convention"),
        about.get("skipped") or (),
        group.get(f"{name}_reason"),
        group.get(f"{interval}_reason"),
    )


class Answer(Mapping[str, Any]):
    """The JSON object of a command, as docs/command-line.md describes it. `dict(answer)` has it as plain
    values."""

    problems: List[Problem]
    """The problems of the files that were read."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = members
        self.problems = [problem_of(stated) for stated in members["problems"]]

    @property
    def ok(self) -> bool:
        """Whether there are no errors."""
        return bool(self._members["ok"])

    def figure(self, *path: str) -> Figure:
        """The figure at a place: `answer.figure("f1", "micro_char", "hard", "f1")`; a group with a `value` is
        one, too: `answer.figure("main", "gamma")`."""
        group: Any = self._members
        for name in path[:-1]:
            group = group[name]
        if isinstance(group[path[-1]], dict):
            return figure_in(group[path[-1]], "value", ".".join(path))
        return figure_in(group, path[-1], ".".join(path[:-1]))

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of spanwise {self._members['command']}: {', '.join(self)}>"


def members_of(
    arguments: Sequence[Argument], progress: Progress = None, said: Callable[[str], str] = in_python
) -> Mapping[str, Any]:
    """The JSON object of a command. `said` is how errors are said.

    Raises `Error` if there is no such command, or if it could not do anything."""
    report, end = reporter(progress)
    try:
        answer = _native.run([os.fspath(argument) for argument in arguments], report)
    except ValueError as usage:
        # How the command line is used is of no use here.
        message = str(usage).split("\n\nUsage:")[0].split("\n\nFor more information")[0]
        message = message[len("error: ") :] if message.startswith("error: ") else message
        raise Error(said(message), code="usage") from None
    finally:
        end()
    members: Mapping[str, Any] = json.loads(answer)
    if "failure" in members:
        failure = members["failure"]
        problems = [problem_of(stated) for stated in members["problems"]]
        raise Error(said(failure["message"]), said(failure["remedy"]), problems=problems)
    return members


def warn(message: str) -> None:
    """Warns of data, at the place outside of the package that works on it."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, DataWarning, stacklevel=level)


def judged(answer: Answer, allow_errors: bool = False) -> None:
    """Raises the errors of an answer, and warns of what is left."""
    if not allow_errors and any(problem.severity == "error" for problem in answer.problems):
        raise error_of(answer.problems)
    if answer.problems:
        first, more = answer.problems[0], len(answer.problems) - 1
        and_more = f" (and {more} more, in `problems`)" if more else ""
        warn(f"{first}{and_more}")


def run(*arguments: Argument, progress: Progress = None) -> Answer:
    """Runs any command of the command line in this process, with the arguments that it has there, and returns
    the JSON object that it prints with `--json`: `run("detect", "a.json")`.

    Errors in data are members of the answer.

    Raises `Error` if there is no such command, or if it could not do anything."""
    return Answer(members_of(arguments, progress, said=str))
