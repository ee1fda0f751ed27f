"""Gold by a rule."""

from __future__ import annotations

import json
import unittest

from support import TEXTS, FolderTest, command, spanwise


class Gold(FolderTest):
    def test_it_is_that_of_the_command_line(self) -> None:
        made = spanwise.adjudicate(*self.files)
        out, record = self.path("gold.json"), self.path("record.json")
        arguments = ["gold", "decide", *self.files, "--take=majority", "-o", out, "--record", record]
        told = command(*arguments)
        self.assertEqual((made.decided, made.undecided), (told["decided"], len(told["undecided"])))
        with open(out, encoding="utf-8") as file:
            self.assertEqual(made.gold.to_dicts(), json.load(file))
        with open(record, encoding="utf-8") as file:
            self.assertEqual(made.record, json.load(file))

    def test_a_majority_is_what_most_mark(self) -> None:
        made = spanwise.adjudicate(*self.files)
        self.assertEqual(made["annotators"], ["anna", "ben", "cleo"])
        self.assertEqual((len(made.gold), made.undecided), (len(TEXTS), 0))
        # Shifted by 0, 1 and 2: two of three cover what the middle one marked.
        spans = [(edit.category, edit.spans[0].utf16_start) for edit in made.gold[0].edits]
        self.assertEqual(spans, [("fluency", 5), ("accuracy", 12)])
        self.assertEqual(made.gold[0].edits[0].answers, {"severity": "minor"})
        self.assertEqual(made.gold.annotators, [])
        rows = [row for row in made.record if "group" in row]
        self.assertEqual({row["decision"] for row in rows}, {"majority"})

    def test_what_is_not_decided_is_warned_of(self) -> None:
        with self.assertWarnsRegex(spanwise.DataWarning, "10 groups are open"):
            made = spanwise.adjudicate(*self.files, take="unanimous")
        self.assertEqual((made.decided, made.undecided, made.gold.categories), (0, 10, {}))
        self.assertEqual(made["undecided"][0]["standing"], "boundary")

    def test_annotators_are_files_data_sets_or_one_of_all(self) -> None:
        expected = spanwise.adjudicate(*self.files)
        read = [spanwise.read(file) for file in self.files]
        table = self.path("ben.csv")
        spanwise.write(read[1], table, "csv-spans")
        for sources in (read, [spanwise.merge(*self.files)], [read[0], table, self.files[2]]):
            made = spanwise.adjudicate(*sources)
            self.assertEqual(made.record, expected.record)
        with self.assertRaises(spanwise.Error):
            spanwise.adjudicate(*self.files, take="most")

    def test_files_may_be_of_any_format(self) -> None:
        table = self.path("ben.csv")
        spanwise.write(spanwise.read(self.files[1]), table, "csv-spans")
        files = [self.files[0], table, self.files[2]]
        made = spanwise.adjudicate(*files)
        spanwise.write(made.gold, gold := self.path("gold.json"))
        out = self.path("record.json")
        template = spanwise.Template.from_data("gold", self.files[0])
        spanwise.record_decisions(gold, *files, template=template, output=out)
        again = spanwise.make_gold(*files, decisions=out)
        self.assertEqual(again.to_dicts(), made.gold.to_dicts())
        with self.assertRaisesRegex(spanwise.Error, "format=…"):
            spanwise.make_gold(*files, decisions=out, format="tables")


if __name__ == "__main__":
    unittest.main()
