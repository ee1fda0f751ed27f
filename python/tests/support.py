"""What the tests share."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import spanwise

ROOT = Path(__file__).resolve().parents[2]

SPANWISE = os.environ.get("SPANWISE", "spanwise")
"""The program of the command line."""

TEXTS = [
    "The cat sat on the mat and looked at the dog.",
    "A 😀 text about nothing at all was written by somebody.",
    "Third text here, with a few more words.",
    "Nobody marks the fourth one.",
    "In the fifth there is an error 🎉 after an error.",
    "The sixth and last one is as long as the others are.",
]


def annotated(shift: int) -> List[Dict[str, Any]]:
    """Instances of an annotator whose spans are moved by so many UTF-16 units."""
    instances = []
    for number, text in enumerate(TEXTS):
        minor = {"severity": "minor"}
        edits: List[Dict[str, Any]] = [
            {"category": "fluency", "id": 1, "annotation": minor, "output_idx": [[4 + shift, 9 + shift]]},
            {"category": "accuracy", "id": 2, "annotation": None, "output_idx": [[12, 18 + shift]]},
        ]
        metadata = {"system": "B" if number % 2 else "A"}
        instances.append(
            {"source": "", "target": text, "metadata": metadata, "edits": [] if number == 3 else edits}
        )
    return instances


def command(*arguments: str) -> Any:
    """The JSON object that the program prints."""
    ran = subprocess.run([SPANWISE, "--json", *arguments], stdout=subprocess.PIPE, check=False)
    return json.loads(ran.stdout)


class FolderTest(unittest.TestCase):
    """A test with a folder that is gone after it, in which three annotators' files stand."""

    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.files = []
        for name, shift in (("anna", 0), ("ben", 2), ("cleo", 1)):
            path = self.folder / f"{name}.json"
            path.write_text(json.dumps(annotated(shift)), encoding="utf-8")
            self.files.append(str(path))

    def path(self, name: str) -> str:
        """A path in the folder."""
        return str(self.folder / name)


__all__ = ["ROOT", "SPANWISE", "TEXTS", "FolderTest", "annotated", "command", "spanwise"]
