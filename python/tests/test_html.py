"""What notebooks show is safe, whatever the data say."""

from __future__ import annotations

import unittest
from html.parser import HTMLParser
from typing import Dict, List, Optional, Tuple

import spanwise

EVIL = "<script>alert(1)</script>\"'&amp;<img src=x onerror=alert(1)>\u202e"


class _Seen(HTMLParser):
    """The elements, their attributes, and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Dict[str, int] = {}
        self.attributes: List[Tuple[str, Optional[str]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def evil_instance() -> spanwise.Instance:
    """An instance with markup in everything that can be said."""
    instance = spanwise.Instance(EVIL, source=EVIL, annotator=EVIL)
    instance.add_edit(EVIL, [(0, 8), (2, 20)], {EVIL: EVIL, "b": {EVIL: EVIL}})
    instance.add_edit('x"onmouseover="alert(1)', [(4, 4), (0, 5, "source")])
    return instance


class Html(unittest.TestCase):
    def test_nothing_in_data_is_markup(self) -> None:
        instance = evil_instance()
        data = spanwise.Dataset([instance], name=EVIL)
        for shown in (
            instance,
            instance.edits,
            instance.edits[0],
            instance.marked(),
            instance.marked("source"),
            data,
        ):
            with self.subTest(type(shown).__name__):
                seen = _Seen(shown._repr_html_())
                known = {"div", "p", "b", "span", "table", "thead", "tbody", "tr", "th", "td"}
                self.assertLessEqual(set(seen.tags), known)
                self.assertLessEqual({name for name, _ in seen.attributes}, {"style", "title", "dir"})
                self.assertIn("<script>alert(1)</script>", seen.text)

    def test_a_marked_text_is_the_text(self) -> None:
        for text in (EVIL, "plain", "", "two\nlines 😀"):
            with self.subTest(text):
                instance = spanwise.Instance(text)
                if text:
                    instance.add_edit("a", [(0, 3)])
                    instance.add_edit("b", [(1, len(text)), (2, 2)])
                marked = instance.marked()
                page = marked._repr_html_()
                # Insertion points take a place of no width; the legend follows.
                shown = _Seen(page[: page.index('<div style="font-size')]).text.replace("\u200b", "")
                self.assertEqual(shown, text)
                self.assertEqual(str(marked), text)
        marked = spanwise.read('[{"target": "Some text.", "edits": []}]')[0].marked()
        self.assertEqual(repr(marked), "<MarkedText 'Some text.', 0 spans>")

    def test_colours_are_those_of_the_template(self) -> None:
        template = spanwise.Template.from_yaml(
            "template_name: t\nedits:\n  - name: a\n    color: '#123456'\n    enable_output: true\n"
        )
        data = spanwise.Dataset([spanwise.Instance("Some text.")], template=template)
        data[0].add_edit("a", [(0, 4)])
        for shown in (data[0].marked(), data[0].edits, template):
            self.assertIn("#123456", shown._repr_html_())


if __name__ == "__main__":
    unittest.main()
