"""Requests and responses of endpoints beside the libraries of OpenAI, Anthropic and ollama.

`SPANWISE_ENDPOINTS_PYTHON` names an interpreter that has them."""

from __future__ import annotations

import json
import os
import subprocess
import unittest
from pathlib import Path
from typing import Any, Dict, List

from support import spanwise
from test_models import DATA, TEMPLATE, ModelTest, reply

PYTHON = os.environ.get("SPANWISE_ENDPOINTS_PYTHON", "")

SETTINGS: Dict[str, Dict[str, Any]] = {
    "openai": {"temperature": 0, "seed": 42},
    "ollama": {"temperature": 0, "seed": 42},
    # Its library knows neither any more.
    "anthropic": {},
}


def oracle(what: str, given: Any) -> Any:
    """What the libraries say."""
    script = Path(__file__).parent / "endpoint_libraries" / "oracle.py"
    ran = subprocess.run(
        [PYTHON, str(script), what], input=json.dumps(given), stdout=subprocess.PIPE, check=True, text=True
    )
    return json.loads(ran.stdout)


@unittest.skipUnless(PYTHON, "SPANWISE_ENDPOINTS_PYTHON names no interpreter with the libraries of endpoints")
class EndpointLibrariesTest(ModelTest):
    def test_responses_of_the_libraries_are_read_and_requests_are_theirs(self) -> None:
        responses = oracle("responses", reply("50 minutes"))
        sent: Dict[str, List[Any]] = {}
        for api, settings in SETTINGS.items():
            for structured in ["schema", "json", "none"]:
                self.respond = lambda number, api=api: (200, responses[api])
                options: Dict[str, Any] = {"model": "m", "api": api, "structured": structured, "max_tokens": 500, **settings}
                replies = self.path(f"{api}-{structured}.jsonl")
                made = spanwise.annotate(TEMPLATE, DATA, endpoint=self.endpoint, replies=replies, **options)
                self.assertEqual((len(made.data), made.counts["input_tokens"], made.counts["output_tokens"]), (8, 88, 40), api)
                self.assertEqual(made.data[0].edits[0].text, "50 minutes")
                if api == "anthropic":
                    batch = self.path(f"{api}-{structured}-batch.jsonl")
                    spanwise.prompt(TEMPLATE, DATA, output=batch, **options)
                    lines = Path(batch).read_text(encoding="utf-8").splitlines()
                    sent.setdefault("anthropic batch", []).extend(map(json.loads, lines))
            sent[api] = [request["body"] for request in self.seen]
            self.seen.clear()
        self.assertEqual([len(bodies) for bodies in sent.values()], [24, 24, 24, 24])
        self.assertEqual(oracle("requests", sent), [])
