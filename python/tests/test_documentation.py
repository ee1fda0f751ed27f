"""The pages and the notebook of docs/python say what is true: their code is run, and what it prints is what they say.

`UPDATE_EXPECT=1` writes what is printed into the pages."""

from __future__ import annotations

import ast
import contextlib
import csv
import io
import json
import os
import re
import shutil
import sys
import tempfile
import types
import unittest
import warnings
import xml.etree.ElementTree
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

import spanwise
from support import command

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "python"

UPDATE = os.environ.get("UPDATE_EXPECT") == "1"

BLOCK = re.compile(
    r"^```python\n(?P<code>.*?)^```\n(?:\n^```text\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
"""Code, and the output that stands right below it."""


def run(code: str, names: Dict[str, Any], show: Callable[[Any], None] = lambda value: None) -> str:
    """Runs code as a cell of a notebook is run, and returns what it prints. `show` is given the value of its last line."""
    tree = ast.parse(code)
    last: Optional[ast.Expression] = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<block>", "exec"), names)
        if last is not None:
            show(eval(compile(last, "<block>", "eval"), names))
    return printed.getvalue()


def missing(error: ImportError) -> bool:
    """Whether it is a package that is not installed, not one of ours or a wrong name in it."""
    return isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] in (
        "datasets",
        "pandas",
        "polars",
        "thresh",
    )


class Documentation(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        """The files of the examples stand in a folder of their own, which is the current one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        for file in sorted((PAGES / "annotators").iterdir()):
            shutil.copy(file, folder.name)
        os.chdir(folder.name)
        # An example that warns would say more than its page.
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error", spanwise.DataWarning)
        # What a format can't hold is part of the examples.
        warnings.filterwarnings("ignore", ".* can't hold everything", spanwise.DataWarning)
        # So is what a rule leaves open.
        warnings.filterwarnings("ignore", ".* open, since the rule does not decide", spanwise.DataWarning)

    def run_page(self, name: str) -> Dict[str, Any]:
        """Runs the code of a page, compares what it prints, and returns the names that it has at its end."""
        path = PAGES / name
        page = path.read_text(encoding="utf-8")
        names: Dict[str, Any] = {"__name__": "__main__"}
        found: List[Tuple[int, Optional[str], str]] = []

        def ran(block: re.Match[str]) -> str:
            line = page.count("\n", 0, block.start()) + 2
            try:
                printed = run(block["code"], names)
            except ImportError as error:
                if not missing(error):
                    raise
                print(f"{path.name}:{line} is not run: {error}", file=sys.stderr)
                return block[0]
            found.append((line, block["printed"], printed))
            shown = f"\n```text\n{printed}```\n" if printed else ""
            return f"```python\n{block['code']}```\n{shown}"

        written = BLOCK.sub(ran, page)
        self.assertTrue(found, f"{name} has no code")
        if UPDATE:
            path.write_text(written, encoding="utf-8")
            return names
        for line, expected, printed in found:
            with self.subTest(f"{name}:{line}"):
                self.assertEqual(printed, expected or "")
        return names

    def test_the_page(self) -> None:
        self.run_page("README.md")

    def test_what_stands_first_makes_the_files_of_the_command_line(self) -> None:
        block = BLOCK.search((PAGES / "README.md").read_text(encoding="utf-8"))
        assert block is not None
        names: Dict[str, Any] = {}
        run(block["code"], names)
        self.assertLessEqual(len(block["code"].strip().splitlines()), 10)
        made = {name: Path(name).read_bytes() for name in ("decisions.csv", "report.html")}
        gold = json.loads(Path("gold.json").read_text(encoding="utf-8"))
        plots = {path.name: path.read_bytes() for path in Path("paper_plots").iterdir()}
        files = ["anna.json", "ben.csv", "cleo.json"]
        template = ["--template", "template.yml"]
        for name in ("gold.json", "decisions.csv", "report.html"):
            Path(name).unlink()
        shutil.rmtree("paper_plots")
        command("gold", "decide", *files, *template, "--take", "majority", "-o", "gold.json")
        command("gold", "record", "gold.json", *files, *template, "-o", "decisions.csv")
        # The report names its command, as Python gives it.
        options = ["--template=template.yml", "--output=report.html", "--plots=paper_plots", "--table=csv"]
        command("report", *options, "--", *files)
        for name, content in made.items():
            self.assertEqual(Path(name).read_bytes(), content, name)
        self.assertEqual(json.loads(Path("gold.json").read_text(encoding="utf-8")), gold)
        self.assertTrue(plots)
        self.assertEqual({path.name: path.read_bytes() for path in Path("paper_plots").iterdir()}, plots)
        theirs = command("agree", *files, *template)
        self.assertEqual(dict(names["agreement"])["main"], theirs["main"])

    def test_the_readme(self) -> None:
        spanwise.convert("ben.csv", "ben.json", "thresh")
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        blocks = list(BLOCK.finditer(page))
        for block in blocks:
            run(block["code"], {})
        self.assertTrue(blocks)

    def test_the_measures(self) -> None:
        names = self.run_page("measures.md")
        page = (PAGES / "measures.md").read_text(encoding="utf-8")
        checked = 0
        for answer, table in re.findall(
            r"^\| Figure \| `(\w+)\.figure\(…\)` \|\n((?:\|.*\n)+)", page, re.MULTILINE
        ):
            for row in table.splitlines()[1:]:
                place: Tuple[str, ...] = ()
                for code in re.findall(r"`(\"[^`]*)`", row):
                    named = ast.literal_eval(f"({code},)")
                    place = named if len(named) > 1 else (*place[:-1], *named)
                    with self.subTest(row, place=place):
                        figure = names[answer].figure(*place)
                        self.assertTrue(figure.convention)
                        self.assertTrue(figure.value is not None or figure.reason)
                    checked += 1
        self.assertGreater(checked, 40)

    def test_the_move_from_thresh(self) -> None:
        self.run_page("from-thresh.md")

    def test_the_analysis_of_scarecrow(self) -> None:
        write_scarecrow("grouped_data.csv")
        page = (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
        names: Dict[str, Any] = {}
        for block in BLOCK.finditer(page):
            run(block["code"], names)
        shares = {(row["model"], row["category"]): row["value"] for row in names["rows"]}
        # Of ten tokens of each model, `large` has two and `small` four marked; what is of another setting doesn't count.
        self.assertEqual(shares["large", "redundant"], 0.2)
        self.assertEqual(shares["small", "redundant"], 0.4)
        self.assertEqual(shares["small", "grammar_usage"], 0)

    def test_the_notebook(self) -> None:
        notebook = json.loads((PAGES / "from-files-to-a-table.ipynb").read_text(encoding="utf-8"))
        shown: List[Any] = []
        names: Dict[str, Any] = {"__name__": "__main__"}
        with standing_in_for_ipython():
            for cell in notebook["cells"]:
                if cell["cell_type"] != "code":
                    continue
                # Outputs would be older than the code some day.
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
                run("".join(cell["source"]), names, shown.append)
        html = [value._repr_html_() for value in shown if hasattr(value, "_repr_html_")]
        self.assertTrue(any("50 minutes" in part for part in html), "no marked text is shown")
        self.assertTrue(any("gamma" in part for part in html), "no table of agreement is shown")
        plots = [value.data for value in shown if isinstance(value, SVG)]
        self.assertEqual(
            [xml.etree.ElementTree.fromstring(plot).tag for plot in plots],
            ["{http://www.w3.org/2000/svg}svg"],
        )
        gold = spanwise.read("gold.json", template="template.yml")
        self.assertEqual(gold.categories, {"contradiction": 6, "invented": 3, "wording": 3})


    @unittest.skipUnless(
        find_spec("nbclient") and find_spec("ipykernel"), "nbclient or ipykernel is not installed"
    )
    def test_the_notebook_runs_in_jupyter(self) -> None:
        import nbclient
        import nbformat

        notebook = nbformat.read(PAGES / "from-files-to-a-table.ipynb", as_version=4)
        nbclient.NotebookClient(notebook, timeout=300).execute(cwd=os.getcwd())
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        # A warning would be one of the outputs.
        self.assertEqual([output.text for output in outputs if output.get("name") == "stderr"], [])
        shown = [output.data for output in outputs if "data" in output]
        html = "".join(data.get("text/html", "") for data in shown)
        self.assertIn("50 minutes", html)
        self.assertIn("gamma", html)
        self.assertTrue(any("image/svg+xml" in data for data in shown), "no plot is shown")


def write_scarecrow(path: str) -> None:
    """Writes a table in the layout of Scarecrow's release."""
    text = "one two three four five six seven eight nine ten"
    head = "id,gid,prompt,generation,model,p,temperature,frequency_penalty,responses"
    rows = [
        ("1", "large", "0.96", [["Redundant", "said before", 2, 0, 7, []]]),
        (
            "2",
            "small",
            "0.96",
            [["Redundant", "again", 1, 0, 18, []], ["Grammar_Usage", "slip", 1, 19, 23, []]],
        ),
        ("3", "small", "0.4", [["Redundant", "again", 1, 0, 48, []]]),
    ]
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(head.split(","))
        for number, model, p, edits in rows:
            response = [[0, "S1", "x", 1.5, edits]]
            table.writerow([number, f"{number}-a", "Count.", text, model, p, "1.0", "0", repr(response)])


class SVG:
    """What `IPython.display.SVG` does with the path of a file."""

    def __init__(self, filename: str) -> None:
        self.data = Path(filename).read_text(encoding="utf-8")


@contextlib.contextmanager
def standing_in_for_ipython() -> Any:
    """Lets the notebook import what every notebook has, in plain Python."""
    names = {name: types.ModuleType(name) for name in ("IPython", "IPython.display")}
    names["IPython.display"].SVG = SVG  # type: ignore[attr-defined]
    before = {name: sys.modules.get(name) for name in names}
    sys.modules.update(names)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


if __name__ == "__main__":
    unittest.main()
