"""Agreement of annotators, and what they marked."""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import chain
from numbers import Integral
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
    Type,
    TypedDict,
    TypeVar,
    Union,
    cast,
    get_origin,
    get_type_hints,
)

from . import _html
from ._answers import Answer, Figure, judged, members_of
from ._commands import TemplateSource
from ._data import Dataset, Instance
from ._errors import Error
from ._files import LabelledSpan, PathLike, Source, files_of, part_of_list, path_of, place_in_text
from ._progress import Progress
from ._template import Template

if TYPE_CHECKING:
    from typing_extensions import Unpack

Names = Union[str, Sequence[str]]

AnnotatorSource = Union[Source, Sequence[LabelledSpan], Sequence[Sequence[LabelledSpan]]]
"""The work of an annotator: the path of a file of any format, a data set, instances; or spans `(start, end,
label)`, a list for one text, or a list of lists for several."""


class SourceOptions(TypedDict, total=False):
    """Options of what is read and counted; they are those of the command line (`by_position` is
    `--by-position`), which docs/command-line.md describes."""

    format: str
    """The format of the files; without it, the one that the content of each is recognised as."""
    offsets: str
    """What offsets count, if not what the format declares: `utf16`, `code-points` or `bytes`."""
    keys: Names
    """Members of the records or their metadata that tell items apart."""
    by_texts: bool
    """Tell items apart by their texts, even if they have names."""
    by_position: bool
    """Tell items apart by their positions."""
    side: str
    """The side that counts: `source`, `target` or `both`."""
    template: TemplateSource
    """The sides on which its categories have spans count."""
    tokens: str
    """What a token is: `word`, `space`, `char`, or the path of a file with a tokenized text in each line."""
    max_left_out: float
    """Go on even if more than this share of the items, in percent, is left out because only one annotator has
    them."""
    where: Mapping[str, Union[str, Sequence[str]]]
    """Only records with these values of members of theirs or of their metadata."""
    by: Names
    """Also the figures of each value of a member; of several joined by commas, of each combination."""
    resamples: int
    """The number of bootstrap samples for intervals; 0 for none. Without it, 1000."""
    seed: int
    """The seed of the random numbers. Without it, 42."""
    map: Union[str, Mapping[str, str]]
    """Categories taken for other ones."""
    first_spans: bool
    """Count only the first span of an edit on each side."""
    leave_out: Mapping[str, int]
    """Leave out the edits of a category that are no more severe than this."""
    category: Names
    """Only the edits of these categories."""
    all: bool
    """Also figures that take long."""


class AgreeOptions(SourceOptions, total=False):
    """Options of agreement."""

    annotator: Names
    """Only the records of these annotators."""
    other_categories: bool
    """Go on even if annotators have no category in common."""
    measures: Names
    """Only these measures: `counts`, `pearson`, `f1`, `schemes`, `soft`, `s-empty`, `gamma`, `confusion`,
    `alpha`, `two-agree`, `kappa`, `competence`."""
    pool: bool
    """Put the texts of all pairs of annotators together, as if they were those of one pair."""
    average: Names
    """Average the main figures over pairs of annotators (`pairs`), and over the values of members."""
    confusion_spans: PathLike
    """Write the spans that the confusion of categories counts into this file."""
    confused: Tuple[str, str]
    """Write only those that the reference has in the one category, and the hypothesis in the other; `""` for no
    span."""
    per_text: PathLike
    """Write the figures of each text and pair into this file."""
    pairs: str
    """Which pairs are listed: `common` or `all`."""
    same_edit: str
    """Which edits are the same for comparing answers: `overlap`, `iou=0.5`, `exact`."""
    alt_test: Names
    """The alternative annotator test: may this annotator, such as a model, replace one of the others?"""
    epsilon: float
    """The alternative annotator test: what a person costs more."""
    alt_score: str
    """The alternative annotator test: `f1`, `f1-soft` or `count`."""
    systems: str
    """Compare annotators as judges of systems: the member that says whose output it is."""
    soft_labels: PathLike
    """Write the probability of each character to be marked into this file."""
    soft_from: str
    """What the probability is: `share` or `competence`."""
    empty: str
    """γ: whether texts on which an annotator marked nothing `count`, or are left out (`skip`)."""
    alpha: float
    """γ: what positions weigh."""
    beta: float
    """γ: what categories weigh."""
    delta_empty: float
    """γ: what it costs to leave a unit unaligned."""
    sampler: str
    """γ: how chance marks a text: `statistical` or `shuffle`."""
    samples: int
    """γ: how many samples of each text are drawn at least. Without it, 30."""
    precision: float
    """γ: as many samples as it takes for the expected disorder to be this precise."""
    soft: bool
    """γ: let a unit be aligned more than once."""


_PAIRS = frozenset(name for name, of in get_type_hints(AgreeOptions).items() if get_origin(of) is tuple)
"""The options that have two values."""


_LISTS = frozenset(("keys", "where", "category", "leave_out", "annotator", "average", "alt_test"))
"""The options that are lists for the command line, of parts between commas. Those of `by` are joined by commas where a
combination is meant."""


_CHOICES = frozenset(("category", "annotator", "measures"))
"""The options that say what counts, as `where` does."""


class StatsOptions(SourceOptions, total=False):
    """Options of `stats` and `coverage`."""

    weights: Mapping[str, float]
    """What an error costs in MQM's score, by severity, instead of 0, 1, 5 and 25."""
    average: Names
    """Average the figures over the values of members."""


class Agreement(Answer):
    """How well annotators agree: the members that docs/command-line.md lists, and the main figures."""

    @property
    def annotators(self) -> List[str]:
        """Their names."""
        names: List[str] = self["annotators"]
        return names

    @property
    def f1(self) -> Figure:
        """F1 by characters, of spans of the same category; the mean over pairs."""
        return self.figure("main", "f1")

    @property
    def f1_soft(self) -> Figure:
        """The same, categories ignored."""
        return self.figure("main", "f1_soft")

    @property
    def gamma(self) -> Figure:
        """γ, the mean over texts."""
        return self.figure("main", "gamma")

    @property
    def alpha(self) -> Figure:
        """Krippendorff's α of whether tokens are marked in a category."""
        return self.figure("main", "alpha")

    @property
    def pearson(self) -> Figure:
        """Pearson's correlation between the numbers of spans per text and category; the mean over pairs."""
        return self.figure("main", "pearson")

    @property
    def main(self) -> List[Figure]:
        """The main figures that were asked for."""
        names = ("f1", "f1_soft", "gamma", "alpha", "pearson")
        return [self.figure("main", name) for name in names if name in self["main"]]

    def __repr__(self) -> str:
        known = (f"{each.name.partition('.')[2]} {each.value}" for each in self.main)
        return f"<Agreement of {', '.join(self.annotators)}: {', '.join(known)}>"

    def _repr_html_(self) -> str:
        return _html.figures(self.main)


F = TypeVar("F", bound=Figure)


class F1(Figure):
    """F1 with precision and recall, which are `None` for three annotators and more, and the whole
    `answer`."""

    _MEMBERS = (*Figure._MEMBERS, "precision", "recall")

    precision: Optional[Figure]
    recall: Optional[Figure]
    answer: Agreement


class Gamma(Figure):
    """γ, with γ-cat as `cat` and γ-k by category as `k`, both of all annotators together, and the whole
    `answer`."""

    _MEMBERS = (*Figure._MEMBERS, "cat", "k")

    cat: Optional[Figure]
    k: Dict[str, Figure]
    answer: Agreement


class Alpha(Figure):
    """Krippendorff's α, also of each category, and the whole `answer`."""

    _MEMBERS = (*Figure._MEMBERS, "by_category")

    by_category: Dict[str, Figure]
    answer: Agreement


class Coverage(Figure):
    """A share of the tokens that is marked, also of each category, and the whole `answer`."""

    _MEMBERS = (*Figure._MEMBERS, "by_category")

    by_category: Dict[str, Figure]
    answer: Answer


def agree(
    *sources: AnnotatorSource,
    text: Union[None, str, Sequence[str]] = None,
    reference: Optional[AnnotatorSource] = None,
    hypothesis: Union[None, AnnotatorSource, Sequence[AnnotatorSource]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[AgreeOptions],
) -> Agreement:
    """How well annotators agree, by every measure; the same numbers as those of `spanwise agree --json`.

    `sources` are the work of an annotator each, or a single one of several annotators; of two, the first is
    the reference. Spans are `(start, end, label)` in code points of `text`, a list of them for one text, or a
    list of lists for several. With `reference`, each `hypothesis` (one, or a list of paths and data sets) is
    compared with it, whoever worked on them.

    `options` are those of `AgreeOptions`. Raises `Error` for options that do not go together, for data that
    can't be compared, and for errors in it."""
    named = _named(reference, hypothesis)
    given = [*sources, *(source for _, source in named)]
    known = AgreeOptions.__optional_keys__
    with _prepared("agree", known, given, text, options) as (paths, folder, said):
        placed = [f"--{name}={path}" for (name, _), path in zip(named, paths[len(sources) :])]
        arguments = ["agree", *said, *placed, "--", *paths[: len(sources)]]
        answer = Agreement(members_of(arguments, progress))
        place_in_text(answer, folder)
    judged(answer, allow_errors)
    return answer


def gamma(
    *sources: AnnotatorSource,
    text: Union[None, str, Sequence[str]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[AgreeOptions],
) -> Gamma:
    """γ of annotators (Mathet, Widlöcher and Métivier 2015), the mean over texts. Arguments are those of
    `agree`."""
    answer = _agreed(sources, "gamma", text, progress, allow_errors, options)
    figure = _figure(Gamma, answer.gamma)
    together = answer.get("gamma", {})
    figure.cat = answer.figure("gamma", "cat", "value") if "cat" in together else None
    figure.k = {name: answer.figure("gamma", "k", name) for name in together.get("k", {})}
    figure.answer = answer
    return figure


def alpha(
    *sources: AnnotatorSource,
    text: Union[None, str, Sequence[str]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[AgreeOptions],
) -> Alpha:
    """Krippendorff's α of whether tokens are marked in a category. Arguments are those of `agree`; spans need
    their `text`.

    `by_category` has the α of each category over all tokens of all texts (`pooled`)."""
    _needs_text(sources, text, "alpha")
    answer = _agreed(sources, "alpha", text, progress, allow_errors, options)
    figure = _figure(Alpha, answer.alpha)
    named = answer.get("alpha", {})
    figure.by_category = {name: answer.figure("alpha", name, "pooled") for name in named}
    figure.answer = answer
    return figure


def f1(
    *sources: AnnotatorSource,
    convention: str = "micro_char",
    ignore_categories: bool = False,
    text: Union[None, str, Sequence[str]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[AgreeOptions],
) -> F1:
    """F1 of spans. Arguments are those of `agree`; `convention` is one that docs/measures.md lists, such as
    `micro_char`, `exact_match` or `mpp`. With `ignore_categories`, spans of any category match.

    Of three annotators and more, it is the mean over pairs, of `micro_char`.

    Raises `Error` if there is no such convention for so many annotators."""
    answer = _agreed(sources, "f1", text, progress, allow_errors, options)
    matching = "soft" if ignore_categories else "hard"
    of_two = answer.get("f1")
    if of_two is None and convention == "micro_char":
        figure = _figure(F1, answer.f1_soft if ignore_categories else answer.f1)
        figure.precision = figure.recall = None
    elif of_two is None or convention not in of_two:
        known = "micro_char" if of_two is None else ", ".join(of_two)
        raise Error(
            f"There is no F1 by the convention {convention!r} of these annotators.",
            f"Choose one of these: {known}.",
            code="usage",
        )
    else:
        figure = _figure(F1, answer.figure("f1", convention, matching, "f1"))
        figure.precision = answer.figure("f1", convention, matching, "precision")
        figure.recall = answer.figure("f1", convention, matching, "recall")
    figure.answer = answer
    return figure


def stats(
    *sources: AnnotatorSource,
    text: Union[None, str, Sequence[str]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[StatsOptions],
) -> Answer:
    """What was marked, how much of the texts, and how severe; the same numbers as those of `spanwise stats
    --json`. `options` are those of `StatsOptions`."""
    known = StatsOptions.__optional_keys__
    with _prepared("stats", known, sources, text, options) as (paths, folder, said):
        answer = Answer(members_of(["stats", *said, "--", *paths], progress))
        place_in_text(answer, folder)
    judged(answer, allow_errors)
    return answer


def coverage(
    *sources: AnnotatorSource,
    kind: str = "span_coverage",
    text: Union[None, str, Sequence[str]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[StatsOptions],
) -> Coverage:
    """How much of the texts is marked, by all annotators together. `kind` is `span_coverage`,
    `without_overlap`, `severity_weighted` or `span_rate` (docs/measures.md). Other arguments are those of
    `agree`; spans need their `text`."""
    _needs_text(sources, text, "coverage")
    answer = stats(*sources, text=text, progress=progress, allow_errors=allow_errors, **options)
    found = answer["coverage"]
    if "value" not in found["all"].get(kind, {}):
        known = "span_coverage, without_overlap, severity_weighted, span_rate"
        raise Error(f"There is no coverage {kind!r}.", f"Choose one of {known}.", code="usage")
    figure = _figure(Coverage, answer.figure("coverage", "all", kind))
    named = (name for name in found if name != "all")
    figure.by_category = {name: answer.figure("coverage", name, kind) for name in named}
    figure.answer = answer
    return figure


def report(
    *sources: Source,
    output: PathLike,
    plots: Optional[PathLike] = None,
    table: str = "csv",
    force: bool = False,
    weights: Optional[Mapping[str, float]] = None,
    progress: Progress = None,
    allow_errors: bool = False,
    **options: Unpack[AgreeOptions],
) -> Answer:
    """Makes one HTML file of tables and plots of what `agree` and `stats` compute, as `spanwise report` does.
    `plots` is a folder for the plots as SVG files, each with its table: `csv`, `md` or `latex`."""
    outputs = {"output": path_of(output), "plots": None if plots is None else path_of(plots)}
    tables = None if plots is None else table
    more = _arguments({**outputs, "table": tables, "force": force, "weights": weights})
    known = AgreeOptions.__optional_keys__
    with _prepared("report", known, sources, None, options) as (paths, folder, said):
        answer = Answer(members_of(["report", *said, *more, "--", *paths], progress))
        place_in_text(answer, folder)
    judged(answer, allow_errors)
    return answer


def _agreed(
    sources: Sequence[AnnotatorSource],
    measure: str,
    text: Union[None, str, Sequence[str]],
    progress: Progress,
    allow_errors: bool,
    options: AgreeOptions,
) -> Agreement:
    only = cast(AgreeOptions, {"measures": measure, **options})
    return agree(*sources, text=text, progress=progress, allow_errors=allow_errors, **only)


def _figure(kind: Type[F], figure: Figure) -> F:
    return kind(figure.name, **figure)


def _named(
    reference: Optional[AnnotatorSource],
    hypothesis: Union[None, AnnotatorSource, Sequence[AnnotatorSource]],
) -> List[Tuple[str, AnnotatorSource]]:
    if reference is None and hypothesis is None:
        return []
    several = isinstance(hypothesis, (list, tuple)) and all(
        isinstance(each, (str, os.PathLike, Dataset)) for each in hypothesis
    )
    compared: Any = hypothesis if several else [] if hypothesis is None else [hypothesis]
    named = [("hypothesis", each) for each in compared]
    return named if reference is None else [("reference", reference), *named]


def _is_span(item: object) -> bool:
    return (
        isinstance(item, (list, tuple))
        and len(item) == 3
        and isinstance(item[0], Integral)
        and isinstance(item[1], Integral)
        and isinstance(item[2], str)
    )


def _are_spans(source: object) -> bool:
    """Whether a source is spans: a list of them, or of lists of them."""
    if not isinstance(source, (list, tuple)):
        return False
    return all(map(_is_span, source)) or all(
        isinstance(item, (list, tuple)) and all(map(_is_span, item)) for item in source
    )


def _needs_text(sources: Sequence[AnnotatorSource], text: object, what: str) -> None:
    if text is None and sources and all(map(_are_spans, sources)):
        raise Error(
            f"{what} depends on what is not marked, too.",
            "Give the text that the spans lie in: text=….",
            code="usage",
        )


def _by_text(source: Any) -> List[List[LabelledSpan]]:
    """Spans by text; empty if there are none on any."""
    if not source:
        return []
    return [list(source)] if all(map(_is_span, source)) else [list(spans) for spans in source]


def _placeholder(annotated: Iterable[Sequence[LabelledSpan]]) -> str:
    """A text that is long enough, for figures that do not depend on what stands there."""
    length = max((end for spans in annotated for _, end, _ in spans), default=1)
    try:
        return "x" * length
    except (OverflowError, MemoryError):
        raise Error(f"No text is as long as {length} characters.", "Correct the ends of the spans.") from None


def _as_data(sources: Sequence[AnnotatorSource], text: Union[None, str, Sequence[str]]) -> List[Dataset]:
    """Data sets of spans, each of an annotator."""
    by_text = [_by_text(source) for source in sources]
    if text is None:
        number = max(1, *map(len, by_text))
        texts = [_placeholder(chain(*(one[at : at + 1] for one in by_text))) for at in range(number)]
    else:
        texts = [text] if isinstance(text, str) else list(text)
    data = []
    for at, annotated in enumerate(by_text, 1):
        if annotated and len(annotated) != len(texts):
            raise Error(
                f"Annotator {at} has spans of {len(annotated)} texts, not of {len(texts)}.",
                "Give a list of spans for each text, in their order; an empty one where nothing is marked.",
                code="usage",
            )
        instances = [Instance(own) for own in texts]
        for instance, spans in zip(instances, annotated):
            for start, end, label in spans:
                instance.add_edit(label, [(start, end)])
        data.append(Dataset(instances, name=f"annotator {at}"))
    return data


@contextmanager
def _prepared(
    function: str,
    known: Iterable[str],
    sources: Sequence[AnnotatorSource],
    text: Union[None, str, Sequence[str]],
    options: Mapping[str, Any],
) -> Iterator[Tuple[List[str], str, List[str]]]:
    """The paths of sources, the folder of those that are no files, and the arguments of options, for as long
    as the context lasts.

    Raises `TypeError` for an option that is not one of the known ones of the function."""
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise TypeError(f"{function}() got an unexpected keyword argument {unknown!r}")
    options = dict(options)
    given: Sequence[Any] = sources
    if sources and all(map(_are_spans, sources)):
        given = _as_data(sources, text)
        options = {"by_position": True, **options}
        if "other_categories" in known:
            options.setdefault("other_categories", True)
        if text is None:
            options.setdefault("tokens", "char")
        text = None
    with files_of(given) as (paths, folder):
        if text is not None:
            raise Error("Files and data sets have their own texts.", "Leave text out.", code="usage")
        template = options.get("template")
        if isinstance(template, Template):
            options["template"] = os.path.join(folder, "template.yml")
            template.save(options["template"])
        yield paths, folder, _arguments(options)


def _arguments(options: Mapping[str, Any]) -> List[str]:
    """The arguments of options: those of the same names on the command line."""
    return [argument for name, value in options.items() for argument in _argument(name, value)]


def _argument(name: str, value: Any) -> Iterator[str]:
    option = f"--{name.replace('_', '-')}"
    if value is None or value is False:
        return
    if value is True:
        yield option
    elif name in _PAIRS:
        yield from (option, *value)
    elif isinstance(value, Mapping):
        for key, values in value.items():
            for each in _each(f"{name}[{key!r}]", values):
                pair = f"{key}={str(each).lower() if isinstance(each, bool) else each}"
                yield f"{option}={part_of_list(pair) if name in _LISTS else pair}"
    elif _is_list(value):
        for each in _each(name, value) if name in _CHOICES else value:
            yield f"{option}={part_of_list(each) if name in _LISTS else each}"
    else:
        yield f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


def _each(name: str, value: Any) -> Sequence[Any]:
    """The values that are chosen by an option, which are not none."""
    values = list(value) if _is_list(value) else [value]
    if not values:
        # On the command line, nothing would be left out.
        raise Error(f"{name} is empty.", "Name what is to count; without it, everything does.", code="usage")
    return values
