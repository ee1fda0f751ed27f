"""Gold: by a rule, or of decisions that an adjudicator made."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional

from ._answers import Answer, judged, members_of
from ._commands import TemplateSource, _compiled, _input_options
from ._data import Dataset, Instance
from ._files import PathLike, Source, files_of, path_of, place_in_text
from ._progress import Progress
from ._template import Template


class Adjudication(Answer):
    """Gold, and how it was decided."""

    gold: Dataset
    """What was decided: each instance once, with the notes of the decisions."""
    record: List[Dict[str, Any]]
    """The rows of the record of decisions, which docs/several-annotators.md describes."""

    @property
    def decided(self) -> int:
        """The number of groups of edits or answers that the rule decides."""
        return int(self["decided"])

    @property
    def undecided(self) -> int:
        """The number of those that it does not decide. Gold has nothing of them; `answer["undecided"]` lists
        them."""
        return len(self["undecided"])

    def __repr__(self) -> str:
        names = ", ".join(self["annotators"])
        return f"<Adjudication of {names}: {self.decided} decided, {self.undecided} undecided>"


def adjudicate(
    *sources: Source,
    template: Optional[TemplateSource] = None,
    take: str = "majority",
    format: Optional[str] = None,
    offsets: Optional[str] = None,
    progress: Progress = None,
) -> Adjudication:
    """Makes gold of annotators' work by a rule, where nobody adjudicates: `adjudicate("a.json", "b.csv").gold`.

    `sources` are the work of an annotator each, or of several. `take` is `majority`, `unanimous`, `union` or
    `intersection`. What the rule does not decide is not in gold, is warned of, and is in the record without a
    decision. Without a template, categories are those that the annotators used. Files may be of any format,
    recognised by their content unless `format` names it; `offsets` is as in `merge`.

    Raises `Error` if they can't be read."""
    compiled = _compiled(template)
    with files_of(sources) as (paths, folder):
        gold, record = os.path.join(folder, "gold.json"), os.path.join(folder, "record.json")
        options = [f"--take={take}", "--output", gold, "--record", record, *_input_options(format, offsets)]
        if template is not None:
            options += ["--template", _template_path(template, folder)]
        arguments = ["gold", "decide", *options, "--", *paths]
        answer = Adjudication(members_of(arguments, progress))
        place_in_text(answer, folder)
        judged(answer)
        answer.gold = Dataset(_instances(gold), template=compiled, name="gold", answer=answer)
        with open(record, encoding="utf-8") as written:
            answer.record = json.load(written)
    return answer


def _instances(path: str) -> List[Instance]:
    with open(path, encoding="utf-8") as written:
        return [Instance.from_dict(each) for each in json.load(written)]


def _template_path(template: TemplateSource, folder: str) -> str:
    """The path of a template, which is put into the folder if it is no file."""
    if not isinstance(template, Template):
        return path_of(template)
    path = os.path.join(folder, "template.yml")
    template.save(path)
    return path


def record_decisions(
    gold: Source,
    *annotators: Source,
    template: TemplateSource,
    output: PathLike,
    format: Optional[str] = None,
    offsets: Optional[str] = None,
    force: bool = False,
    progress: Progress = None,
) -> Answer:
    """Writes the record of an adjudicator's decisions: what the annotators made, what was decided, and what
    came of it. `gold` is what the page for adjudication wrote. The record is CSV if its name ends in `.csv`,
    else JSON. The files of the annotators may be of any format; `format` and `offsets` are as in `merge`."""
    with files_of([gold, *annotators]) as (paths, folder):
        path = _template_path(template, folder)
        options = ["--template", path, "--output", path_of(output), *["--force"] * force]
        options += _input_options(format, offsets)
        arguments = ["gold", "record", *options, "--", *paths]
        answer = place_in_text(Answer(members_of(arguments, progress)), folder)
    judged(answer)
    return answer


def make_gold(
    *data: Source,
    decisions: PathLike,
    format: Optional[str] = None,
    offsets: Optional[str] = None,
    template: Optional[TemplateSource] = None,
    progress: Progress = None,
) -> Dataset:
    """Makes gold again from a record of decisions and the data that was adjudicated: without annotations, or
    annotators' files that together have all instances. They may be of any format; `format` and `offsets` are
    as in `merge`."""
    with files_of(data) as (paths, folder):
        out = os.path.join(folder, "gold.json")
        options = ["--decisions", path_of(decisions), "--output", out, *_input_options(format, offsets)]
        arguments = ["gold", "make", *options, "--", *paths]
        answer = place_in_text(Answer(members_of(arguments, progress)), folder)
        judged(answer)
        instances = _instances(out)
    return Dataset(instances, template=_compiled(template), name="gold", answer=answer)
