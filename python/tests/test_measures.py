"""Figures are those of the command line, to the last digit."""

from __future__ import annotations

import re
import subprocess
from typing import Callable, List, Tuple

import spanwise
from spanwise._measures import AgreeOptions, StatsOptions
from support import SPANWISE, TEXTS, FolderTest, command


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

    def test_options_are_those_of_the_command_line(self) -> None:
        # What a program has no use for, or says otherwise.
        apart = {"json", "quiet", "progress-lines", "help", "version", "table", "reference", "hypothesis", "confused"}
        for name, options in (("agree", AgreeOptions), ("stats", StatsOptions)):
            with self.subTest(name):
                ran = subprocess.run([SPANWISE, name, "--help"], stdout=subprocess.PIPE, encoding="utf-8")
                theirs = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", ran.stdout, re.MULTILINE)) - apart
                self.assertEqual({option.replace("_", "-") for option in options.__annotations__}, theirs)

    def test_figures_are_those_of_the_command_line(self) -> None:
        a, b, c = self.files
        two, three, stats = command("agree", a, b), command("agree", a, b, c), command("stats", a, b)
        f1 = spanwise.f1(a, b)
        hard = two["f1"]["micro_char"]["hard"]
        assert f1.precision is not None and f1.recall is not None
        self.assertEqual(
            (f1.value, f1.precision.value, f1.recall.value), (hard["f1"], hard["precision"], hard["recall"])
        )
        self.assertEqual(list(f1.interval or ()), hard["f1_interval_95"])
        self.assertEqual((f1.n, f1.convention, f1.left_out), (hard["n"], hard["convention"], hard["skipped"]))
        gamma = spanwise.gamma(a, b)
        assert gamma.cat is not None
        self.assertEqual(gamma.cat.value, two["gamma"]["cat"]["value"])
        alpha = spanwise.alpha(a, b)
        coverage = spanwise.coverage(a, b)
        cases = [
            (gamma, two["main"]["gamma"]["value"]),
            (spanwise.gamma(a, b, c), three["main"]["gamma"]["value"]),
            (gamma.k["accuracy"], two["gamma"]["k"]["accuracy"]["value"]),
            (alpha, two["main"]["alpha"]["value"]),
            (alpha.by_category["fluency"], two["alpha"]["fluency"]["pooled"]),
            (spanwise.f1(a, b, c), three["main"]["f1"]["value"]),
            (spanwise.f1(a, b, convention="mpp"), two["f1"]["mpp"]["hard"]["f1"]),
            (spanwise.f1(a, b, ignore_categories=True), two["f1"]["micro_char"]["soft"]["f1"]),
            (coverage, stats["coverage"]["all"]["span_coverage"]["value"]),
            (coverage.by_category["fluency"], stats["coverage"]["fluency"]["span_coverage"]["value"]),
            (
                spanwise.coverage(a, b, kind="without_overlap"),
                stats["coverage"]["all"]["without_overlap"]["value"],
            ),
        ]
        for figure, value in cases:
            with self.subTest(figure.name):
                self.assertIsNotNone(value)
                self.assertEqual(figure.value, value)
                self.assertEqual(float(figure), value)

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
        self.assertEqual({path.suffix for path in (self.folder / "plots").iterdir()}, {".svg", ".md"})
        written = (self.folder / "report.html").read_text(encoding="utf-8")
        self.assertTrue(written.lower().startswith("<!doctype html>"))
        self.assertEqual(answer["agree"]["main"]["f1"]["value"], spanwise.f1(*self.files).value)
