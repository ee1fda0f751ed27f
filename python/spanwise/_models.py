"""Language models as annotators: what they are asked, and their replies as annotations."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
)

from ._answers import Answer, judged, members_of
from ._commands import TemplateSource, _compiled, _option, _path_option, read
from ._data import Dataset
from ._files import (
    MatchDecisions,
    PathLike,
    Source,
    decisions_path,
    files_of,
    is_text,
    place_in_text,
)
from ._gold import _instances, _template_path
from ._measures import _arguments
from ._progress import Progress

if TYPE_CHECKING:
    from typing_extensions import Unpack


class ModelOptions(TypedDict, total=False):
    """Options of what a model is asked; they are those of the command line (`max_tokens` is `--max-tokens`),
    which docs/command-line.md describes."""

    format: str
    """The format of the data; without it, the one that its content is recognised as."""
    variant: str
    """The variant of the prompt: `base`, `noguide`, `noreason`, `cot` or `5shot`."""
    prompt: PathLike
    """A prompt of your own, in place of that of the variant: the path of its text, or the text itself, a
    `str` with a line break."""
    form: str
    """Where spans are in answers: `quotes`, `tags` or `tokens`."""
    no_overlap: bool
    """Say that spans must not overlap."""
    shots: Sequence[int]
    """Annotated instances that the prompt shows as solved, by their numbers in the data, from 1 as on the
    command line; they are not asked about."""
    only: Sequence[int]
    """The only instances that the model is asked about, by their numbers in the data, from 1."""
    model: str
    """The name of the model."""
    api: str
    """The interface of the endpoint: `openai`, `ollama` or `anthropic`; without it, the one that the address
    is known for."""
    structured: str
    """How the endpoint is held to the form of answers: `schema`, `json` or `none`."""
    temperature: float
    """The temperature."""
    seed: int
    """The seed; each further sample has the next number."""
    max_tokens: int
    """The most tokens of an answer."""
    samples: int
    """How often each instance is asked about."""
    input_price: float
    """The price of a million tokens that the model reads."""
    output_price: float
    """The price of a million tokens that the model writes."""
    parallel: int
    """Requests under way at once (4)."""
    per_minute: int
    """Requests in a minute at most."""
    seconds_per_answer: float
    """The seconds of an answer, to estimate the time of a run."""


class Prompt(Answer):
    """What a model is asked about data."""

    @property
    def text(self) -> Optional[str]:
        """The prompt about the instance that `show` names; `None` without it."""
        text: Optional[str] = self["prompt"]
        return text

    @property
    def difference(self) -> Optional[str]:
        """Its lines and those of the variant `difference_to`, each after a space, `+` or `-`; `None` without
        one."""
        text: Optional[str] = self["difference"]
        return text

    @property
    def template(self) -> str:
        """The text of the prompt with its placeholders."""
        return str(self["template"])

    @property
    def schema(self) -> Dict[str, Any]:
        """The JSON Schema of an answer."""
        schema: Dict[str, Any] = json.loads(self["schema"])
        return schema

    @property
    def requests(self) -> int:
        """The number of requests."""
        return int(self["requests"])

    @property
    def estimated_cost(self) -> Optional[float]:
        """What the requests will cost, estimated; `None` if no prices are given."""
        cost: Optional[float] = self["estimate"]["cost"]
        return cost

    @property
    def estimated_seconds(self) -> Optional[float]:
        """The estimated seconds of all requests; `None` without `seconds_per_answer`."""
        seconds: Optional[float] = self["estimate"]["seconds"]
        return seconds

    def __repr__(self) -> str:
        return f"<Prompt {self['variant']} of {self.requests} requests>"


class ModelAnnotations(Answer):
    """The annotations of a model, and what was said about its replies."""

    data: Dataset
    """The annotations. Instances without a reply are not in it; of several samples, each has its own."""

    @property
    def counts(self) -> Mapping[str, Any]:
        """Numbers of replies, of edits, and of what could not be used; tokens, seconds and the cost."""
        counts: Mapping[str, Any] = self["counts"]
        return counts

    @property
    def notes(self) -> List[Mapping[str, Any]]:
        """What was mended in replies, and what could not be used of them."""
        notes: List[Mapping[str, Any]] = self["notes"]
        return notes

    @property
    def matches(self) -> List[Mapping[str, Any]]:
        """The spans that were not found letter for letter, at one place: how and where they were found."""
        matches: List[Mapping[str, Any]] = self["matches"]
        return matches

    @property
    def missing(self) -> List[str]:
        """The ids of requests without a reply."""
        missing: List[str] = self["missing"]
        return missing

    def __repr__(self) -> str:
        counts = self.counts
        return f"<ModelAnnotations of {self['model']}: {counts['replies']} replies, {counts['edits']} edits>"


def prompt(
    template: TemplateSource,
    data: Source,
    *,
    show: Optional[int] = None,
    difference_to: Optional[str] = None,
    again: Optional[PathLike] = None,
    output: Optional[PathLike] = None,
    force: bool = False,
    progress: Progress = None,
    **options: Unpack[ModelOptions],
) -> Prompt:
    """What a language model is to be asked about each instance of data:
    `prompt("template.yml", "data.json", show=1).text`.

    `show` is the number of the instance whose prompt is shown, from 1 as on the command line;
    `difference_to` is a variant that it is compared with. `again` is a file of replies: then only those are
    asked about of which something could not be used, with the reason. `output` is a file for the prompts,
    JSON Lines; with `model`, they are requests for a batch. `force` overwrites an input.

    `options` are those of `ModelOptions`. Nothing is sent. Raises `Error` for errors in the template, in the
    data and in the text of the prompt."""
    said_of_prompt = {"show": show, "difference_to": difference_to, "force": force}
    more = [*_arguments(said_of_prompt), *_path_option("again", again), *_path_option("output", output)]
    with _asked("prompt", template, data, options) as (paths, folder, said):
        answer = Prompt(members_of(["prompt", *said, *more, "--", *paths], progress))
        place_in_text(answer, folder)
    judged(answer)
    return answer


def annotate(
    template: TemplateSource,
    data: Source,
    *,
    replies: PathLike,
    endpoint: Optional[str] = None,
    again: bool = False,
    timeout: Optional[int] = None,
    most_cost: Optional[float] = None,
    matches: Optional[PathLike] = None,
    matches_decided: MatchDecisions = None,
    allow_errors: bool = False,
    progress: Progress = None,
    **options: Unpack[ModelOptions],
) -> ModelAnnotations:
    """Has a language model annotate data, or reads its replies as annotations:
    `annotate("template.yml", "data.json", replies="replies.jsonl").data`.

    `replies` is a file of replies, JSON Lines: of a batch, or of an earlier run. With `endpoint`, the address
    of an endpoint, which needs `model`, requests that have no reply in the file are sent, and each reply is
    added to it as it comes; so an interrupted run goes on where it was. The key is read from the variable
    `SPANWISE_API_KEY` of the environment.

    `again` also asks again about replies of which something could not be used, and says what; the last reply
    to a request counts.

    A request may take `timeout` seconds (300). Nothing more is sent once the replies of this run have cost
    `most_cost` by `input_price` and `output_price`. `matches` is the path of a table of the spans that were not found letter for letter; `matches_decided` are decisions
    about them: a list of `{"number": …, "quote": …, "decision": …}`, or the path of a file with them.

    `options` are those of `ModelOptions`, the same with which the requests were made. Raises `Error` if
    requests fail, for errors in the template and in the data, and if there is no reply at all; with
    `allow_errors`, the annotations of the replies that there are are returned, and errors are listed in its
    `problems`."""
    compiled = _compiled(template)
    sending = {
        "endpoint": endpoint,
        "again": again,
        "timeout": timeout,
        "most_cost": most_cost,
    }
    with _asked("annotate", template, data, options) as (paths, folder, said):
        out = os.path.join(folder, "annotations.json")
        decided = decisions_path(matches_decided, folder)
        files = [
            *_path_option("replies", replies),
            *_path_option("matches", matches),
            *_path_option("matches-decided", decided),
        ]
        arguments = ["annotate", *said, *_arguments(sending), *files, "--output", out, "--", *paths]
        answer = ModelAnnotations(members_of(arguments, progress))
        place_in_text(answer, folder)
        judged(answer, allow_errors and bool(answer["written"]))
        answer.data = Dataset(_instances(out), template=compiled, name=str(answer["model"]), answer=answer)
    return answer


def audit(
    template: TemplateSource,
    *sources: Source,
    format: Optional[str] = None,
    each: Optional[int] = None,
    seed: Optional[str] = None,
    progress: Progress = None,
) -> Dataset:
    """Annotations drawn at random, each an instance of its own to be judged:
    `audit("template.yml", "llama.json", each=3)`.

    `each` annotations (3) are drawn of each category of each source, by `seed`. The data set has a template
    of its own, with the questions about each annotation: save both, with `write` and `template.save`.
    `stats(judged, by="audited,category")` counts the judgements.

    Raises `Error` for errors in the template and if there is nothing to judge."""
    with files_of(list(sources)) as (paths, folder):
        out = os.path.join(folder, "audit.json")
        said = [*_option("from", format), *_arguments({"each": each, "seed": seed})]
        files = [_template_path(template, folder), *paths]
        answer = Answer(members_of(["audit", *said, "--output", out, "--", *files], progress))
        place_in_text(answer, folder)
        judged(answer)
        return read(out)


@contextmanager
def _asked(
    function: str, template: TemplateSource, data: Source, options: Mapping[str, Any]
) -> Iterator[Tuple[List[str], str, List[str]]]:
    """The paths of template and data, the folder of those that are no files, and the arguments of options,
    for as long as the context lasts.

    Raises `TypeError` for an option that is not one of `ModelOptions`."""
    unknown = next((name for name in options if name not in ModelOptions.__optional_keys__), None)
    if unknown is not None:
        raise TypeError(f"{function}() got an unexpected keyword argument {unknown!r}")
    with files_of([data]) as (paths, folder):
        own = options.get("prompt")
        if isinstance(own, str) and is_text(own):
            path = os.path.join(folder, "prompt.txt")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(own)
            own = path
        others = {name: value for name, value in options.items() if name not in ("format", "prompt")}
        said = [*_option("from", options.get("format")), *_path_option("prompt", own), *_arguments(others)]
        yield [_template_path(template, folder), *paths], folder, said
