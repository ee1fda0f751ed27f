"""Annotated data: instances with their texts, edits and spans."""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from dataclasses import dataclass
from operator import index
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    MutableMapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _html, _native
from ._answers import Answer, members_of
from ._errors import Error, Problem

if TYPE_CHECKING:
    import datasets

    from ._template import Template

_COLUMNS: Mapping[str, Sequence[str]] = {
    "span": (
        *("record", "id", "annotator", "edit", "category"),
        *("text", "start", "end", "quote", "role"),
    ),
    "edit": ("record", "id", "annotator", "edit", "category", "quote", "spans"),
    "instance": ("record", "id", "annotator", "source", "target", "edits"),
}

Record = Dict[str, Any]
"""A row with plain values."""

NewSpan = Union[Tuple[int, int], Tuple[int, int, str]]
"""Start and end in code points, and the name of the text if that is not the target."""


@dataclass(frozen=True)
class Span:
    """A half-open range of a text; an insertion point if it is empty.

    `start` and `end` count code points, as Python does: `text[span.start:span.end]` is the span. A place
    beyond the text, which is an error in the data, is its end in code points and bytes."""

    start: int
    """Where it starts, in code points."""
    end: int
    """Where it ends, in code points."""
    name: str
    """The name of its text: `source`, `target`, or that of a further text."""
    text: str
    """What stands there."""
    role: Optional[str]
    """The name of its role in the edit, if it has one."""
    utf16_start: int
    """Where it starts, in UTF-16 units, as in Thresh's files."""
    utf16_end: int
    """Where it ends, in UTF-16 units."""
    byte_start: int
    """Where it starts, in bytes of UTF-8."""
    byte_end: int
    """Where it ends, in bytes of UTF-8."""

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return True


class Edit:
    """One annotation: a category, its spans, its answers. It can be read only."""

    category: str
    """The name of its category."""
    id: Optional[str]
    """Its `id` in files, which is unique within the category and the instance at best."""
    spans: List[Span]
    """Its spans on all texts."""
    answers: Dict[str, Any]
    """Its answers by question: a text (`"minor"`, also of a chosen option), for an option with a follow-up
    `{option: answer of the follow-up}`, for several options a list."""
    constituents: EditList
    """The edits that a composite is made of."""
    data: Dict[str, Any]
    """A copy of what files store of it, as docs/files.md describes it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.category, self.id, self.answers = view["category"], view["id"], view["answers"]
        self.data = view["stored"] or {}
        self.spans = [Span(**span) for span in view["spans"]]
        self.constituents = EditList(map(Edit, view["constituents"]))

    def spans_on(self, name: str) -> List[Span]:
        """Its spans on a text: `source`, `target`, or the name of a further text."""
        return [span for span in self.spans if span.name == name]

    @property
    def source_spans(self) -> List[Span]:
        """Its spans on the source."""
        return self.spans_on("source")

    @property
    def target_spans(self) -> List[Span]:
        """Its spans on the target."""
        return self.spans_on("target")

    @property
    def text(self) -> str:
        """What stands in its spans, with ` … ` between."""
        return " … ".join(span.text for span in self.spans)

    def flat_answers(self) -> Dict[str, Any]:
        """Its answers with those of follow-ups beside them: `{"type": {"tense": "minor"}}` becomes
        `{"type": "tense", "type/tense": "minor"}`."""
        return _flat(self.answers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and self.data == other.data

    def __repr__(self) -> str:
        return f"<Edit {self.category} {[(span.name, span.start, span.end) for span in self.spans]}>"

    def _repr_html_(self) -> str:
        return _html.edit_list([self], {})


class EditList(Sequence[Edit]):
    """Edits, which notebooks show as a table. It can be read only."""

    def __init__(self, edits: Iterable[Edit] = (), colors: Optional[Mapping[str, str]] = None) -> None:
        self._edits, self._colors = tuple(edits), colors or {}

    @overload
    def __getitem__(self, at: int) -> Edit: ...

    @overload
    def __getitem__(self, at: slice) -> EditList: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Edit, EditList]:
        if isinstance(at, slice):
            return EditList(self._edits[at], self._colors)
        return self._edits[at]

    def __len__(self) -> int:
        return len(self._edits)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EditList) and self._edits == other._edits

    def __repr__(self) -> str:
        return repr(list(self._edits))

    def _repr_html_(self) -> str:
        return _html.edit_list(self, self._colors)


class MarkedText:
    """A text of an instance with the spans of its edits, which notebooks show marked."""

    text: str
    """The text."""
    spans: List[Tuple[Span, str]]
    """The spans, each with the category of its edit."""

    def __init__(self, text: str, spans: List[Tuple[Span, str]], colors: Mapping[str, str]) -> None:
        self.text, self.spans, self._colors = text, spans, colors

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<MarkedText {self.text[:40]!r}, {len(self.spans)} spans>"

    def _repr_html_(self) -> str:
        marks = [(span.start, span.end, category) for span, category in self.spans]
        return _html.marked_text(self.text, marks, self._colors)


class _Metadata(MutableMapping[str, Any]):
    """The metadata in the data of an instance, which gets some as soon as something is set."""

    def __init__(self, data: Dict[str, Any]) -> None:
        self._data = data

    @property
    def _stored(self) -> Dict[str, Any]:
        stored = self._data.get("metadata")
        return stored if isinstance(stored, dict) else {}

    def __getitem__(self, name: str) -> Any:
        return self._stored[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if self._data.get("metadata") is None:
            self._data["metadata"] = {}
        stored = self._data["metadata"]
        if not isinstance(stored, dict):
            raise Error(
                f"The metadata of the instance are no object: {stored!r}.",
                'Replace them first: instance.data["metadata"] = {}.',
            )
        stored[name] = value

    def __delitem__(self, name: str) -> None:
        del self._stored[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)

    def __repr__(self) -> str:
        return repr(self._stored)


class Instance:
    """One item of data: its texts, and the edits that an annotator made on them."""

    data: Dict[str, Any]
    """What files store of it, as docs/files.md describes it. After changing it, call `changed()`."""
    template: Optional[Template]
    """The template that it is annotated with, if it is known."""

    def __init__(
        self,
        target: str = "",
        *,
        source: str = "",
        context: Optional[str] = None,
        annotator: Optional[str] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        id: Optional[str] = None,
    ) -> None:
        """An instance without edits. `annotator` is who works on it, `id` tells it apart from others."""
        self.data = {"source": source, "target": target, "edits": []}
        described = dict(metadata or {})
        if annotator is not None:
            described["annotator"] = annotator
        for name, value in (("context", context), ("id", id), ("metadata", described or None)):
            if value is not None:
                self.data[name] = value
        self.template = None
        self._known: Optional[Dict[str, Any]] = None
        self._edits: Optional[EditList] = None

    @classmethod
    def from_dict(cls, data: Dict[str, Any], template: Optional[Template] = None) -> Instance:
        """The instance that an object of Thresh's JSON describes, which it works on: it is not copied."""
        instance = cls()
        instance.data, instance.template = data, template
        return instance

    def changed(self) -> None:
        """Says that `data` was changed, so that texts and edits are read from it anew."""
        self._known = self._edits = None

    @property
    def _view(self) -> Dict[str, Any]:
        if self._known is None:
            self._known = json.loads(_native.instance(json.dumps(self.data)))
        return self._known

    @property
    def texts(self) -> Dict[str, str]:
        """Its texts by name, also those that only give context."""
        return {text["name"]: text["text"] for text in self._view["texts"]}

    @property
    def source(self) -> str:
        """The text named `source`; empty if there is none."""
        return self.texts.get("source", "")

    @property
    def target(self) -> str:
        """The text named `target`; empty if there is none."""
        return self.texts.get("target", "")

    @property
    def context(self) -> Optional[str]:
        """Its context: Markdown, or JSON."""
        context: Optional[str] = self._view["context"]
        return context

    @property
    def id(self) -> Optional[str]:
        """What tells it apart from others, if it says so."""
        own = self.data.get("id", self.metadata.get("id"))
        return None if own is None else str(own)

    @property
    def metadata(self) -> MutableMapping[str, Any]:
        """Its metadata, such as the system that made the target. What is set here is set in `data`, too:
        `instance.metadata["system"] = "A"`."""
        return _Metadata(self.data)

    @property
    def annotator(self) -> Optional[str]:
        """Who annotated it, if it says so."""
        name = self.metadata.get("annotator")
        return None if name is None else str(name)

    @property
    def done(self) -> bool:
        """Whether its annotator declared it done."""
        return bool(self._view["done"])

    @property
    def answers(self) -> Dict[str, Any]:
        """The answers about it as a whole, by question; as those of an edit."""
        answers: Dict[str, Any] = self._view["answers"]
        return answers

    @property
    def edits(self) -> EditList:
        """Its edits. To make one, call `add_edit`."""
        if self._edits is None:
            self._edits = EditList(map(Edit, self._view["edits"]), self._colors)
        return self._edits

    @property
    def _colors(self) -> Mapping[str, str]:
        template = self.template
        return {} if template is None else {c.name: c.color for c in template.categories}

    def add_edit(
        self,
        category: str,
        spans: Iterable[NewSpan] = (),
        answers: Optional[Mapping[str, Any]] = None,
    ) -> Edit:
        """Makes an edit and returns it. Spans are `(start, end)` in code points of the target, or `(start,
        end, name)` of another text; answers are as in `Edit.answers`, or as files store them. Which texts
        are options, the template says: set it first (`Dataset(…, template=…)`), or write `{"val": option}`.

        Raises `Error` if a span is not within its text."""
        if not isinstance(category, str):
            raise TypeError(f"the name of a category is a str, not {type(category).__name__}")
        known = self._view
        edits = self.data.get("edits")
        if not isinstance(edits, list):
            edits = self.data["edits"] = []
        ids = [edit.get("id") for edit in edits if isinstance(edit, dict)]
        largest = max((n for n in ids if isinstance(n, int)), default=0)
        edit: Dict[str, Any] = {"category": category, "id": largest + 1}
        texts = self.texts
        for at, to, *named in spans:
            # NumPy's integers are none for JSON.
            start, end = index(at), index(to)
            name = named[0] if named else "target"
            if name not in texts:
                raise Error(f"There is no text named {name!r}.", f"Name one of {', '.join(texts)}.")
            span = _utf16(texts[name], start, end)
            key = {"source": "input_idx", "target": "output_idx"}.get(name)
            on = edit.setdefault("spans", {}) if key is None else edit
            on.setdefault(key or name, []).append(span)
        edit["annotation"] = {
            question: _stored(self._question(category, question), answer)
            for question, answer in (answers or {}).items()
        } or None
        edits.append(edit)
        # Only the new one is read: there may be many.
        (view,) = json.loads(_native.instance(json.dumps({**self.data, "edits": [edit]})))["edits"]
        known["edits"].append(view)
        self._edits = None
        return Edit(view)

    def remove_edit(self, edit: Edit) -> None:
        """Removes an edit, with its constituents.

        Raises `Error` if the instance has no such edit, or it is a constituent."""
        edits = self.data.get("edits")
        if not isinstance(edits, list) or not isinstance(edit, Edit) or edit.data not in edits:
            raise Error("The instance has no such edit.", "Take one of its `edits`.")
        edits.remove(edit.data)
        self.changed()

    def _question(self, category: str, name: str) -> Any:
        found = self.template.category(category) if self.template is not None else None
        return None if found is None else found.question(name)

    def marked(self, name: str = "target") -> MarkedText:
        """A text with the spans of all edits on it, for notebooks.

        Raises `Error` if there is no text of this name."""
        texts = self.texts
        if name not in texts:
            raise Error(f"There is no text named {name!r}.", f"Name one of {', '.join(texts)}.")
        spans = [
            (span, edit.category)
            for top in self.edits
            for edit in (top, *top.constituents)
            for span in edit.spans_on(name)
        ]
        return MarkedText(texts[name], spans, self._colors)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self.data == other.data

    def __repr__(self) -> str:
        return f"<Instance {self.target[:40]!r}, {len(self.edits)} edits>"

    def _repr_html_(self) -> str:
        shown = [(name, self.marked(name)._repr_html_()) for name, text in self.texts.items() if text]
        return _html.instance(shown, self.edits._repr_html_())


class Dataset(Sequence[Instance]):
    """Instances, as a file holds them."""

    name: str
    """What it is called: the name of its file, without its ending. Annotators that nothing else names are
    called so."""
    template: Optional[Template]
    """The template that it is annotated with, if it is known."""
    answer: Optional[Answer]
    """What was said when it was read: `answer["from"]` is its format, `answer["spans"]` how spans were found,
    `answer.problems` what is wrong with it. `None` if it was made here."""

    def __init__(
        self,
        instances: Iterable[Instance] = (),
        *,
        template: Optional[Template] = None,
        name: str = "data",
        answer: Optional[Answer] = None,
    ) -> None:
        self._instances = list(instances)
        self.template, self.name, self.answer = template, name, answer
        if template is not None:
            for instance in self._instances:
                instance.template = template

    @property
    def problems(self) -> List[Problem]:
        """What was found wrong when it was read."""
        return [] if self.answer is None else self.answer.problems

    @overload
    def __getitem__(self, at: int) -> Instance: ...

    @overload
    def __getitem__(self, at: slice) -> Dataset: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Instance, Dataset]:
        if isinstance(at, slice):
            part = self._instances[at]
            return Dataset(part, template=self.template, name=self.name, answer=self.answer)
        return self._instances[at]

    def __len__(self) -> int:
        return len(self._instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self._instances)

    def append(self, instance: Instance) -> None:
        """Adds an instance at the end."""
        instance.template = instance.template or self.template
        self._instances.append(instance)

    def edits(self) -> Iterator[Tuple[Instance, Edit]]:
        """All edits, each with its instance; constituents follow their composite."""
        for instance in self:
            for edit in instance.edits:
                yield instance, edit
                for constituent in edit.constituents:
                    yield instance, constituent

    @property
    def categories(self) -> Dict[str, int]:
        """The number of edits of each category, the most frequent first."""
        return dict(Counter(edit.category for _, edit in self.edits()).most_common())

    @property
    def annotators(self) -> List[str]:
        """The annotators that instances name, in the order in which they occur."""
        return list(dict.fromkeys(i.annotator for i in self if i.annotator is not None))

    def to_dicts(self) -> List[Dict[str, Any]]:
        """The objects of Thresh's JSON: those of the instances, not copies."""
        return [instance.data for instance in self]

    def to_json(self) -> str:
        """Thresh's JSON, as a file."""
        return json.dumps(self.to_dicts(), ensure_ascii=False, indent=2) + "\n"

    def to_records(self, per: str = "span") -> List[Record]:
        """Rows for pandas and polars (`pandas.DataFrame(data.to_records())`): one for each `span`, `edit` or
        `instance`. All have the same keys.

        Offsets are code points. Of spans: `start`, `end`, `text` (the name of the text), `quote`, `role`; an
        edit without spans and, unless rows are instances, an instance without edits have one row with `None`
        there. Of edits: `edit` (the number in the instance, from 0), `category`, `answer:QUESTION`, and where
        rows are edits `spans` and `quote`. Of instances: `record` (the number, from 0), `id`, `annotator`,
        `item:NAME` (metadata), `item_answer:QUESTION`, and where rows are instances `source`, `target` and
        `edits`, their number."""
        if per not in _COLUMNS:
            raise Error(f"There are no rows per {per!r}.", "Write span, edit or instance.", code="usage")
        rows = [row for number, i in enumerate(self) for row in _rows(number, i, per)]
        keys = dict.fromkeys((*_COLUMNS[per], *(key for row in rows for key in row)))
        return [{key: row.get(key) for key in keys} for row in rows]

    def to_datasets(self) -> datasets.Dataset:
        """A data set of Hugging Face's `datasets`, with the columns of the format `jsonl` (docs/formats.md).

        Raises `Error` if `datasets` is not installed."""
        try:
            import datasets
        except ImportError:
            raise Error(
                "The package `datasets` is not installed.",
                "Install it: pip install datasets",
                code="not-installed",
            ) from None
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "data.jsonl")
            members_of(["convert", "--from", "thresh", "--to", "jsonl", self._file(folder), path])
            with open(path, encoding="utf-8") as lines:
                return datasets.Dataset.from_list([json.loads(line) for line in lines])

    def _file(self, folder: str) -> str:
        """Writes it into a folder as Thresh's JSON, and returns the path."""
        safe = "".join(c if c.isalnum() or c in " .-_()" else "_" for c in self.name).lstrip(".")
        path = os.path.join(folder, f"{safe or 'data'}.json")
        # As the program writes it, since a record quotes edits; half of a surrogate pair as JSON's escape.
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            json.dump(self.to_dicts(), file, ensure_ascii=False, separators=(",", ":"))
        return path

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dataset) and self._instances == other._instances

    def __repr__(self) -> str:
        return f"<Dataset {self.name}: {len(self)} instances>"

    def _repr_html_(self) -> str:
        return _html.dataset(self.name, len(self), self.categories)


def _flat(answers: Mapping[str, Any], prefix: str = "") -> Dict[str, Any]:
    flat: Dict[str, Any] = {}
    for question, answer in answers.items():
        name = f"{prefix}{question}"
        if isinstance(answer, dict) and len(answer) == 1:
            (option, follow_up) = next(iter(answer.items()))
            flat[name] = option
            flat.update(_flat({option: follow_up}, f"{name}/"))
        else:
            flat[name] = answer
    return flat


def _rows(number: int, instance: Instance, per: str) -> Iterator[Record]:
    row: Record = {"record": number, "id": instance.id, "annotator": instance.annotator}
    told = {f"item:{name}": value for name, value in instance.metadata.items() if name != "annotator"}
    told.update({f"item_answer:{name}": value for name, value in _flat(instance.answers).items()})
    if per == "instance":
        counted = {"source": instance.source, "target": instance.target, "edits": len(instance.edits)}
        yield {**row, **counted, **told}
        return
    edits = [edit for top in instance.edits for edit in (top, *top.constituents)]
    if not edits:
        yield {**row, "edit": None, "category": None, **told}
    for at, edit in enumerate(edits):
        of_edit = {**row, "edit": at, "category": edit.category}
        answers = {f"answer:{name}": value for name, value in edit.flat_answers().items()}
        spans = [
            {"text": s.name, "start": s.start, "end": s.end, "quote": s.text, "role": s.role}
            for s in edit.spans
        ]
        if per == "edit":
            yield {**of_edit, "quote": edit.text, "spans": spans, **answers, **told}
        else:
            for span in spans or [{}]:
                yield {**of_edit, **span, **answers, **told}


def _utf16(text: str, start: int, end: int) -> List[int]:
    if not 0 <= start <= end:
        raise Error(f"({start}, {end}) is no span.", "Write start and end, which are 0 or more, in order.")
    try:
        return _native.utf16_offsets(text, [start, end])
    except OverflowError:
        beyond = f"{end} is beyond the text, which has {len(text)} characters."
    except ValueError as why:
        beyond = str(why)
    raise Error(f"({start}, {end}) is no span of the text.", beyond)


def _stored(question: Any, answer: Any) -> Any:
    """The stored form of an answer. Without the question, a text is not known to be an option, and is stored
    as it is."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, dict) and "val" not in answer and len(answer) == 1:
        (option, follow_up) = next(iter(answer.items()))
        asked = None if question is None else question.follow_up(option)
        return {"val": option, option: _stored(asked, follow_up)}
    if isinstance(answer, str) and question is not None and question.kind == "choice":
        return {"val": answer}
    if isinstance(answer, (int, float)):
        return str(answer)
    return answer
