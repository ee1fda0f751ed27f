"""Data read, looked at, made and written."""

from __future__ import annotations

import json
import sys
import types
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import mock

import spanwise
from support import ROOT, TEXTS, FolderTest, annotated, command

TEMPLATE = str(ROOT / "templates/mqm/template.yml")
MQM = str(ROOT / "templates/mqm/data.json")


class Reading(FolderTest):
    def test_formats_are_those_of_the_command_line(self) -> None:
        self.assertEqual(spanwise.formats(), command("formats")["formats"])
        self.assertEqual(spanwise.detect(*self.files), command("detect", *self.files)["files"])

    def test_a_path_and_its_text_are_the_same_data(self) -> None:
        text = (self.folder / "anna.json").read_text(encoding="utf-8")
        by_path, by_text = spanwise.read(self.files[0]), spanwise.read(text)
        self.assertEqual(by_path.to_dicts(), by_text.to_dicts())
        self.assertEqual((by_path.name, len(by_path)), ("anna", len(TEXTS)))
        self.assertEqual(by_path.categories, {"fluency": 5, "accuracy": 5})
        assert by_path.answer is not None
        self.assertEqual(by_path.answer["from"]["format"], "thresh")

    def test_what_is_read_is_what_the_file_says(self) -> None:
        self.assertEqual(spanwise.read(self.files[0]).to_dicts(), annotated(0))

    def test_a_bundle_is_data_with_a_template(self) -> None:
        command("bundle", TEMPLATE, MQM, "--output", self.path("bundle.json"))
        bundle, data = spanwise.read(self.path("bundle.json")), spanwise.read(MQM)
        self.assertEqual(bundle.to_dicts(), data.to_dicts())
        assert bundle.template is not None
        self.assertEqual(bundle.template.name, spanwise.Template.from_yaml(TEMPLATE).name)

    def test_offsets_are_code_points(self) -> None:
        for instance in spanwise.read(self.files[0]):
            for edit in instance.edits:
                for span in edit.spans:
                    text = instance.texts[span.name]
                    self.assertEqual(text[span.start : span.end], span.text)
                    utf16 = text.encode("utf-16-le")[2 * span.utf16_start : 2 * span.utf16_end]
                    self.assertEqual(utf16.decode("utf-16-le"), span.text)
                    self.assertEqual(text.encode()[span.byte_start : span.byte_end].decode(), span.text)
        emoji = spanwise.read(self.files[0])[1].edits[1].spans[0]
        self.assertEqual((emoji.start, emoji.utf16_start, emoji.byte_start), (11, 12, 14))

    def test_answers_are_dicts(self) -> None:
        data = spanwise.read(MQM, template=TEMPLATE)
        answers = [edit.answers for _, edit in data.edits()]
        self.assertIn({"fluency_type": {"grammar": "somewhat"}}, answers)
        self.assertIn({"other_type": "somewhat"}, answers)
        flat = [edit.flat_answers() for _, edit in data.edits()]
        self.assertIn({"fluency_type": "grammar", "fluency_type/grammar": "somewhat"}, flat)

    def test_further_texts_and_composites(self) -> None:
        stored = {
            "source": "Un chat.",
            "target": "A cat.",
            "texts": [{"name": "b", "role": "target", "text": "😀 The cat."}],
            "edits": [
                {
                    "category": "c",
                    "id": 1,
                    "annotation": None,
                    "constituent_edits": [
                        {
                            "category": "d",
                            "id": 2,
                            "annotation": None,
                            "spans": {"b": [[3, 6]]},
                            "input_idx": [[0, 2]],
                        }
                    ],
                }
            ],
        }
        instance = spanwise.read(json.dumps([stored]))[0]
        self.assertEqual(list(instance.texts), ["source", "target", "b"])
        (constituent,) = instance.edits[0].constituents
        self.assertEqual([(s.name, s.text) for s in constituent.spans], [("b", "The"), ("source", "Un")])
        self.assertEqual(constituent.spans_on("b")[0].start, 2)
        self.assertEqual([span.text for span in constituent.source_spans], ["Un"])

    def test_warnings_are_given(self) -> None:
        path = self.path("other.json")
        stored = annotated(0)
        stored[0]["edits"].append(
            {"category": "nobody_knows", "id": 9, "annotation": None, "output_idx": [[0, 1]]}
        )
        (self.folder / "other.json").write_text(json.dumps(stored), encoding="utf-8")
        with self.assertWarns(spanwise.DataWarning):
            data = spanwise.read(
                path, template=spanwise.Template.new("t", ["fluency", "accuracy"], severity=True)
            )
        self.assertIn("nobody_knows", " ".join(str(problem) for problem in data.problems))


class Making(FolderTest):
    def test_edits_are_made_in_code_points(self) -> None:
        instance = spanwise.Instance(
            "A 😀 text.", source="Un texte.", annotator="anna", id="7", metadata={"system": "A"}
        )
        edit = instance.add_edit("wording", [(4, 8), (0, 2, "source")], {"severity": "minor", "open": True})
        self.assertEqual([(s.name, s.text) for s in edit.spans], [("source", "Un"), ("target", "text")])
        self.assertEqual(instance.data["edits"][0]["output_idx"], [[5, 9]])
        self.assertEqual(edit.answers, {"severity": "minor", "open": "yes"})
        self.assertEqual((instance.annotator, instance.id, instance.source), ("anna", "7", "Un texte."))
        self.assertEqual([instance.add_edit("wording").id, instance.add_edit("wording").id], ["2", "3"])

    def test_answers_to_choices_are_stored_as_options(self) -> None:
        template = spanwise.Template.from_yaml(TEMPLATE)
        data = spanwise.Dataset([spanwise.Instance("Some text.")], template=template)
        data[0].add_edit("fluency", [(0, 4)], {"fluency_type": {"grammar": "minor"}})
        self.assertEqual(
            data[0].data["edits"][0]["annotation"], {"fluency_type": {"val": "grammar", "grammar": "minor"}}
        )
        self.assertTrue(spanwise.check(template, data))

    def test_spans_outside_of_the_text_are_refused(self) -> None:
        instance = spanwise.Instance("Short.")
        for span in [(0, 7), (3, 2), (-1, 2), (0, 1, "nowhere")]:
            with self.subTest(span), self.assertRaises(spanwise.Error):
                instance.add_edit("x", [span])  # type: ignore[list-item]
        self.assertEqual(len(instance.edits), 0)

    def test_edits_are_removed(self) -> None:
        instance = spanwise.read(self.files[0])[0]
        first, second = instance.edits
        instance.remove_edit(first)
        self.assertEqual([edit.data for edit in instance.edits], [second.data])
        with self.assertRaises(spanwise.Error):
            instance.remove_edit(first)

    def test_metadata_is_changed_in_place(self) -> None:
        # The first file has metadata, the instances made here have none.
        data = spanwise.read(self.files[0])
        for instance in (data[0], spanwise.Instance("Text.")):
            before = json.dumps(instance.data)
            self.assertIsNone(instance.metadata.get("domain"))
            self.assertEqual(json.dumps(instance.data), before)
            instance.metadata["domain"] = "news"
            instance.metadata.update(annotator="anna")
            self.assertEqual((instance.metadata["domain"], instance.annotator), ("news", "anna"))
            spanwise.write([instance], self.path("out.json"))
            (again,) = spanwise.read(self.path("out.json"))
            self.assertEqual((again.metadata, again.annotator), (instance.metadata, "anna"))
            del instance.metadata["annotator"]
            self.assertIsNone(instance.annotator)
        self.assertEqual(dict(data[0].metadata), {"system": "A", "domain": "news"})
        self.assertEqual(repr(data[0].metadata), "{'system': 'A', 'domain': 'news'}")
        self.assertEqual(data.to_records()[0]["item:domain"], "news")

    def test_metadata_that_are_no_object_are_kept(self) -> None:
        instance = spanwise.Instance.from_dict({"target": "Text.", "metadata": "found in a drawer"})
        self.assertEqual(dict(instance.metadata), {})
        with self.assertRaises(spanwise.Error):
            instance.metadata["domain"] = "news"
        self.assertEqual(instance.data["metadata"], "found in a drawer")

    def test_equal_data_are_equal(self) -> None:
        one, two = spanwise.read(self.files[0]), spanwise.read(self.files[0])
        self.assertEqual((one[0], one[0].edits), (two[0], two[0].edits))
        self.assertEqual(one, two)
        two[0].remove_edit(two[0].edits[0])
        self.assertNotEqual(one, two)

    def test_a_data_set_is_a_sequence(self) -> None:
        data = spanwise.read(self.files[0])
        self.assertIsInstance(data[1:3], spanwise.Dataset)
        self.assertEqual([i.target for i in data[1:3]], TEXTS[1:3])
        data.append(spanwise.Instance("One more."))
        self.assertEqual(len(data), len(TEXTS) + 1)
        self.assertEqual(json.loads(data.to_json()), data.to_dicts())


class Writing(FolderTest):
    def test_every_format_of_one_file_is_written_and_read(self) -> None:
        data = spanwise.read(self.files[0])
        for name in ["thresh", "csv-spans", "csv-edits", "tsv-spans", "jsonl"]:
            with self.subTest(name):
                path = self.path(f"out.{name}")
                conversion = spanwise.write(data, path, name)
                self.assertEqual(conversion.written, [path])
                back = spanwise.read(path, name)
                spans = [[(e.category, e.spans) for e in i.edits] for i in data]
                self.assertEqual([[(e.category, e.spans) for e in i.edits] for i in back], spans)

    def test_conversions_are_those_of_the_command_line(self) -> None:
        ours = spanwise.convert(self.files[0], self.path("ours.json"), "factgenie")
        theirs = command("convert", "--to", "factgenie", self.files[0], self.path("theirs.json"))
        written = [(self.folder / name).read_bytes() for name in ("ours.json", "theirs.json")]
        self.assertEqual(written[0], written[1])
        self.assertEqual(ours.losses, theirs["losses"])

    def test_tables_for_spreadsheets_have_semicolons_if_asked(self) -> None:
        spanwise.convert(self.files[0], self.path("ours.csv"), "csv-spans", separator=";")
        first = Path(self.path("ours.csv")).read_text(encoding="utf-8-sig").splitlines()[0]
        self.assertIn(";", first)
        self.assertNotIn(",", first)

    def test_spans_that_are_not_where_the_source_says_are_decided(self) -> None:
        source = self.path("quotes.jsonl")
        quoted = {"type": 0, "text": "Fox", "start": 2}
        record = {"output": "A fox ran.", "example_idx": 0, "annotations": [quoted]}
        Path(source).write_text(json.dumps(record) + "\n", encoding="utf-8")
        decisions = [{"number": 0, "quote": "Fox", "decision": "drop"}]
        answer = spanwise.convert(source, self.path("decided.json"), "thresh", matches_decided=decisions)
        self.assertEqual(answer["matches_decided"]["dropped"], 1)
        self.assertEqual(len(spanwise.read(self.path("decided.json"))[0].edits), 0)

    def test_losses_are_refused_if_asked(self) -> None:
        with self.assertWarnsRegex(spanwise.DataWarning, "conll can't hold everything") as warned:
            spanwise.convert(self.files[0], self.path("lossy.conll"), "conll")
        self.assertEqual(warned.filename, __file__)
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.convert(self.files[0], self.path("out.csv"), "conll", no_loss=True)
        self.assertEqual(raised.exception.code, "loss")
        self.assertFalse((self.folder / "out.csv").exists())

    def test_files_are_merged(self) -> None:
        merged = spanwise.merge(*self.files)
        self.assertEqual(merged.annotators, ["anna", "ben", "cleo"])
        self.assertEqual(len(merged), 3 * len(TEXTS))
        again = spanwise.merge(merged, merged, annotators="anyone")
        self.assertEqual(again.to_dicts(), merged.to_dicts())
        table = self.path("anna.csv")
        spanwise.write(spanwise.read(self.files[0]), table, "csv-spans")
        self.assertEqual(spanwise.merge(table, *self.files[1:]).annotators, ["anna", "ben", "cleo"])
        objects = spanwise.merge(*map(spanwise.read, self.files))
        self.assertEqual(objects.to_dicts(), merged.to_dicts())

    def test_a_check_is_that_of_the_command_line(self) -> None:
        checked = spanwise.check(TEMPLATE, MQM)
        self.assertTrue(checked)
        self.assertEqual(dict(checked), command("check", TEMPLATE, MQM))
        self.assertFalse(spanwise.check(spanwise.Template.from_yaml(TEMPLATE), self.files[0], strict=True))


class Rows(FolderTest):
    def test_rows_per_span_edit_and_instance(self) -> None:
        data = spanwise.read(self.files[0])
        spans, edits = data.to_records(), data.to_records("edit")
        instances = data.to_records("instance")
        # An instance without edits has a row.
        self.assertEqual([len(spans), len(edits), len(instances)], [11, 11, 6])
        self.assertEqual(
            spans[0],
            {
                "record": 0,
                "id": None,
                "annotator": None,
                "edit": 0,
                "category": "fluency",
                "text": "target",
                "start": 4,
                "end": 9,
                "quote": "cat s",
                "role": None,
                "answer:severity": "minor",
                "item:system": "A",
            },
        )
        for rows in (spans, edits, instances):
            self.assertEqual(len({tuple(row) for row in rows}), 1)
        self.assertEqual(instances[3]["edits"], 0)
        unmarked = spanwise.Dataset([spanwise.Instance("Text.")]).to_records()
        self.assertIn("start", unmarked[0])
        self.assertEqual(edits[0]["spans"][0]["quote"], "cat s")

    def test_a_data_set_of_hugging_face(self) -> None:
        made = []

        class Made:
            @staticmethod
            def from_list(rows: Any) -> Any:
                made.extend(rows)
                return rows

        with mock.patch.dict(sys.modules, {"datasets": types.SimpleNamespace(Dataset=Made)}):
            spanwise.read(self.files[0]).to_datasets()
        self.assertEqual(made[0]["spans"][0]["quote"], "cat s")
        self.assertEqual(len(made), len(TEXTS))

    @unittest.skipUnless(find_spec("datasets"), "datasets is not installed")
    def test_a_data_set_is_one_of_the_library(self) -> None:
        import datasets

        stored = spanwise.read(self.files[0]).to_datasets()
        self.assertIsInstance(stored, datasets.Dataset)
        self.assertEqual(stored[0]["spans"][0]["quote"], "cat s")
        parquet = self.path("data.parquet")
        stored.to_parquet(parquet)
        again = datasets.Dataset.from_parquet(parquet, cache_dir=self.path("cache"))
        self.assertEqual(again[:], stored[:])

    def test_a_missing_package_is_named(self) -> None:
        with mock.patch.dict(sys.modules, {"datasets": None}):
            with self.assertRaises(spanwise.Error) as raised:
                spanwise.read(self.files[0]).to_datasets()
        self.assertEqual(raised.exception.code, "not-installed")
        self.assertIn("pip install datasets", raised.exception.remedy)


class Templates(FolderTest):
    def test_a_template_is_compiled(self) -> None:
        template = spanwise.Template.from_yaml(TEMPLATE)
        fluency = template.category("fluency")
        assert fluency is not None
        question = fluency.question("fluency_type")
        assert question is not None
        self.assertEqual((fluency.kind, fluency.sides, question.kind), ("single_span", ("target",), "choice"))
        follow_up = question.follow_up("grammar")
        assert follow_up is not None
        self.assertEqual([option.name for option in follow_up.options], ["minor", "somewhat", "a lot"])
        self.assertEqual(template.typology, command("check", TEMPLATE)["template"]["typology"])
        self.assertEqual(template.settings["template_name"], template.name)
        self.assertEqual(spanwise.Template.from_yaml(template.yaml).categories, template.categories)

    def test_a_template_of_one_category_needs_no_list(self) -> None:
        template = spanwise.Template.new("t", "Wording")
        self.assertEqual([category.label for category in template.categories], ["Wording"])

    def test_a_template_is_made(self) -> None:
        template = spanwise.Template.new(
            "My errors", ["Wrong name", "Omission:source", "Rewrite:both"], severity=True
        )
        self.assertEqual([c.name for c in template.categories], ["wrong_name", "omission", "rewrite"])
        self.assertEqual(
            [c.sides for c in template.categories], [("target",), ("source",), ("source", "target")]
        )
        self.assertEqual(
            template.yaml,
            command("new", "My errors", "Wrong name", "Omission:source", "Rewrite:both", "--severity")[
                "template"
            ],
        )
        template.save(self.path("t.yml"))
        self.assertEqual(spanwise.Template.from_yaml(self.path("t.yml")).yaml, template.yaml)
        for encoding in ("utf-16", "utf-8-sig"):
            (self.folder / "other.yml").write_text(template.yaml, encoding=encoding)
            read = spanwise.Template.from_yaml(self.path("other.yml"))
            self.assertEqual(read.categories, template.categories, encoding)
        made = spanwise.Template.from_data("From data", self.files[0])
        self.assertEqual({c.name for c in made.categories}, {"fluency", "accuracy"})


if __name__ == "__main__":
    unittest.main()
