"""Gold of decisions that an adjudicator made."""

from __future__ import annotations

import json
import os
from typing import Optional

from ._answers import Answer, judged, members_of
from ._commands import TemplateSource, _compiled
from ._data import Dataset, Instance
from ._files import PathLike, Source, files_of, path_of, place_in_text
from ._progress import Progress
from ._template import Template


def record_decisions(
    gold: Source,
    *annotators: Source,
    template: TemplateSource,
    output: PathLike,
    force: bool = False,
    progress: Progress = None,
) -> Answer:
    """Writes the record of an adjudicator's decisions: what the annotators made, what was decided, and what
    came of it. `gold` is what the page for adjudication wrote. The record is CSV if its name ends in `.csv`,
    else JSON."""
    with files_of([gold, *annotators]) as (paths, folder):
        path = os.path.join(folder, "template.yml")
        if isinstance(template, Template):
            template.save(path)
        else:
            path = path_of(template)
        options = ["--template", path, "--output", path_of(output), *["--force"] * force]
        arguments = ["gold", "record", *options, "--", *paths]
        answer = place_in_text(Answer(members_of(arguments, progress)), folder)
    judged(answer)
    return answer


def make_gold(
    data: Source,
    decisions: PathLike,
    *,
    template: Optional[TemplateSource] = None,
    progress: Progress = None,
) -> Dataset:
    """Makes gold again from a record of decisions and the data that was adjudicated: without annotations, or
    any annotator's."""
    with files_of([data]) as (paths, folder):
        out = os.path.join(folder, "gold.json")
        options = ["--decisions", path_of(decisions), "--output", out]
        arguments = ["gold", "make", *options, "--", *paths]
        answer = place_in_text(Answer(members_of(arguments, progress)), folder)
        judged(answer)
        with open(out, encoding="utf-8") as written:
            stored = json.load(written)
    instances = [Instance.from_dict(each) for each in stored]
    return Dataset(instances, template=_compiled(template), name="gold", answer=answer)
