"""Runs the command line `spanwise`, for scripts/reproduce."""

import json
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class Failure(Exception):
    """What went wrong, and what to do about it."""

    def __init__(self, what, remedy):
        super().__init__(what)
        self.what, self.remedy = what, remedy


class Spanwise:
    def __init__(self, path=None):
        built = [os.path.join(ROOT, "target", profile, "spanwise") for profile in ("cli", "release")]
        candidates = [path or os.environ.get("SPANWISE") or "spanwise"]
        candidates += [] if path or os.environ.get("SPANWISE") else built
        found = [program for program in map(shutil.which, candidates) if program]
        if not found:
            remedy = "install it (docs/command-line.md says how), or name it by --spanwise PATH"
            raise Failure(f"there is no program {candidates[0]!r}", remedy)
        self.program = os.path.abspath(found[0])

    def json(self, *arguments):
        """The JSON object that a command prints. Errors in the data are in it; other failures are raised."""
        done = subprocess.run([self.program, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        output = done.stdout.decode("utf-8", "replace")
        try:
            found = json.loads(output)
        except ValueError:
            said = done.stderr.decode("utf-8", "replace").strip() or f"it ended with exit code {done.returncode}"
            raise Failure(f"spanwise {arguments[0]}: {said}", "use the spanwise of this version of the project")
        if failure := found.get("failure"):
            raise Failure(failure["message"], failure["remedy"])
        return found
