"""Reading, writing, converting, merging and checking."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._answers import Answer, judged, members_of, warn
from ._data import Dataset, Instance
from ._errors import Error, Place, in_python
from ._files import (
    MatchDecisions,
    PathLike,
    Source,
    decisions_path,
    files_of,
    is_text,
    part_of_list,
    path_of,
    place_in_text,
)
from ._progress import Progress
from ._template import Template

TemplateSource = Union[Template, PathLike]
"""A template, or the path of its YAML."""


class Conversion(Answer):
    """What a conversion did."""

    @property
    def losses(self) -> List[Mapping[str, Any]]:
        """What the target format can't hold: a list of `{"what": …, "count": …, "index": the first record
        with it}`."""
        losses: List[Mapping[str, Any]] = self["losses"]
        return losses

    @property
    def written(self) -> List[str]:
        """The paths of the files written."""
        written: List[str] = self["written"]
        return written


class Check(Answer):
    """What is wrong in a template and in data. It is true if there are no errors."""

    def __bool__(self) -> bool:
        return self.ok


def formats() -> List[Dict[str, Any]]:
    """The formats of annotations, each with its name and what is known of it."""
    listed: List[Dict[str, Any]] = members_of(["formats"])["formats"]
    return listed


def detect(*paths: PathLike) -> List[Dict[str, Any]]:
    """What files are, by their content: for each its `format` (`None` if not exactly one fits), `candidates`,
    and what it holds. See `spanwise detect` in docs/command-line.md."""
    found: List[Dict[str, Any]] = members_of(["detect", *map(path_of, paths)])["files"]
    return found


_TEMPLATE = "_thresh_template"
"""The member of the element of a bundle that holds the template."""

_OWN_TEMPLATE = "_spanwise_template"
"""The member with the template as it was written, if Thresh needs another one."""


def read(
    source: PathLike,
    format: Optional[str] = None,
    template: Optional[TemplateSource] = None,
    *,
    offsets: Optional[str] = None,
    allow_errors: bool = False,
    progress: Progress = None,
) -> Dataset:
    """Reads annotated data of any format.

    `source` is the path of a file, or of a folder for formats of several files; or a text: a `str` with a
    line break, or one that begins with `{` or `[`. Without `format`, the format is the one that the content
    is recognised as. With `template`, the data is checked against it; without it, a bundle has one of its
    own. `offsets` says what offsets count, if
    not what the format declares: `utf16`, `code-points` or `bytes`.

    Raises `Error` if it can't be read, and if there are errors in it; with `allow_errors`, what can be read
    is returned, and its `problems` are listed. Warnings are given as `DataWarning`."""
    compiled = _compiled(template)
    with tempfile.TemporaryDirectory(prefix="spanwise-") as folder:
        name = "data"
        if is_text(source):
            path = os.path.join(folder, "text")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(os.fspath(source))
        else:
            path = path_of(source)
            name = os.path.splitext(os.path.basename(os.path.normpath(path)))[0]
        out = os.path.join(folder, "data.json")
        options = [*_option("from", format), *_option("offsets", offsets)]
        arguments = ["convert", *options, "--to", "thresh", path, out]
        try:
            answer = place_in_text(Answer(members_of(arguments, progress)), folder)
        except Error as error:
            error.place = Place() if is_text(source) else Place(file=path)
            if is_text(source):
                error._reword(lambda text: text.replace(path, "The text"))
            raise
        if not os.path.exists(out):
            judged(answer)
        if compiled is not None:
            answer.problems += _checked(compiled, [out], folder, progress=progress).problems
        judged(answer, allow_errors)
        with open(out, encoding="utf-8") as written:
            stored = json.load(written)
    bundled = [data for data in stored if _TEMPLATE in data]
    instances = [Instance.from_dict(data) for data in stored if _TEMPLATE not in data]
    if compiled is None and bundled:
        compiled = Template.from_yaml(bundled[-1].get(_OWN_TEMPLATE, bundled[-1][_TEMPLATE]))
    return Dataset(instances, template=compiled, name=name, answer=answer)


def write(
    data: Union[Dataset, Sequence[Instance]],
    path: PathLike,
    format: Optional[str] = None,
    *,
    no_loss: bool = False,
    force: bool = False,
) -> Conversion:
    """Writes data into a file of any format, or into a folder for formats of several files. Without `format`,
    a file whose name ends in `.json` is Thresh's. A file is replaced; into a folder with files in it only
    `force` writes.

    Raises `Error` if it can't be written and, with `no_loss`, if the format can't hold everything. What it
    can't hold is in the `losses` of what is returned."""
    if format is None:
        if not os.fspath(path).endswith(".json"):
            raise Error(
                f"{os.fspath(path)} may be of any format.",
                "Name it: write(data, path, format).",
                code="usage",
            )
        format = "thresh"
    return convert(data, path, format, source_format="thresh", no_loss=no_loss, force=force)


def convert(
    source: Source,
    path: PathLike,
    format: str,
    *,
    source_format: Optional[str] = None,
    offsets: Optional[str] = None,
    map: Union[None, str, Mapping[str, str]] = None,
    separator: Optional[str] = None,
    matches: Optional[PathLike] = None,
    matches_decided: MatchDecisions = None,
    no_loss: bool = False,
    force: bool = False,
    allow_errors: bool = False,
    progress: Progress = None,
) -> Conversion:
    """Turns annotations from one format into another: `convert("a.csv", "a.json", "thresh")`.

    `source_format` and `offsets` are as in `read`. `map` renames categories, questions and options: a `dict`
    of old names to new ones, or the path of a file of changes. `separator` stands between the cells of
    `csv-spans` and `csv-edits`: `","`, or `";"`. `matches` is the path of a table of the spans that are not
    just where the source says; `matches_decided` are decisions about them: a list, or the path of the file
    that the page saves. With `no_loss`, nothing is written if the format can't hold everything. `force`
    overwrites the source, and writes into a folder with files in it.

    Raises `Error` if nothing is written, and if there are errors in the source; with `allow_errors`, these
    are listed instead."""
    renamed = ",".join(f"{a}={b}" for a, b in map.items()) if isinstance(map, Mapping) else map
    options = [
        *_option("from", source_format),
        *_option("offsets", offsets),
        *_option("map", renamed),
        *_option("separator", separator),
        *_path_option("matches", matches),
        *["--no-loss"] * no_loss,
        *["--force"] * force,
    ]
    with files_of([source]) as (paths, folder):
        options += _path_option("matches-decided", decisions_path(matches_decided, folder))
        arguments = ["convert", *options, "--to", format, paths[0], path_of(path)]
        answer = Conversion(members_of(arguments, progress, _of_conversion))
        place_in_text(answer, folder)
    judged(answer, allow_errors and bool(answer.written))
    if answer.losses:
        lost = ", ".join(f"{loss['count']} {loss['what']}" for loss in answer.losses)
        warn(f"{format} can't hold everything: {lost}.")
    return answer


def _of_conversion(text: str) -> str:
    """A text of the command line in which options are called as those of `convert`."""
    return in_python(text.replace("--from", "--source-format"))


def merge(
    *sources: Source,
    annotators: Union[None, str, Sequence[str]] = None,
    prefer: Optional[str] = None,
    format: Optional[str] = None,
    offsets: Optional[str] = None,
    template: Optional[TemplateSource] = None,
    progress: Progress = None,
) -> Dataset:
    """Puts the work of several annotators on the same data into one data set, each instance with its
    annotator.

    Files may be of any format, recognised by their content unless `format` names it. `offsets` (`utf16`,
    `code-points` or `bytes`) says what their spans count in, if they say nothing or are wrong. `annotators` are
    their names, one for each source or one for all; without it they are called like their files. `prefer` (`first` or `last`) says which to take where an annotator
    annotated an instance in several ways. `answer` of what is returned tells what was merged.

    Raises `Error` if they can't be merged."""
    names = annotators if annotators is None or isinstance(annotators, str) else ",".join(map(part_of_list, annotators))
    options = [*_option("annotators", names), *_option("prefer", prefer), *_input_options(format, offsets)]
    compiled = _compiled(template)
    with files_of(sources) as (paths, folder):
        out = os.path.join(folder, "merged.json")
        arguments = ["merge", *options, "--output", out, "--", *paths]
        answer = place_in_text(Answer(members_of(arguments, progress)), folder)
        judged(answer)
        with open(out, encoding="utf-8") as written:
            stored = json.load(written)
    instances = [Instance.from_dict(data) for data in stored]
    return Dataset(instances, template=compiled, name="merged", answer=answer)


def check(
    template: TemplateSource, *sources: Source, strict: bool = False, progress: Progress = None
) -> Check:
    """Finds what is wrong in a template, and in data for it: `if not check("template.yml", "data.json"): …`.
    `problems` of what is returned are the errors and warnings; with `strict`, all are errors.

    Files may be of any format. Raises `Error` only if one can't be read."""
    with files_of(_in_thresh_format(sources)) as (paths, folder):
        return _checked(template, paths, folder, strict=strict, progress=progress)


def _checked(
    template: TemplateSource,
    paths: Sequence[str],
    folder: str,
    *,
    strict: bool = False,
    progress: Progress = None,
) -> Check:
    if isinstance(template, Template):
        path = os.path.join(folder, "template.yml")
        template.save(path)
    else:
        path = path_of(template)
    arguments = ["check", *["--strict"] * strict, "--", path, *paths]
    answer = Check(members_of(arguments, progress))
    place_in_text(answer, folder)
    return answer


def _in_thresh_format(sources: Sequence[Source]) -> List[Source]:
    """The sources, with files of other formats read."""

    def read_if_other(source: Source) -> Source:
        if not isinstance(source, (str, os.PathLike)) or not os.path.exists(source):
            return source
        (found,) = detect(source)
        return source if found["format"] in (None, "thresh") else read(source)

    return [read_if_other(source) for source in sources]


def _compiled(template: Optional[TemplateSource]) -> Optional[Template]:
    if template is None or isinstance(template, Template):
        return template
    return Template.from_yaml(template)


def _option(name: str, value: Optional[str]) -> List[str]:
    return [] if value is None else [f"--{name}={value}"]


def _path_option(name: str, path: Optional[PathLike]) -> List[str]:
    return _option(name, None if path is None else path_of(path))


def _input_options(format: Optional[str], offsets: Optional[str]) -> List[str]:
    """How the files of annotators are read."""
    return [*_option("format", format), *_option("offsets", offsets)]
