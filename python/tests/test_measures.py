"""Figures are those of the command line, to the last digit."""

from __future__ import annotations

import re
import subprocess
from typing import Any, Callable, Dict, List, Optional, Tuple

import spanwise
from spanwise._measures import AgreeOptions, StatsOptions
from support import ROOT, SPANWISE, TEXTS, FolderTest, command


class Measures(FolderTest):
    def test_answers_are_those_of_the_command_line(self) -> None:
        a, b, c = self.files
        cases: List[Tuple[Callable[[], spanwise.Answer], List[str]]] = [
            (lambda: spanwise.agree(a, b), ["agree", a, b]),
            (lambda: spanwise.agree(a, b, c), ["agree", a, b, c]),
            (
                lambda: spanwise.agree(a, b, by="system", resamples=50, seed=7),
                ["agree", a, b, "--by", "system", "--resamples", "50", "--seed", "7"],
            ),
            (
                lambda: spanwise.agree(a, b, by=["system"], where={"system": ["A", "B"]}),
                ["agree", a, b, "--by", "system", "--where", "system=A,system=B"],
            ),
            (
                lambda: spanwise.agree(a, b, leave_out={"fluency": 1}),
                ["agree", a, b, "--leave-out", "fluency=1"],
            ),
            (
                lambda: spanwise.agree(reference=a, hypothesis=[b, c]),
                ["agree", "--reference", a, "--hypothesis", b, "--hypothesis", c],
            ),
            (
                lambda: spanwise.agree(a, b, all=True, map={"fluency": "accuracy"}),
                ["agree", a, b, "--all", "--map", "fluency=accuracy"],
            ),
            (lambda: spanwise.stats(a, b), ["stats", a, b]),
            (lambda: spanwise.stats(a, weights={"minor": 2.5}), ["stats", a, "--weights", "minor=2.5"]),
            (lambda: spanwise.run("detect", a), ["detect", a]),
        ]
        for ours, theirs in cases:
            with self.subTest(theirs[:1] + theirs[2:]):
                self.assertEqual(dict(ours()), command(*theirs))

    def test_members_of_answers_are_questions(self) -> None:
        for files in (self.files[:2], self.files):
            agreement = spanwise.agree(*files)
            self.assertIn("same", agreement["same_edits"])
            self.assertTrue(agreement["answers"])
            for question in agreement["answers"]:
                self.assertIsNotNone(agreement.figure("answers", question, "alpha").convention)

    def test_names_may_have_commas_and_quotes(self) -> None:
        a, b, _ = self.files
        for options in ({"category": ['"so", he said']}, {"where": {"system": ['"so", he said', "A"]}}):
            with self.subTest(options), self.assertRaises(spanwise.Error) as raised:
                spanwise.agree(a, b, **options)
            self.assertIn('"so", he said', str(raised.exception))

    def test_options_are_those_of_the_command_line(self) -> None:
        # What a program has no use for, or says otherwise.
        apart = {"json", "quiet", "progress-lines", "help", "version", "table", "reference", "hypothesis"}
        for name, options in (("agree", AgreeOptions), ("stats", StatsOptions)):
            with self.subTest(name):
                ran = subprocess.run([SPANWISE, name, "--help"], stdout=subprocess.PIPE, encoding="utf-8")
                theirs = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", ran.stdout, re.MULTILINE)) - apart
                self.assertEqual({option.replace("_", "-") for option in options.__annotations__}, theirs)

    def test_values_of_options_may_be_of_other_types(self) -> None:
        class Number:
            """An integer of another library, such as NumPy's."""

            def __init__(self, value: int) -> None:
                self.value = value

            def __str__(self) -> str:
                return str(self.value)

        a, b, _ = self.files
        one: Any = Number(1)
        data = spanwise.read(a)
        for at, instance in enumerate(data):
            instance.metadata["part"], instance.metadata["first"] = at % 2, at == 0
        cases: List[Tuple[Dict[str, Any], int]] = [
            ({"part": one}, 3),
            ({"part": [one]}, 3),
            ({"first": True}, 1),
            ({"first": [True, False]}, 6),
        ]
        for where, records in cases:
            self.assertEqual(spanwise.stats(data, where=where, resamples=0)["selection"]["records"], records)
        names: List[Any] = [{"fluency"}, (name for name in ["fluency"])]
        for category in names:
            chosen = spanwise.agree(a, b, category=category, measures="counts", leave_out={"fluency": one})
            self.assertEqual(chosen["selection"]["categories"], ["fluency"])

    def test_a_choice_of_nothing_is_refused(self) -> None:
        a, b, _ = self.files
        choices: List[Dict[str, Any]] = [
            {"where": {"system": []}},
            {"category": []},
            {"annotator": ()},
            {"measures": []},
        ]
        for choice in choices:
            with self.assertRaisesRegex(spanwise.Error, "is empty") as caught:
                spanwise.agree(a, b, **choice)
            self.assertEqual(caught.exception.code, "usage")
        self.assertEqual(spanwise.stats(a, where={}, map={}, by=[], resamples=0)["selection"]["left_out"], 0)

    def test_an_option_of_two_values_is_a_tuple(self) -> None:
        a = self.files[0]
        # Where the one has fluency, the other has nothing.
        data = spanwise.read(a)
        for instance, edit in list(data.edits()):
            if edit.category == "fluency":
                instance.remove_edit(edit)
        b, ours, theirs = self.path("b.json"), self.path("ours.csv"), self.path("theirs.csv")
        spanwise.write(data, b)
        for confused in (("accuracy", "accuracy"), ("fluency", "")):
            with self.subTest(confused):
                spanwise.agree(a, b, confusion_spans=ours, confused=confused)
                command("agree", a, b, "--confusion-spans", theirs, "--confused", *confused)
                with open(ours, encoding="utf-8") as one, open(theirs, encoding="utf-8") as other:
                    written = one.read()
                    self.assertEqual(written, other.read())
                self.assertEqual(len(written.splitlines()), 1 + 5)

    def test_figures_are_those_of_the_command_line(self) -> None:
        documented = ROOT / "docs/python/annotators"
        for files in (self.files, [str(documented / name) for name in ("anna.json", "ben.csv", "cleo.json")]):
            a, b, c = files
            two, three, stats = command("agree", a, b), command("agree", a, b, c), command("stats", a, b)
            f1, gamma = spanwise.f1(a, b), spanwise.gamma(a, b)
            alpha, coverage = spanwise.alpha(a, b), spanwise.coverage(a, b)
            # A figure, the group of JSON that it stands in, and its name there.
            cases: List[Tuple[Optional[spanwise.Figure], Dict[str, Any], str]] = [
                (f1, two["f1"]["micro_char"]["hard"], "f1"),
                (f1.precision, two["f1"]["micro_char"]["hard"], "precision"),
                (f1.recall, two["f1"]["micro_char"]["hard"], "recall"),
                (spanwise.f1(a, b, convention="mpp"), two["f1"]["mpp"]["hard"], "f1"),
                (spanwise.f1(a, b, ignore_categories=True), two["f1"]["micro_char"]["soft"], "f1"),
                (spanwise.f1(a, b, c), three["main"]["f1"], "value"),
                (spanwise.f1(a, b, c, ignore_categories=True), three["main"]["f1_soft"], "value"),
                (gamma, two["main"]["gamma"], "value"),
                (gamma.cat, two["gamma"]["cat"], "value"),
                *((figure, two["gamma"]["k"][name], "value") for name, figure in gamma.k.items()),
                (spanwise.gamma(a, b, c), three["main"]["gamma"], "value"),
                (alpha, two["main"]["alpha"], "value"),
                *((figure, two["alpha"][name], "pooled") for name, figure in alpha.by_category.items()),
                (spanwise.alpha(a, b, c), three["main"]["alpha"], "value"),
                (coverage, stats["coverage"]["all"]["span_coverage"], "value"),
                *(
                    (figure, stats["coverage"][name]["span_coverage"], "value")
                    for name, figure in coverage.by_category.items()
                ),
                *(
                    (spanwise.coverage(a, b, kind=kind), stats["coverage"]["all"][kind], "value")
                    for kind in ("without_overlap", "severity_weighted", "span_rate")
                ),
                (spanwise.agree(a, b).pearson, two["main"]["pearson"], "value"),
            ]
            self.assertGreater(len(gamma.k), 1)
            self.assertEqual(len(gamma.k), len(alpha.by_category))
            for figure, group, name in cases:
                assert figure is not None
                with self.subTest(figure.name, file=a):
                    about = group.get("about", {}).get(name, group)
                    interval = group["interval_95" if name == "value" else f"{name}_interval_95"]
                    self.assertIsNotNone(group[name])
                    self.assertEqual(figure.value, group[name])
                    self.assertEqual(float(figure), group[name])
                    self.assertEqual(figure.interval, interval and tuple(interval))
                    self.assertEqual(figure.n, about["n"])
                    self.assertEqual(
                        (figure.convention, figure.left_out), (about["convention"], about["skipped"])
                    )
            for with_interval in (f1, f1.recall, gamma, alpha, coverage):
                self.assertIsNotNone(with_interval and with_interval.interval)

    def test_data_sets_instances_and_spans_give_what_files_give(self) -> None:
        a, b, _ = self.files
        expected = command("agree", a, b)["main"]
        data = [spanwise.read(path) for path in (a, b)]
        spans = []
        for each in data:
            spans.append([[(s.start, s.end, e.category) for e in i.edits for s in e.spans] for i in each])
        cases = {
            "data sets": spanwise.agree(*data),
            "instances": spanwise.agree(*[list(each) for each in data]),
            "a file and a data set": spanwise.agree(a, data[1]),
            "spans": spanwise.agree(*spans, text=TEXTS),
        }
        for name, agreement in cases.items():
            with self.subTest(name):
                self.assertEqual(agreement["main"], expected)

    def test_spans_need_no_text_where_it_does_not_matter(self) -> None:
        with_text = spanwise.f1([(0, 3, "x"), (4, 7, "y")], [(1, 3, "x")], text=TEXTS[0])
        without = spanwise.f1([(0, 3, "x"), (4, 7, "y")], [(1, 3, "x")])
        self.assertEqual(with_text.value, without.value)
        self.assertEqual(without.value, 0.5)
        self.assertEqual(spanwise.gamma([(0, 3, "x")], [(0, 3, "x")]).value, 1)
        by_text = spanwise.f1([[(0, 3, "x")], []], [[(0, 3, "x")], [(2, 4, "x")]])
        self.assertAlmostEqual(float(by_text), 0.75)

    def test_spans_without_a_label_are_refused_as_such(self) -> None:
        for text in (None, TEXTS[0]):
            with self.subTest(text=text), self.assertRaises(spanwise.Error) as raised:
                spanwise.f1([(0, 3)], [(1, 3)], text=text)  # type: ignore[list-item]
            self.assertIn("(start, end, label)", raised.exception.remedy)
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.f1(*self.files[:2], text=TEXTS[0])
        self.assertEqual(raised.exception.remedy, "Leave text out.")

    def test_coverage_of_spans_is_that_of_files(self) -> None:
        a = self.files[0]
        spans = [[(s.start, s.end, e.category) for e in i.edits for s in e.spans] for i in spanwise.read(a)]
        self.assertEqual(spanwise.coverage(spans, text=TEXTS).value, spanwise.coverage(a).value)

    def test_an_undefined_figure_says_why(self) -> None:
        figure = spanwise.f1([], [])
        self.assertEqual(f"{figure:.2f}", "undefined")
        self.assertIsNone(figure.value)
        self.assertTrue(figure.reason)
        self.assertIn(figure.reason or "", repr(figure))
        with self.assertRaises(spanwise.Error) as raised:
            float(figure)
        self.assertEqual(raised.exception.code, "undefined")

    def test_a_figure_is_a_dict(self) -> None:
        figure = spanwise.gamma(*self.files[:2])
        self.assertEqual(f"{figure:.4f}", f"{figure.value:.4f}")
        self.assertTrue(repr(figure).startswith("<Gamma "))
        known = dict(figure)
        plain = {"value", "interval", "n", "convention", "left_out", "reason", "interval_reason"}
        self.assertEqual(set(known), plain | {"cat", "k"})
        self.assertEqual(set(known["k"]["accuracy"]), plain)
        self.assertEqual(set(dict(spanwise.f1(*self.files[:2]))["precision"]), plain)
        self.assertEqual(known["value"], figure.value)
        self.assertEqual(len(figure), len(known))

    def test_a_report_is_written(self) -> None:
        page, plots = self.path("report.html"), self.path("plots")
        answer = spanwise.report(*self.files, output=page, plots=plots, table="md", measures=["f1", "alpha"])
        self.assertRegex(answer["reproduce"], r"^spanwise report .*--output=report\.html ")
        self.assertEqual({path.suffix for path in (self.folder / "plots").iterdir()}, {".svg", ".md"})
        written = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertTrue(written.lower().startswith("<!doctype html>"))
        self.assertEqual(answer["agree"]["main"]["f1"]["value"], spanwise.f1(*self.files).value)
