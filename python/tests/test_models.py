"""Language models as annotators, with a scripted endpoint on this machine."""

from __future__ import annotations

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple
from unittest import mock

from support import ROOT, FolderTest, command, spanwise

ANNOTATORS = ROOT / "docs" / "python" / "annotators"
TEMPLATE = str(ANNOTATORS / "template.yml")
DATA = str(ANNOTATORS / "anna.json")

Response = Tuple[int, Any]
"""A status, and a body."""


def reply(text: str, category: str = "contradiction") -> str:
    """A reply that marks a text."""
    annotation = {"reason": "why", "category": category, "text": text, "occurrence": 1}
    return json.dumps({"annotations": [{**annotation, "answers": {"severity": "a lot"}}]})


def completion(text: str) -> Response:
    """A response of OpenAI's interface with a reply."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 100}
    return 200, {"choices": [{"message": {"content": text}}], "usage": usage}


class ModelTest(FolderTest):
    """A test with the address of an endpoint, which answers as `respond` says."""

    def setUp(self) -> None:
        super().setUp()
        self.seen: List[Dict[str, Any]] = []
        self.respond: Callable[[int], Response] = lambda number: completion('{"annotations": []}')
        test = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                test.seen.append({"path": self.path, "headers": dict(self.headers.items()), "body": body})
                status, answer = test.respond(len(test.seen))
                text = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.send_header("Retry-After", "0")
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.endpoint = f"http://127.0.0.1:{server.server_address[1]}"

    def ids(self) -> List[str]:
        """The ids of the requests about the data."""
        path = self.path("requests.jsonl")
        spanwise.prompt(TEMPLATE, DATA, output=path)
        return [json.loads(line)["id"] for line in Path(path).read_text(encoding="utf-8").splitlines()]

    def replies(self, *texts: str) -> str:
        """The path of a file with replies to the first requests."""
        lines = [json.dumps({"id": id, "reply": text}) for id, text in zip(self.ids(), texts)]
        (self.folder / "replies.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return self.path("replies.jsonl")


class Prompts(ModelTest):
    def test_it_is_that_of_the_command_line(self) -> None:
        asked = spanwise.prompt(TEMPLATE, DATA, show=2, variant="noreason", no_overlap=True, samples=3)
        options = ["--show=2", "--variant=noreason", "--no-overlap", "--samples=3"]
        told = command("prompt", TEMPLATE, DATA, *options)
        self.assertEqual(dict(asked), told)
        self.assertEqual((asked.text, asked.template), (told["prompt"], told["template"]))
        self.assertEqual((asked.requests, asked.schema["type"]), (24, "object"))
        assert asked.text is not None
        self.assertIn("Spans must not overlap.", asked.text)
        self.assertIsNone(spanwise.prompt(TEMPLATE, DATA).text)
        compared = spanwise.prompt(TEMPLATE, DATA, show=1, difference_to="noguide").difference
        assert compared is not None
        self.assertIn("\n+Hints:\n", compared)

    def test_data_and_template_may_be_objects(self) -> None:
        template, data = spanwise.Template.from_yaml(TEMPLATE), spanwise.read(DATA)
        shown = spanwise.prompt(template, data, show=1, shots=[2, 3], variant="5shot")
        expected = spanwise.prompt(TEMPLATE, DATA, show=1, shots=[2, 3], variant="5shot")
        self.assertEqual((shown.text, shown.requests), (expected.text, 6))

    def test_a_prompt_of_your_own_is_a_path_or_a_text(self) -> None:
        text = "System {data.system}:\n{target}\n"
        (self.folder / "own.txt").write_text(text, encoding="utf-8")
        by_path = spanwise.prompt(TEMPLATE, DATA, show=1, prompt=self.path("own.txt"))
        by_text = spanwise.prompt(TEMPLATE, DATA, show=1, prompt=text)
        self.assertEqual(by_path.text, by_text.text)
        assert by_text.text is not None
        self.assertTrue(by_text.text.startswith("System a:\nThe ferry leaves"))
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.prompt(TEMPLATE, DATA, prompt="Mark\n{targt}\n")
        error = raised.exception
        self.assertEqual((error.code, error.place.file, error.place.line), ("unknown-placeholder", None, 2))

    def test_requests_of_a_batch_are_written(self) -> None:
        path = self.path("batch.jsonl")
        options: Dict[str, Any] = {"model": "m", "temperature": 0, "seed": 0}
        options.update(seconds_per_answer=3, parallel=1)
        asked = spanwise.prompt(TEMPLATE, DATA, output=path, input_price=2, output_price=8, **options)
        lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
        self.assertEqual((asked["written"], len(lines)), (path, asked.requests))
        body = lines[0]["body"]
        self.assertEqual((body["model"], body["temperature"], body["seed"]), ("m", 0, 0))
        assert asked.estimated_cost is not None
        self.assertGreater(asked.estimated_cost, 0)
        self.assertEqual(asked.estimated_seconds, 3 * asked.requests)


class Annotations(ModelTest):
    def test_replies_of_a_file_become_a_data_set(self) -> None:
        path = self.replies(reply("50 MINUTES"), reply("nowhere to be found"))
        made = spanwise.annotate(TEMPLATE, DATA, replies=path, model="m")
        self.assertEqual((len(made.data), made.data.annotators, made.data.name), (2, ["m"], "m"))
        edit = made.data[0].edits[0]
        self.assertEqual((edit.category, edit.text), ("contradiction", "50 minutes"))
        self.assertEqual(edit.answers, {"severity": "a lot"})
        self.assertEqual([match["match"] for match in made.matches], ["case_folded", "missing"])
        self.assertEqual((made.counts["replies"], len(made.missing)), (2, 6))
        out = self.path("out.json")
        told = command("annotate", TEMPLATE, DATA, "--replies", path, "--model", "m", "--output", out)
        self.assertEqual({**made, "written": None}, {**told, "written": None})
        with open(out, encoding="utf-8") as file:
            self.assertEqual(made.data.to_dicts(), json.load(file))

    def test_spans_that_are_not_letter_for_letter_are_decided(self) -> None:
        path = self.replies(reply("50 MINUTES"))
        decisions = [{"number": 0, "quote": "50 MINUTES", "decision": "drop"}]
        table = self.path("matches.csv")
        made = spanwise.annotate(TEMPLATE, DATA, replies=path, matches=table, matches_decided=decisions)
        self.assertEqual((len(made.data[0].edits), made["matches_decided"]["dropped"]), (0, 1))
        self.assertIn("50 MINUTES", Path(table).read_text(encoding="utf-8"))

    def test_what_replies_have_wrong_is_warned_of(self) -> None:
        path = self.replies("I see nothing.", reply("leave", category="style"))
        with self.assertWarnsRegex(spanwise.DataWarning, "no JSON"):
            made = spanwise.annotate(TEMPLATE, DATA, replies=path)
        self.assertEqual([note["code"] for note in made.notes], ["no-answer", "unknown-category"])
        self.assertEqual(made.counts["unreadable"], 1)

    def test_an_endpoint_is_asked_once_and_again_where_it_failed(self) -> None:
        self.respond = lambda number: (429, {}) if number == 1 else completion(reply("50 minutes"))
        path = self.path("replies.jsonl")
        told: List[Tuple[str, int, int]] = []
        options: Dict[str, Any] = {"replies": path, "endpoint": self.endpoint, "model": "m", "seed": 7}
        with mock.patch.dict(os.environ, {"SPANWISE_API_KEY": "secret"}):
            prices = {"input_price": 1, "output_price": 10}
            made = spanwise.annotate(
                TEMPLATE, DATA, progress=lambda *step: told.append(step), **options, **prices
            )
        self.assertEqual((made["sent"]["replies"], len(self.seen), made.missing), (8, 9, []))
        self.assertEqual({request["path"] for request in self.seen}, {"/v1/chat/completions"})
        sent = self.seen[0]
        self.assertEqual(sent["body"]["seed"], 7)
        authorization = {name.lower(): value for name, value in sent["headers"].items()}["authorization"]
        self.assertEqual(authorization, "Bearer secret")
        self.assertNotIn("secret", Path(path).read_text(encoding="utf-8"))
        self.assertAlmostEqual(made.counts["cost"], 0.016)
        self.assertIn(("m", 8, 8), told)
        again = spanwise.annotate(TEMPLATE, DATA, **options)
        self.assertEqual((again["sent"]["requests"], len(self.seen)), (0, 9))
        self.assertEqual(again.data.to_dicts(), made.data.to_dicts())

    def test_samples_are_annotators(self) -> None:
        self.respond = lambda number: completion(reply("50 minutes"))
        path = self.path("replies.jsonl")
        options: Dict[str, Any] = {"replies": path, "endpoint": self.endpoint, "model": "m", "samples": 2}
        made = spanwise.annotate(TEMPLATE, DATA, **options)
        self.assertEqual((sorted(made.data.annotators), len(made.data)), (["m #1", "m #2"], 16))
        agreement = spanwise.agree(made.data, measures="f1", resamples=0)
        self.assertEqual(agreement.annotators, ["m #1", "m #2"])

    def test_costs_have_a_limit(self) -> None:
        self.respond = lambda number: completion(reply("50 minutes"))
        options: Dict[str, Any] = {"model": "m", "input_price": 1, "output_price": 10, "parallel": 1}
        made = spanwise.annotate(
            TEMPLATE, DATA, replies=self.path("r.jsonl"), endpoint=self.endpoint, most_cost=0.003, **options
        )
        self.assertEqual((made["sent"]["limit_reached"], len(self.seen), len(made.missing)), (True, 2, 6))

    def test_failures_are_errors_unless_they_are_allowed(self) -> None:
        refused: Response = (400, {"error": {"message": "no such setting"}})
        self.respond = lambda number: refused if number > 1 else completion(reply("50 minutes"))
        options: Dict[str, Any] = {"endpoint": self.endpoint, "model": "m", "parallel": 1}
        path = self.path("r.jsonl")
        with self.assertRaisesRegex(spanwise.Error, "no such setting") as raised:
            spanwise.annotate(TEMPLATE, DATA, replies=path, **options)
        self.assertEqual(raised.exception.code, "endpoint")
        # The reply that came is kept.
        with self.assertWarns(spanwise.DataWarning):
            made = spanwise.annotate(TEMPLATE, DATA, replies=path, allow_errors=True, **options)
        self.assertEqual((len(made.data), made["sent"]["failed"]), (1, 7))
        self.respond = lambda number: refused
        with self.assertRaises(spanwise.Error):
            spanwise.annotate(TEMPLATE, DATA, replies=self.path("none.jsonl"), allow_errors=True, **options)

    def test_a_model_is_asked_again_with_the_reason(self) -> None:
        self.respond = lambda number: completion(reply("nowhere to be found" if number <= 8 else "50 minutes"))
        path = self.path("r.jsonl")
        options: Dict[str, Any] = {"replies": path, "endpoint": self.endpoint, "model": "m", "parallel": 1}
        spanwise.annotate(TEMPLATE, DATA, **options)
        batch = spanwise.prompt(TEMPLATE, DATA, again=path, model="m", output=self.path("again.jsonl"))
        self.assertEqual(batch.requests, 8)
        made = spanwise.annotate(TEMPLATE, DATA, again=True, **options)
        self.assertEqual(len(self.seen), 16)
        self.assertEqual([message["role"] for message in self.seen[8]["body"]["messages"]][1], "assistant")
        self.assertEqual(made.data[0].edits[0].text, "50 minutes")

    def test_annotations_are_drawn_to_be_judged(self) -> None:
        drawn = spanwise.audit(TEMPLATE, DATA, each=1, seed="7")
        self.assertEqual({instance.metadata["audited"] for instance in drawn}, {"anna"})
        self.assertEqual([len(instance.edits) for instance in drawn], [1] * len(drawn))
        assert drawn.template is not None
        answers = {"_spanwise": {"answers": {"annotation": {"val": "correct"}}}}
        judged = spanwise.read(json.dumps([{**instance, **answers} for instance in drawn.to_dicts()]))
        stats = spanwise.stats(judged, by="audited,category", resamples=0)
        self.assertEqual(stats["given_answers"]["annotation"]["correct"]["share"], 1.0)
        again = spanwise.audit(TEMPLATE, DATA, each=1, seed="7")
        self.assertEqual(again.to_dicts(), drawn.to_dicts())

    def test_an_exception_of_the_callback_stops_it(self) -> None:
        self.respond = lambda number: completion(reply("50 minutes"))

        def refuse(what: str, done: int, total: int) -> None:
            if what == "m" and done > 0:
                raise LookupError("enough")

        options: Dict[str, Any] = {"endpoint": self.endpoint, "model": "m", "parallel": 1}
        path = self.path("r.jsonl")
        with self.assertRaisesRegex(LookupError, "enough"):
            spanwise.annotate(TEMPLATE, DATA, replies=path, progress=refuse, **options)
        made = spanwise.annotate(TEMPLATE, DATA, replies=path, **options)
        self.assertEqual(len(made.data), 8)
        # What was answered before is not asked again.
        bodies = [request["body"] for request in self.seen]
        self.assertEqual(bodies.count(bodies[0]), 1)

    def test_options_that_there_are_not(self) -> None:
        with self.assertRaisesRegex(TypeError, "'nonsense'"):
            spanwise.prompt(TEMPLATE, DATA, nonsense=1)  # type: ignore[call-arg]
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.annotate(TEMPLATE, DATA, replies=self.path("r.jsonl"), endpoint=self.endpoint)
        self.assertEqual(raised.exception.code, "usage")
        with self.assertRaises(spanwise.Error) as raised:
            spanwise.annotate(TEMPLATE, DATA, replies=self.path("nowhere.jsonl"))
        self.assertEqual(raised.exception.code, "failure")


if __name__ == "__main__":
    unittest.main()
