"""The libraries of endpoints, asked about requests and responses of their interfaces.

`oracle.py responses`, with a reply of a model on standard input, prints a response with it by interface, made of the libraries'
types. `oracle.py requests`, with requests by interface, prints what their types say against these."""

from __future__ import annotations

import json
import sys
from typing import Any, Callable, Dict, List

import ollama
from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
from anthropic.types.messages.batch_create_params import Request as AnthropicBatchRequest
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from pydantic import ConfigDict, TypeAdapter, ValidationError


def responses(reply: str) -> Dict[str, Any]:
    message = {"role": "assistant", "content": reply, "refusal": None}
    choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": message}
    usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
    completion = {"id": "x", "object": "chat.completion", "created": 1, "model": "m-1", "choices": [choice], "usage": usage}
    written = {
        "id": "x",
        "type": "message",
        "role": "assistant",
        "model": "m-1",
        "content": [{"type": "text", "text": reply}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 5},
    }
    chat = ollama.ChatResponse(
        model="m-1",
        created_at="2026-01-01T00:00:00Z",
        done=True,
        done_reason="stop",
        message=ollama.Message(role="assistant", content=reply),
        prompt_eval_count=11,
        eval_count=5,
    )
    return {
        "openai": ChatCompletion.model_validate(completion).model_dump(mode="json"),
        "anthropic": Message.model_validate(written).model_dump(mode="json"),
        "ollama": chat.model_dump(mode="json"),
    }


def validator(params: Any) -> Callable[[Any], Any]:
    """A check that a dictionary has the members of a type, and no others."""
    params.__pydantic_config__ = ConfigDict(extra="forbid")
    return TypeAdapter(params).validate_python


def of_ollama(body: Dict[str, Any]) -> None:
    ollama._types.ChatRequest.model_validate(body)
    unknown = set(body) - set(ollama._types.ChatRequest.model_fields)
    unknown |= set(body.get("options", {})) - set(ollama.Options.model_fields)
    if unknown:
        raise ValueError(f"unknown: {sorted(unknown)}")


CHECKS: Dict[str, Callable[[Any], Any]] = {
    "openai": validator(CompletionCreateParamsNonStreaming),
    "anthropic": validator(MessageCreateParamsNonStreaming),
    "anthropic batch": validator(AnthropicBatchRequest),
    "ollama": of_ollama,
}


def problems(requests: Dict[str, List[Any]]) -> List[str]:
    found = []
    for kind, bodies in requests.items():
        for body in bodies:
            try:
                CHECKS[kind](body)
            except (ValidationError, ValueError) as error:
                found.append(f"{kind}: {error}")
    return found


if __name__ == "__main__":
    asked = {"responses": responses, "requests": problems}[sys.argv[1]]
    print(json.dumps(asked(json.load(sys.stdin))))
