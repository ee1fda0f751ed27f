"""What is given as a path, a text, a data set or a list, as files for the command line."""

from __future__ import annotations

import json
import os
import tempfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import contextmanager
from dataclasses import replace
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from ._answers import Answer
from ._errors import Error, Place, Problem

if TYPE_CHECKING:
    from ._data import Dataset, Instance

PathLike = Union[str, "os.PathLike[str]"]

LabelledSpan = Tuple[int, int, str]
"""Start and end in code points, and a label."""

Source = Union[PathLike, "Dataset", Sequence["Instance"]]
"""Annotated data: the path of a file in any format, a data set, or instances."""

MatchDecisions = Union[None, PathLike, Sequence[Mapping[str, Any]]]
"""Decisions about spans that are not just where a file says: the path of a file of them, or a list."""


def is_text(source: object) -> bool:
    """Whether a source is a text rather than a path: a `str` with a line break, or one that begins like
    JSON."""
    return isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("{", "["))


def path_of(source: PathLike) -> str:
    """The path for the command line, on which it is neither an option nor standard input."""
    path = os.fsdecode(source)
    return f".{os.sep}{path}" if path.startswith("-") else path


def part_of_list(part: object) -> str:
    """A part of a list on the command line, whatever commas and quotes it has."""
    text = str(part)
    is_plain = text.strip() == text != "" and "," not in text and not text.startswith('"')
    return text if is_plain else '"{}"'.format(text.replace('"', '""'))


def text_of(path: PathLike) -> str:
    """The text of a file: UTF-8, or UTF-16 with a byte order mark, as the command line reads it.

    Raises `Error` if it can't be read."""
    try:
        with open(path, "rb") as file:
            content = file.read()
        return content.decode("utf-16" if content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8")
    except (OSError, UnicodeDecodeError) as why:
        reason = why.strerror if isinstance(why, OSError) else "it is not UTF-8"
        raise Error(
            f"The file can't be read: {reason}.",
            "Check the path, and that you may read it.",
            place=Place(file=os.fspath(path)),
        ) from None


def place_in_text(answer: Answer, folder: str) -> Answer:
    """The answer with problems in what was given, not in the files of a folder that it was put into."""

    def placed(problem: Problem) -> Problem:
        file = problem.place.file
        if file is None or not file.startswith(folder):
            return problem
        return replace(problem, place=replace(problem.place, file=None))

    answer.problems = [placed(problem) for problem in answer.problems]
    return answer


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """A text with names in place of paths."""
    for path, name in names.items():
        text = text.replace(path, name)
    return text


@contextmanager
def files_of(sources: Sequence[Source]) -> Iterator[Tuple[List[str], str]]:
    """The paths of sources, and the folder in which those stand that are no files, for as long as the context
    lasts."""
    from ._data import Dataset, Instance

    with tempfile.TemporaryDirectory(prefix="spanwise-") as folder:
        paths: List[str] = []
        names: Dict[str, str] = {}
        for number, source in enumerate(sources, 1):
            if isinstance(source, (str, os.PathLike)):
                paths.append(path_of(source))
                continue
            if not isinstance(source, Dataset):
                instances = list(source) if isinstance(source, Iterable) else [source]
                if not all(isinstance(instance, Instance) for instance in instances):
                    raise Error(
                        f"Source {number} is no annotated data.",
                        "Give a path, a Dataset, instances, or for all of them spans: (start, end, label).",
                        code="usage",
                    )
                source = Dataset(instances, name=f"annotator {number}")
            own = os.path.join(folder, str(number))
            os.mkdir(own)
            paths.append(source._file(own))
            names[paths[-1]] = source.name
        try:
            yield paths, folder
        except Error as error:
            error._reword(lambda text: _with_names(text, names))
            raise


def decisions_path(decisions: MatchDecisions, folder: str) -> Optional[PathLike]:
    """The path of decisions, which are put into the folder if they are no file."""
    if decisions is None or isinstance(decisions, (str, os.PathLike)):
        return decisions
    path = os.path.join(folder, "decisions.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"decisions": [dict(decision) for decision in decisions]}, file)
    return path
