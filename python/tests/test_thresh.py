"""The library of Thresh: the same programs give the same, but for what it loses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
import warnings
from typing import Any, Dict, List

import spanwise
import spanwise.thresh as ours
from support import ROOT, FolderTest

# Its own library, in an interpreter that has it, says what it sees; see scripts/lib/oracles.sh.
THRESH_PYTHON = os.environ.get("SPANWISE_THRESH_PYTHON")

LOOK = """
import json, sys
from %s import load_interface
def seen(value, inside=False):
    # The library leaves out the name of a choice within a choice.
    if hasattr(value, "val"):
        return seen(value.val, True) if inside else [type(value).__name__, seen(value.val, True)]
    return value
interface = load_interface(sys.argv[1] + "/template.yml")
entries = []
for entry in interface.load_annotations(sys.argv[1] + "/data.json"):
    edits = []
    for edit in entry.edits:
        answers = getattr(edit, "annotation", None)
        names = sys.argv[2].split(",")
        known = {n: seen(getattr(answers, n)) for n in names if getattr(answers, n, None) is not None}
        spans = [getattr(edit, side, None) for side in ("input_idx", "output_idx")]
        edits.append([type(edit).__name__, spans, known])
    entries.append([type(entry).__name__, entry.source, entry.target, edits])
print(json.dumps([interface.template_name, sorted(interface.edit_classes), entries]))
"""


def template(name: str) -> str:
    """The path of a template of the gallery."""
    return str(ROOT / "templates" / name / "template.yml")


def stored(name: str) -> List[Dict[str, Any]]:
    """The data of a template of the gallery."""
    data: List[Dict[str, Any]] = json.loads(
        (ROOT / "templates" / name / "data.json").read_text(encoding="utf-8")
    )
    return data


class Thresh(FolderTest):
    def test_programs_see_what_they_saw(self) -> None:
        interface = ours.load_interface(template("mqm"))
        entries = interface.load_annotations(str(ROOT / "templates/mqm/data.json"))
        entry = entries[0]
        self.assertEqual(type(entry).__name__, "MqmEntry")
        self.assertIsInstance(entry, interface.get_entry_class())
        # Members of the metadata are attributes, too.
        self.assertEqual((entry.system, entry.source[:4]), ("System C", "Die "))
        edits = [edit for each in entries for edit in each.edits]
        fluency = next(edit for edit in edits if edit.category == "fluency")
        self.assertIsInstance(fluency, interface.get_edit_class("fluency"))
        self.assertEqual(type(fluency).__name__, "FluencyEdit")
        self.assertEqual(type(fluency.annotation.fluency_type).__name__, "Grammar")
        self.assertEqual(fluency.annotation.fluency_type.val, 2)
        other = next(edit for edit in edits if edit.category == "other")
        self.assertEqual(other.annotation.other_type, 2)
        with self.assertRaises(AttributeError):
            _ = other.annotation.nonsense

    def test_nothing_is_lost(self) -> None:
        for path in sorted((ROOT / "templates").glob("*/data.json")):
            name = path.parent.name
            with self.subTest(name):
                interface = ours.load_interface(template(name))
                with warnings.catch_warnings():
                    # Some data of the gallery show what is warned of.
                    warnings.simplefilter("ignore", spanwise.DataWarning)
                    entries = interface.load_annotations(str(path))
                out = self.path(f"new/{name}.json")
                interface.export_data(entries, out)
                with open(out, encoding="utf-8") as file:
                    written = json.load(file)
                self.assertEqual(written, stored(name))

    def test_what_is_set_is_stored(self) -> None:
        interface = ours.load_interface(template("salsa"))
        entries = interface.load_annotations([str(ROOT / "templates/salsa/data.json")] * 2)
        self.assertEqual(len(entries), 2 * len(stored("salsa")))
        edit = next(
            e
            for entry in entries
            for e in entry.edits
            if "grammar_error" in dir(getattr(e, "annotation", None))
        )
        cases = [(True, "yes"), (False, "no"), (1, "minor"), (3, "a lot"), ("a text", "a text")]
        for value, word in cases:
            edit.annotation.grammar_error = value
            self.assertEqual(edit.to_dict()["annotation"]["grammar_error"], word)
            self.assertEqual(edit.annotation.grammar_error, value)
        made = interface.get_edit_class("deletion")(id=1, input_idx=[[0, 3]], annotation=None)
        entries[0].edits = [made]
        self.assertEqual(
            interface.to_dict(entries)[0]["edits"],
            [{"category": "deletion", "id": 1, "input_idx": [[0, 3]], "annotation": None}],
        )

    def test_lists_of_edits_are_those_of_the_data(self) -> None:
        objects: List[Dict[str, Any]] = [
            {"target": "One two three.", "edits": [{"category": "deletion", "id": 1, "input_idx": [[0, 3]]}]},
            {"target": "Nobody worked here.", "source": "A source."},
            {"target": "Another template.", "edits": [{"category": "of_another", "id": 1}]},
        ]
        interface = ours.load_interface(template("salsa"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", spanwise.DataWarning)
            first, empty, other = interface.load_annotations(objects)
        kind = interface.get_edit_class("deletion")
        made = kind(id=2, input_idx=[[4, 7]], annotation=None)
        first.edits.append(made)
        self.assertEqual([edit.id for edit in first.edits], [1, 2])
        self.assertIsInstance(first.edits[0], kind)
        first.edits.sort(key=lambda edit: -edit.id)
        del first.edits[1]
        first.edits[0].input_idx = [[0, 7]]
        self.assertEqual([edit["input_idx"] for edit in first.to_dict()["edits"]], [[[0, 7]]])
        first.edits += [kind(id=3)]
        self.assertEqual([edit["id"] for edit in first.to_dict()["edits"]], [2, 3])
        # Looking at what is not there does not make it.
        self.assertEqual(empty.edits, [])
        self.assertNotIn("edits", empty.to_dict())
        empty.edits.extend([made])
        self.assertEqual(len(empty.to_dict()["edits"]), 1)
        self.assertEqual(type(other.edits[0]).__name__, "OfAnotherEdit")

    def test_corpora_are_converted(self) -> None:
        path = self.path("corpus.tsv")
        (self.folder / "corpus.tsv").write_text(
            "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
            "A\td\t1\t1\tr1\tEin Hund.\tA <v>cat</v>.\tAccuracy/Mistranslation\tMajor\n"
            "A\td\t1\t2\tr1\tJa.\tYes.\tNo-error\tNo-error\n",
            encoding="utf-8",
        )
        there = self.path("thresh.json")
        data = ours.convert_dataset("mqm", path, output_path=there)
        self.assertEqual([entry["target"] for entry in data], ["A cat.", "Yes."])
        self.assertEqual(data[0]["edits"][0]["output_idx"], [[2, 5]])
        back = self.path("back.tsv")
        ours.convert_dataset("mqm", there, reverse=True, output_path=back)
        self.assertEqual((self.folder / "back.tsv").read_text(), (self.folder / "corpus.tsv").read_text())
        self.assertEqual(len(ours.convert_dataset("mqm", path, limit=1)), 1)
        with self.assertRaises(spanwise.Error):
            ours.convert_dataset("mqm", there, reverse=True)
        with self.assertRaises(spanwise.Error):
            ours.convert_dataset("nonsense", path)

    def test_a_template_is_made(self) -> None:
        interface = ours.create_template(
            "mine", ["Wrong name", "Omission:source"], self.path("t.yml"), severity=True
        )
        self.assertEqual(sorted(interface.edit_classes), ["omission", "wrong_name"])
        self.assertEqual(ours.load_interface(self.path("t.yml")).template_name, interface.template_name)

    @unittest.skipUnless(THRESH_PYTHON, "SPANWISE_THRESH_PYTHON names no interpreter with the library thresh")
    def test_the_library_itself_sees_the_same(self) -> None:
        for name in ("mqm", "scarecrow", "salsa"):
            with self.subTest(name):
                questions = {
                    q.name
                    for c in spanwise.Template.from_yaml(template(name)).categories
                    for q in c.questions
                }
                arguments = [os.path.dirname(template(name)), ",".join(sorted(questions))]
                ran = [
                    subprocess.run(
                        [python, "-c", LOOK % module, *arguments], stdout=subprocess.PIPE, check=True
                    )
                    for python, module in (
                        (THRESH_PYTHON or "", "thresh"),
                        (sys.executable, "spanwise.thresh"),
                    )
                ]
                theirs, mine = (json.loads(each.stdout) for each in ran)
                self.assertEqual(mine, theirs)


if __name__ == "__main__":
    unittest.main()
