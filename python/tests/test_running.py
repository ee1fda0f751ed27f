"""Long computations: threads, progress, Ctrl+C; and the program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any, List, Tuple
from unittest import mock

import spanwise
from support import ROOT, SPANWISE, FolderTest, annotated

PROGRAM = [sys.executable, "-c", "from spanwise._command import main; main()"]


def heed_ctrl_c() -> None:
    """Restores Ctrl+C in a new process: shells let programs in the background ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class RunningTest(FolderTest):
    """A test of what takes long, if nothing ends it."""

    def many_texts(self) -> List[str]:
        """The paths of the files of two annotators with many texts, each of which is a step of γ."""
        paths = []
        for name, shift in (("a", 0), ("b", 2)):
            instances = [{"id": str(n), **i} for n, i in enumerate(annotated(shift) * 400)]
            paths.append(self.path(f"many-{name}.json"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                json.dump(instances, file)
        return paths


class Running(RunningTest):
    def test_progress_is_told(self) -> None:
        told: List[Tuple[str, int, int]] = []
        spanwise.gamma(*self.files[:2], progress=lambda *step: told.append(step))
        self.assertIn(("reading", 2, 2), told)
        self.assertIn("γ", {what for what, _, _ in told})
        for what, done, total in told:
            self.assertLessEqual(done, total, what)

    def test_bars_are_those_of_tqdm(self) -> None:
        bars: List[Any] = []

        class Bar:
            def __init__(self, desc: str, total: int) -> None:
                self.desc, self.total, self.n, self.closed = desc, total, 0, False
                bars.append(self)

            def update(self, steps: int) -> None:
                self.n += steps

            def close(self) -> None:
                self.closed = True

        auto = mock.Mock(tqdm=Bar)
        with mock.patch.dict(sys.modules, {"tqdm": mock.Mock(auto=auto), "tqdm.auto": auto}):
            spanwise.gamma(*self.files[:2], progress=True)
        self.assertEqual([bar.desc for bar in bars][:2], ["reading", "γ"])
        self.assertTrue(all(bar.closed and bar.n == bar.total for bar in bars))
        with mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None}):
            spanwise.gamma(*self.files[:2], progress=True)

    def test_an_exception_of_the_callback_stops_it(self) -> None:
        def refuse(what: str, done: int, total: int) -> None:
            if what == "γ":
                raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            spanwise.gamma(*self.files[:2], progress=refuse)
        # Nothing is left of it.
        self.assertIsNotNone(spanwise.gamma(*self.files[:2]).value)

    def test_what_is_stopped_computes_no_more(self) -> None:
        def refuse(what: str, done: int, total: int) -> None:
            if what == "γ":
                # Until the text is begun, which is a single step, here one of minutes.
                time.sleep(0.5)
                raise LookupError("enough")

        spans = [[(10 * at + shift, 10 * at + 5, "x") for at in range(300)] for shift in (0, 2)]
        with self.assertRaisesRegex(LookupError, "enough"):
            spanwise.gamma(*spans, samples=100_000, resamples=0, progress=refuse)
        # That of all threads.
        before = time.process_time()
        time.sleep(1)
        self.assertLess(time.process_time() - before, 0.05)

    def test_other_threads_run_meanwhile(self) -> None:
        computing = threading.Thread(
            target=lambda: spanwise.gamma(*self.files[:2], samples=400_000, resamples=0)
        )
        computing.start()
        turns = 0
        while computing.is_alive():
            turns += 1
            time.sleep(0)
        computing.join()
        self.assertGreater(turns, 100)

    @unittest.skipUnless(sys.platform == "linux", "threads are listed on Linux")
    @unittest.skipIf(os.cpu_count() == 1, "there is one core")
    def test_several_cores_compute(self) -> None:
        code = (
            "import os, sys, time, spanwise\n"
            "end = time.monotonic() + 0.5\n"
            "while time.monotonic() < end:\n"
            "    spanwise.gamma(*sys.argv[1:], samples=1, resamples=0)\n"
            "stats = [open(f'/proc/self/task/{task}/stat').read() for task in os.listdir('/proc/self/task')]\n"
            # After the name in brackets, the twelfth word is the time in user mode.
            "print(sum(int(stat.rpartition(')')[2].split()[11]) > 0 for stat in stats))\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", code, *self.many_texts()], stdout=subprocess.PIPE, timeout=300, check=True
        )
        # One is the main thread, which waits.
        self.assertGreater(int(ran.stdout), 2)

    def test_many_threads_at_once(self) -> None:
        expected = spanwise.gamma(*self.files[:2]).value
        found: List[Any] = []
        threads = [
            threading.Thread(target=lambda: found.append(spanwise.gamma(*self.files[:2]).value))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 8)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_forked_process_computes(self) -> None:
        expected = spanwise.gamma(*self.files[:2]).value
        code = (
            "import os, sys, spanwise\n"
            "spanwise.gamma(*sys.argv[1:])\n"
            "child = os.fork()\n"
            "if child == 0:\n"
            "    print(spanwise.gamma(*sys.argv[1:]).value, flush=True)\n"
            "    os._exit(0)\n"
            "os.waitpid(child, 0)\n"
        )
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code, *self.files[:2]],
            stdout=subprocess.PIPE,
            timeout=60,
            check=True,
        )
        self.assertEqual(float(ran.stdout), expected)

    @unittest.skipIf(os.name == "nt", "there is no SIGINT to send")
    def test_ctrl_c_ends_a_long_computation(self) -> None:
        code = (
            "import sys, spanwise\n"
            "def told(what, done, total):\n"
            "    print(what, flush=True)\n"
            "try:\n"
            "    spanwise.gamma(*sys.argv[1:], samples=100, resamples=0, progress=told)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted', flush=True)\n"
            "    print(spanwise.f1([(0, 1, 'x')], [(0, 1, 'x')]).value)\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code, *self.many_texts()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=heed_ctrl_c,
        )
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "γ":
                break
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 20)
        # What comes after it works.
        self.assertEqual(out.split()[-2:], ["interrupted", "1.0"], err)
        self.assertEqual(process.returncode, 0)


class Program(RunningTest):
    def test_it_is_the_command_line(self) -> None:
        template = str(ROOT / "templates/mqm/template.yml")
        cases = [
            (["--version"], 0),
            (["agree", *self.files[:2], "--json"], 0),
            (["agree", *self.files[:2]], 0),
            (["nonsense"], 2),
            (["agree", self.path("nowhere.json")], 2),
            (["new", "T", "a"], 0),
            (["check", template, self.files[0], "--strict"], 1),
        ]
        for arguments, code in cases:
            with self.subTest(arguments[:1]):
                ours, theirs = (
                    subprocess.run([*program, *arguments], capture_output=True)
                    for program in (PROGRAM, [SPANWISE])
                )
                self.assertEqual(
                    (ours.returncode, ours.stdout, ours.stderr),
                    (theirs.returncode, theirs.stdout, theirs.stderr),
                )
                self.assertEqual(ours.returncode, code)

    @unittest.skipIf(os.name == "nt", "there is no SIGINT to send")
    def test_ctrl_c_ends_it_as_a_signal_does(self) -> None:
        arguments = ["--measures", "gamma", "--samples", "100000", "--resamples", "0", "--progress-lines"]
        process = subprocess.Popen(
            [*PROGRAM, "agree", *self.many_texts(), *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=heed_ctrl_c,
        )
        with process:
            assert process.stderr is not None
            for line in process.stderr:
                if "γ" in line:
                    break
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)

    @unittest.skipIf(os.name == "nt", "there is no head")
    def test_a_closed_pipe_is_no_error(self) -> None:
        shown = subprocess.Popen([*PROGRAM, "formats"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert shown.stdout is not None and shown.stderr is not None
        shown.stdout.close()
        said = shown.stderr.read()
        shown.stderr.close()
        self.assertEqual((shown.wait(timeout=60), said), (0, b""))

    def test_standard_input_and_output(self) -> None:
        with open(self.files[0], "rb") as file:
            text = file.read()
        ran = subprocess.run(
            [*PROGRAM, "convert", "--to", "jsonl", "-", "-", "--quiet"],
            input=text,
            stdout=subprocess.PIPE,
            check=True,
        )
        spanwise.convert(self.files[0], self.path("out.jsonl"), "jsonl")
        self.assertEqual(ran.stdout, (self.folder / "out.jsonl").read_bytes())


if __name__ == "__main__":
    unittest.main()
