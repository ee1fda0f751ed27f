"""What can't be done is an exception, with code, place and remedy."""

from __future__ import annotations

import json
import unittest
from typing import Any, Callable, List, Tuple

import spanwise
from support import FolderTest, annotated

BROKEN_TEMPLATE = "template_name: t\nedits:\n  - name: a\n    colr: red\n    enable_output: maybe\n"


class Errors(FolderTest):
    def test_each_has_a_code_and_a_remedy(self) -> None:
        a, b, _ = self.files
        (self.folder / "broken.json").write_text('[{"target": "x"', encoding="utf-8")
        (self.folder / "binary").write_bytes(b"\x00\x01\xff")
        spans = [(0, 3, "x")]
        cases: List[Tuple[str, str, Callable[[], object]]] = [
            ("failure", "a file that is not there", lambda: spanwise.read(self.path("nowhere.json"))),
            ("failure", "a file that is no text", lambda: spanwise.read(self.path("binary"))),
            ("failure", "an unknown format of a text", lambda: spanwise.read("x,y\n1,2\n")),
            ("usage", "a format that there is not", lambda: spanwise.read(a, "nonsense")),
            ("usage", "a measure that there is not", lambda: spanwise.agree(a, b, measures="nonsense")),
            ("usage", "a command that there is not", lambda: spanwise.run("nonsense")),
            ("usage", "a convention that there is not", lambda: spanwise.f1(a, b, convention="nonsense")),
            ("usage", "a coverage that there is not", lambda: spanwise.coverage(a, kind="nonsense")),
            ("usage", "spans without a text", lambda: spanwise.alpha(spans, spans)),
            (
                "usage",
                "spans of other texts",
                lambda: spanwise.f1([spans, spans], [spans], text=["abc", "abc"]),
            ),
            ("usage", "a text for files", lambda: spanwise.f1(a, b, text="abc")),
            ("usage", "something that is no data", lambda: spanwise.f1([1, 2], [3])),  # type: ignore[arg-type]
            ("usage", "a file of no format", lambda: spanwise.write(spanwise.read(a), self.path("a.csv"))),
            ("usage", "rows per nothing", lambda: spanwise.read(a).to_records("nonsense")),
            ("failure", "nothing to compare", lambda: spanwise.agree()),
            ("failure", "a member that no record has", lambda: spanwise.agree(a, b, by="sytem")),
            ("failure", "a source that would be overwritten", lambda: spanwise.convert(a, a, "thresh")),
            ("failure", "no text of this name", lambda: spanwise.read(a)[0].marked("b")),
            (
                "failure",
                "a template that is not there",
                lambda: spanwise.Template.from_yaml(self.path("t.yml")),
            ),
        ]
        for code, what, fails in cases:
            with self.subTest(what):
                with self.assertRaises(spanwise.Error) as raised:
                    fails()
                error = raised.exception
                self.assertEqual(error.code, code, str(error))
                self.assertTrue(error.message)
                self.assertTrue(error.remedy or code == "usage", str(error))
                self.assertIn(error.message, str(error))

    def test_errors_in_templates_have_lines(self) -> None:
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.Template.from_yaml(BROKEN_TEMPLATE)
        error = raised.exception
        lines = {problem.code: problem.place.line for problem in error.problems}
        self.assertEqual(lines.get("unknown-key"), 4, lines)
        self.assertIsNone(error.place.file)
        self.assertEqual(
            error.place.line, next(p.place.line for p in error.problems if p.severity == "error")
        )

    def test_errors_in_data_have_instances(self) -> None:
        stored = annotated(0)
        stored[2]["edits"][1]["output_idx"] = "nonsense"
        path = self.path("d.json")
        (self.folder / "d.json").write_text(json.dumps(stored), encoding="utf-8")
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.read(path)
        error = raised.exception
        self.assertEqual(error.place.index, 2)
        self.assertEqual(error.place.path, "edits[1].output_idx")
        self.assertEqual(error.place.file, path)
        with self.assertWarns(spanwise.DataWarning):
            data = spanwise.read(path, allow_errors=True)
        self.assertEqual(len(data), 6)
        self.assertEqual([problem.code for problem in data.problems], [error.code])

    def test_unknown_options_are_those_of_python(self) -> None:
        a, b, _ = self.files
        with self.assertRaisesRegex(TypeError, "'nonsense'"):
            spanwise.agree(a, b, nonsense=1)  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, "'samples'"):
            spanwise.stats(a, samples=1)  # type: ignore[call-arg]

    def test_wrong_usage_says_nothing_of_the_command_line(self) -> None:
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.agree(*self.files, measures="nonsense")
        for of_it in ("Usage", "--"):
            self.assertNotIn(of_it, str(raised.exception))
        self.assertFalse(str(raised.exception).startswith("error"))
        self.assertIn("for measures=…", str(raised.exception))

    def test_remedies_call_options_as_python_does(self) -> None:
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.read("[]")
        self.assertIn("format=…", raised.exception.remedy)
        unknown = self.path("unknown.txt")
        with open(unknown, "w", encoding="utf-8") as text:
            text.write("no format")
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.convert(unknown, self.path("a.json"), "thresh")
        self.assertIn("source_format=…", raised.exception.remedy)
        file = self.files[0]
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.report(self.files[0], output=file)
        self.assertIn("force=True", raised.exception.remedy)
        self.assertIn("force=True", str(raised.exception))
        # There, they are those of the command line.
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.run("report", self.files[0], "--output", file)
        self.assertIn("--force", raised.exception.remedy)

    def test_what_was_given_is_named_not_the_file_that_it_was_put_into(self) -> None:
        cases: List[Callable[[], object]] = [
            lambda: spanwise.read("no format\nof annotations"),
            lambda: spanwise.Template.from_data("t", spanwise.Dataset([spanwise.Instance("a")])),
        ]
        for case in cases:
            with self.assertRaises(spanwise.Error) as caught:
                case()
            self.assertNotIn("spanwise-", str(caught.exception))
            self.assertNotIn("spanwise-", caught.exception.message)

    def test_what_is_no_source_or_span_is_refused_as_such(self) -> None:
        file = self.files[0]
        sources: List[Any] = [None, 3, [(0, 3, "a"), [(1, 2, "b")]]]
        for source in sources:
            with self.assertRaises(spanwise.Error) as caught:
                spanwise.f1(file, source)
            self.assertEqual(caught.exception.code, "usage", source)
        beyond = [(0, 10**30, "a")]
        for text in (None, "short"):
            with self.assertRaisesRegex(spanwise.Error, "long|beyond"):
                spanwise.f1(beyond, beyond, text=text)
        instance = spanwise.Instance("short")
        anything: Any = None
        with self.assertRaises(TypeError):
            instance.add_edit(anything, [(0, 1)])
        with self.assertRaises(spanwise.Error):
            instance.remove_edit(anything)
        with self.assertRaises(TypeError):
            spanwise.read(anything)

    def test_options_are_no_files(self) -> None:
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.read("--help")
        self.assertEqual(raised.exception.code, "failure")


if __name__ == "__main__":
    unittest.main()
