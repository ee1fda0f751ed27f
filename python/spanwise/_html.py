"""HTML for notebooks. All that comes from data is escaped; nothing of it is markup."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, Tuple

if TYPE_CHECKING:
    from ._answers import Figure
    from ._data import Edit

# Colour-blind safe: the palette of Okabe and Ito, without black.
_PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")

_TEXT = "white-space:pre-wrap;line-height:1.9;unicode-bidi:isolate"


def _color(category: str, colors: Mapping[str, str]) -> str:
    # The same in every process, unlike `hash`.
    own = _PALETTE[sum(category.encode("utf-8", "replace")) % len(_PALETTE)]
    return escape(colors.get(category, own))


def marked_text(text: str, marks: Sequence[Tuple[int, int, str]], colors: Mapping[str, str]) -> str:
    """A text with ranges of code points underlined, each with its category."""
    length = len(text)
    inside = [(min(start, length), min(end, length), category) for start, end, category in marks]
    points = [(start, category) for start, end, category in inside if start == end]
    borders = sorted({0, length, *(at for start, end, _ in inside for at in (start, end))})
    parts = []
    for start, end in zip(borders, [*borders[1:], length]):
        for _, category in (point for point in points if point[0] == start):
            color = _color(category, colors)
            parts.append(
                f'<span style="border-left:2px solid {color}" title="{escape(category)}">&#8203;</span>'
            )
        shown = escape(text[start:end])
        # The shortest is the innermost, and next to the text.
        covering = [mark for mark in inside if mark[0] < end and mark[1] > start]
        for _, _, category in sorted(covering, key=lambda mark: mark[1] - mark[0]):
            color = _color(category, colors)
            style = f"border-bottom:2px solid {color};padding-bottom:1px;display:inline"
            shown = f'<span style="{style}" title="{escape(category)}">{shown}</span>'
        parts.append(shown)
    legend = ""
    for category in dict.fromkeys(category for _, _, category in inside):
        style = f"border-bottom:2px solid {_color(category, colors)};margin-right:1em"
        legend += f'<span style="{style}">{escape(category)}</span>'
    return (
        f'<div dir="auto" style="{_TEXT}">{"".join(parts)}</div><div style="font-size:smaller">{legend}</div>'
    )


def table(heads: Iterable[str], rows: Iterable[str]) -> str:
    """A table; rows are given as HTML."""
    shown = "".join(f'<th style="text-align:start">{head}</th>' for head in heads)
    return f"<table><thead><tr>{shown}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _answers(answers: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}: {answer}" for name, answer in answers.items())


def edit_list(edits: Iterable[Edit], colors: Mapping[str, str]) -> str:
    """A table of edits."""
    rows = []
    for edit in edits:
        places = ", ".join(f"{span.name} {span.start}–{span.end}" for span in edit.spans)
        cells = (edit.category, edit.text, places, _answers(edit.flat_answers()))
        color = _color(edit.category, colors)
        shown = "".join(f'<td dir="auto" style="text-align:start">{escape(cell)}</td>' for cell in cells)
        rows.append(f'<tr><td style="border-left:4px solid {color}"></td>{shown}</tr>')
    return table(("", "category", "text", "place", "answers"), rows)


def instance(texts: Iterable[Tuple[str, str]], edits: str) -> str:
    """The marked texts of an instance, given as HTML, and its edits."""
    shown = (f"<p><b>{escape(name)}</b></p>{marked}" for name, marked in texts)
    return f"<div>{''.join(shown)}{edits}</div>"


def figures(listed: Iterable[Figure]) -> str:
    """A table of figures."""
    rows = []
    for figure in listed:
        value = f"undefined: {figure.reason}" if figure.value is None else f"{figure.value:.4f}"
        interval = "" if figure.interval is None else "{:.4f}\u00a0…\u00a0{:.4f}".format(*figure.interval)
        name = figure.name.rpartition(".")[2]
        cells = (name, value, interval, str(figure.n), figure.convention or "")
        shown = "".join(f'<td style="text-align:start">{escape(cell)}</td>' for cell in cells)
        rows.append(f"<tr>{shown}</tr>")
    return table(("figure", "value", "95 %", "n", "convention"), rows)


def dataset(name: str, instances: int, categories: Mapping[str, int]) -> str:
    """The numbers of a data set."""
    rows = (
        f'<tr><td style="text-align:start">{escape(category)}</td><td>{n}</td></tr>'
        for category, n in categories.items()
    )
    listed = table(("category", "edits"), rows)
    noun = "instance" if instances == 1 else "instances"
    return f"<div><p><b>{escape(name)}</b>: {instances} {noun}</p>{listed}</div>"
