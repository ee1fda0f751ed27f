"""The compiled part of `spanwise`. Use the package instead, which gives its values types."""

from typing import Callable, Optional, Sequence

def run(arguments: Sequence[str], progress: Optional[Callable[[str, int, int], object]]) -> str:
    """Runs a command of the command line and returns its JSON object.

    `ValueError` says that the arguments name no command."""

def command(arguments: Sequence[str]) -> int:
    """Runs the command line as a program does and returns its exit code."""

def template(yaml: str) -> str:
    """The view of a template as JSON."""

def instance(raw: str) -> str:
    """The view of an instance, given as JSON, as JSON."""

def utf16_offsets(text: str, offsets: Sequence[int]) -> list[int]:
    """Turns offsets in a text from code points into UTF-16 units.

    `ValueError` says that one is beyond the text."""
