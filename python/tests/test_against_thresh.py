"""`spanwise.thresh` beside the library thresh 1.1.1 itself: what docs/python/from-thresh.md says is the same, and what isn't.

`SPANWISE_THRESH_PYTHON` names an interpreter that has the library. All data is made here."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from typing import Any, Dict, List, Tuple

import spanwise
import spanwise.thresh

THRESH_PYTHON = os.environ.get("SPANWISE_THRESH_PYTHON", "")

TEMPLATE = """
template_name: two_words
edits:
  - name: wrong
    enable_output: true
    annotation:
      - name: severity
        options: likert-3
      - name: sure
        options: binary
      - name: note
        options: textbox
      - name: kind
        options:
          - name: style
          - name: tense
            options: likert-3
  - name: moved
    enable_input: true
    enable_output: true
  - name: pair
    type: composite
"""

ENTRIES: List[Dict[str, Any]] = [
    {
        "id": "one",
        "source": "It was late then.",
        "target": "It is late the than.",
        "metadata": {"system": "A"},
        "edits": [
            {
                "category": "wrong",
                "id": 1,
                "output_idx": [[3, 5]],
                "annotation": {
                    "severity": "a lot",
                    "sure": "yes",
                    "note": "it was",
                    "kind": {"val": "tense", "tense": "somewhat"},
                },
            },
            {"category": "moved", "id": 1, "input_idx": [[12, 16]], "output_idx": [[11, 14]]},
        ],
    },
    {
        "id": "two",
        "source": "Late.",
        "target": "Late it was.",
        "metadata": {"system": "B"},
        "edits": [
            {
                "category": "wrong",
                "id": 1,
                "output_idx": [[5, 7], [8, 11]],
                "annotation": {"severity": "minor", "sure": "no", "note": "no", "kind": {"val": "style"}},
            }
        ],
    },
]

PASSAGE = "The ferry leaves at eight."

# How thresh's converters want the corpora: by the name of the corpus, its files.
CORPORA: Dict[str, Dict[str, Any]] = {
    "mqm": {
        "data.tsv": "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "A\td\t1\t1\tr1\tEin Hund.\tA <v>cat</v>.\tAccuracy/Mistranslation\tMajor\n"
        "A\td\t1\t2\tr1\tJa gut.\tYes<v> </v>good.\tFluency/Punctuation\tMinor\n"
    },
    "scarecrow": {
        "data.csv": [
            [
                "id",
                "gid",
                "prompt",
                "generation",
                "model",
                "p",
                "temperature",
                "frequency_penalty",
                "responses",
            ],
            [
                "1",
                "1-a",
                "It was late.",
                "It was late, and late it was.",
                "m",
                "0.96",
                "1.0",
                "0.0",
                "[0, 'S1', 'x', 1.5, [['Redundant', 'said before', 2, 17, 21, [7, 11]]]]",
            ],
        ]
    },
    "propaganda": {
        "article7.txt": "Title\n\nDoubt, and doubt again.\n",
        "article7.labels.tsv": "7\tDoubt\t7\t12\n7\tName_Calling,Labeling\t7\t23\n",
    },
    "arxivedits": {
        "data.json": {
            "0": {
                "sentence-1": "We show it .",
                "sentence-2": "We prove it here .",
                "arxiv-id": "1",
                "sentence-pair-index": 0,
                "sentence-1-level": "a",
                "sentence-2-level": "b",
                "easy-or-hard": "easy",
                "edits-combination-0": {
                    "0": {
                        "type": "Substitute",
                        "intention": "Lang-Improve-Readability-Simplify",
                        "sentence-1-token-indices": [1, 2],
                        "sentence-2-token-indices": [1, 2],
                    },
                    "1": {
                        "type": "Insertion",
                        "intention": "Content",
                        "sentence-1-token-indices": None,
                        "sentence-2-token-indices": [3, 4],
                    },
                },
            }
        }
    },
    "fg-rlhf": {
        "data.json": [
            {
                "question": "When?",
                "passages": [["Ferry", PASSAGE]],
                "gold": "At eight.",
                "prediction 1": "It leaves at nine.",
                "prediction 2": "b",
                "prediction 3": "c",
                "prediction 4": "d",
                "preference": 1,
                "feedback": {
                    "errors": [
                        {"error type": "Wrong-Grounding", "explanation": "eight", "start": 10, "end": 17}
                    ],
                    "missing-info": [{"error type": "Missing-Answer", "passage_id": 0, "sentence_id": 0}],
                    "corrected-prediction": "It leaves at eight.",
                },
            }
        ]
    },
    "frank": {
        "data.json": [
            {
                "hash": "h1",
                "model_name": "bart",
                "article": PASSAGE,
                "summary": "It leaves at nine.",
                "reference": "It leaves at eight.",
                "summary_sentences": ["It leaves at nine."],
                "summary_sentences_annotations": [{"annotator_0": ["CircE", "EntE"]}],
                "split": "test",
            }
        ]
    },
    "snac": {
        "data.json": {
            "Book": {
                "0": {
                    "text": "The cat sat.",
                    "errors": [{"span": "cat sat", "votes": 2, "error_type": "CharE"}],
                }
            }
        }
    },
}


def there(program: str, *arguments: str) -> Any:
    """What a program prints as JSON in an interpreter with thresh."""
    ran = subprocess.run(
        [THRESH_PYTHON, "-c", "import json, logging, sys, thresh\nlogging.disable()\n" + program, *arguments],
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(ran.stdout)


def plain(value: Any) -> Any:
    """Answers without those that say nothing, and without the second name of an option that has no follow-up."""
    if not isinstance(value, dict):
        return value
    kept = {name: plain(inner) for name, inner in value.items() if inner is not None}
    option = kept.get("val")
    if option is not None and kept.get(option) in (option, {"val": option}):
        del kept[option]
    return kept


def said(entry: Dict[str, Any]) -> Tuple[Any, ...]:
    """What an entry says in both libraries."""
    edits = [
        (edit["category"], edit.get("input_idx"), edit.get("output_idx"), plain(edit.get("annotation")))
        for edit in entry["edits"]
    ]
    texts = [(entry.get(name) or "").strip() for name in ("source", "target", "context")]
    return (*texts, sorted(edits, key=lambda edit: edit[0]))


@unittest.skipUnless(
    THRESH_PYTHON, "SPANWISE_THRESH_PYTHON names no interpreter with the library thresh 1.1.1"
)
class AgainstThresh(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.template = str(self.folder / "template.yml")
        self.data = str(self.folder / "data.json")
        Path(self.template).write_text(TEMPLATE, encoding="utf-8")
        Path(self.data).write_text(json.dumps(ENTRIES), encoding="utf-8")

    def test_programs_see_the_same(self) -> None:
        program = """
interface = thresh.load_interface(sys.argv[1])
seen = []
for entry in interface.load_annotations(sys.argv[2]):
    seen.append([type(entry).__name__, entry.id, entry.source, entry.target, entry.system])
    for edit in entry.edits:
        seen.append([type(edit).__name__, getattr(edit, "input_idx", None), edit.output_idx])
        answers = edit.annotation if type(edit).__name__ == "WrongEdit" else None
        if answers is not None:
            kind = answers.kind
            seen.append([type(answers).__name__, answers.severity, answers.sure, answers.note])
            seen.append([type(kind).__name__, kind.val])
print(json.dumps([interface.template_name, sorted(interface.edit_classes), seen]))
"""
        theirs = there(program, self.template, self.data)
        ours = subprocess.run(
            [
                sys.executable,
                "-c",
                "import json, sys\nimport spanwise.thresh as thresh\n" + program,
                self.template,
                self.data,
            ],
            stdout=subprocess.PIPE,
            check=True,
        )
        mine = json.loads(ours.stdout)
        # thresh takes any text for a value: a note that says “no” is False there.
        self.assertEqual(theirs[2][-2], ["WrongAnnotation", 1, False, False])
        self.assertEqual(mine, theirs)

    def test_files_go_there_and_back(self) -> None:
        interface = spanwise.thresh.load_interface(self.template)
        entries = interface.load_annotations(self.data)
        ours = str(self.folder / "ours.json")
        interface.export_data(entries, ours)
        self.assertEqual(json.loads(Path(ours).read_text(encoding="utf-8")), ENTRIES)
        theirs = there(
            "interface = thresh.load_interface(sys.argv[1])\n"
            "print(json.dumps(interface.to_dict(interface.load_annotations(sys.argv[2]))))",
            self.template,
            ours,
        )
        # What thresh writes of it lacks ids, says `minor` for yes, and names options twice.
        first = theirs[0]["edits"][0]
        self.assertNotIn("id", first)
        self.assertEqual(first["annotation"]["sure"], "minor")
        (self.folder / "theirs.json").write_text(json.dumps(theirs), encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", spanwise.DataWarning)
            read = spanwise.read(self.folder / "theirs.json")
        self.assertEqual([i.target for i in read], [entry["target"] for entry in ENTRIES])
        self.assertEqual([(e.category, e.text) for e in read[1].edits], [("wrong", "it … was")])

    def test_corpora_are_converted_alike(self) -> None:
        for name, files in CORPORA.items():
            with self.subTest(name):
                path = self.write(name, files)
                theirs = there(
                    "print(json.dumps(thresh.convert_dataset(sys.argv[1], sys.argv[2])))", name, path
                )
                mine = spanwise.thresh.convert_dataset(name, path)
                if name == "arxivedits":
                    # thresh counts the space after a token to its span; see docs/formats.md.
                    for edit in (edit for entry in theirs for edit in entry["edits"]):
                        for side in ("input_idx", "output_idx"):
                            if side in edit:
                                edit[side] = [[start, end - 1] for start, end in edit[side]]
                # thresh gathers MQM's rows in sets, in another order each time.
                self.assertEqual(sorted(map(said, mine), key=repr), sorted(map(said, theirs), key=repr))

    def write(self, name: str, files: Dict[str, Any]) -> str:
        """Writes the files of a corpus, and returns the path by which both libraries read it."""
        folder = self.folder / name
        folder.mkdir()
        for file, content in files.items():
            if file.endswith(".csv"):
                table = io.StringIO()
                csv.writer(table).writerows(content)
                content = table.getvalue()
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / file).write_text(text, encoding="utf-8")
        # thresh puts the path of a folder and the names in it together as they are.
        return f"{folder}{os.sep}" if len(files) > 1 else str(folder / next(iter(files)))


if __name__ == "__main__":
    unittest.main()
