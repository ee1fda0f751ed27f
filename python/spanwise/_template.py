"""Templates, compiled and made."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from html import escape
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import _html, _native
from ._answers import Answer, judged, members_of
from ._errors import Problem
from ._files import Source, files_of, place_in_text

PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Option:
    """An option of a question."""

    name: str
    """What files store."""
    label: str
    """What people see."""
    follow_up: Optional[Question]
    """The question that is asked when it is chosen."""


@dataclass(frozen=True)
class Question:
    """A question about an edit or an instance."""

    name: str
    """The name under which answers are stored."""
    label: str
    """A short label."""
    prompt: str
    """What people are asked; may be empty."""
    kind: str
    """`binary`, `likert`, `textbox`, `textarea`, `replacement`, `number`, `slider`, `choice` or
    `checkboxes`."""
    required: bool
    """Whether it is open until answered."""
    options: Tuple[Option, ...]
    """What can be chosen, if it is a question of this kind."""

    def follow_up(self, option: str) -> Optional[Question]:
        """The question that is asked when an option is chosen; `None` if there is none."""
        return next((o.follow_up for o in self.options if o.name == option), None)


@dataclass(frozen=True)
class Category:
    """A kind of edit."""

    name: str
    """What files store."""
    label: str
    """What people see."""
    description: Optional[str]
    """A longer explanation."""
    group: Optional[str]
    """The heading of the categories that it is shown with."""
    color: str
    """The colour of its marks, such as `#e69f00`."""
    kind: str
    """`whole` (no span), `single_span`, `multi_span`, `split` (an insertion point) or `composite`."""
    sides: Tuple[str, ...]
    """Where its spans lie: `source`, `target`."""
    roles: Tuple[str, ...]
    """The names of the roles of its spans, if it has any."""
    questions: Tuple[Question, ...]
    """Its questions."""

    def question(self, name: str) -> Optional[Question]:
        """The question of this name; `None` if there is none."""
        return next((question for question in self.questions if question.name == name), None)


class Template:
    """A compiled template: a typology of edits and its questions."""

    yaml: str
    """The text that it was compiled from."""
    name: str
    """`template_name`."""
    label: str
    """`template_label`, or the name."""
    description: Optional[str]
    """`template_description`."""
    typology: str
    """The hash of its categories and questions, by which files say what they were annotated with."""
    categories: Tuple[Category, ...]
    """Its categories."""
    instance_questions: Tuple[Question, ...]
    """Questions about each instance as a whole."""
    text_questions: Tuple[Question, ...]
    """Questions about each output."""
    settings: Mapping[str, Any]
    """All keys of the YAML, as plain values."""
    problems: List[Problem]
    """What it is warned of."""

    def __init__(self, yaml: str) -> None:
        """As `Template.from_yaml`, of a text."""
        self.yaml = yaml
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "template.yml")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(yaml)
            checked = place_in_text(Answer(members_of(["check", path])), folder)
        judged(checked)
        self.problems = checked.problems
        view = json.loads(_native.template(yaml))
        said = view["template"]
        self.settings = view["yaml"]
        self.name, self.label, self.description = said["name"], said["label"], said["description"]
        self.typology = said["typology"]
        self.categories = tuple(map(_category, said["categories"]))
        self.instance_questions = _questions(said["instance_questions"])
        self.text_questions = _questions(said["text_questions"])

    @classmethod
    def from_yaml(cls, source: PathLike) -> Template:
        """Compiles a template: the text of a `str` with a line break, else the file of this path.

        Raises `Error` with the line of the first error, and all of them in `problems`."""
        if isinstance(source, str) and "\n" in source:
            return cls(source)
        from ._files import text_of

        return cls(text_of(source))

    @classmethod
    def new(
        cls,
        name: str,
        categories: Union[str, Iterable[str]],
        *,
        sides: str = "target",
        severity: bool = False,
        comment: bool = False,
    ) -> Template:
        """Makes a template of a list of categories, or of one.

        A category is its label, and where its spans lie elsewhere than `sides` (`source`, `target` or `both`)
        this after a colon: `"Omission:source"`. `severity` adds a question for how severe each edit is,
        `comment` one for a comment."""
        options = [f"--{sides}", *["--severity"] * severity, *["--comment"] * comment]
        listed = [categories] if isinstance(categories, str) else categories
        made = Answer(members_of(["new", *options, "--", name, *listed]))
        judged(made)
        return cls(made["template"])

    @classmethod
    def from_data(cls, name: str, source: Source, *, format: Optional[str] = None) -> Template:
        """Makes a template of the categories, questions and options that annotated data of any format
        show."""
        options = [] if format is None else ["--format", format]
        with files_of([source]) as (paths, _):
            arguments = ["new", "--from-data", paths[0], *options, "--", name]
            made = Answer(members_of(arguments))
        judged(made)
        return cls(made["template"])

    def category(self, name: str) -> Optional[Category]:
        """The category of this name; `None` if there is none."""
        return next((category for category in self.categories if category.name == name), None)

    def save(self, path: PathLike) -> None:
        """Writes its YAML into a file."""
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self.yaml)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Template) and self.yaml == other.yaml

    def __repr__(self) -> str:
        return f"<Template {self.name}: {', '.join(c.name for c in self.categories)}>"

    def _repr_html_(self) -> str:
        rows = (
            f'<tr><td style="border-left:4px solid {escape(c.color)}"></td>'
            f"<td>{escape(c.label)}</td><td>{escape(', '.join(c.sides))}</td>"
            f"<td>{escape(', '.join(q.label for q in c.questions))}</td></tr>"
            for c in self.categories
        )
        listed = _html.table(("", "category", "sides", "questions"), rows)
        return f"<div><p><b>{escape(self.label)}</b></p>{listed}</div>"


def _category(said: Dict[str, Any]) -> Category:
    tuples = {name: tuple(said[name]) for name in ("sides", "roles")}
    return Category(**{**said, **tuples, "questions": _questions(said["questions"])})


def _questions(said: List[Dict[str, Any]]) -> Tuple[Question, ...]:
    return tuple(map(_question, said))


def _question(said: Dict[str, Any]) -> Question:
    options = tuple(
        Option(o["name"], o["label"], None if o["follow_up"] is None else _question(o["follow_up"]))
        for o in said["options"]
    )
    return Question(**{**said, "options": options})
