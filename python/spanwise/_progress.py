"""Progress of long computations."""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

ProgressCallback = Callable[[str, int, int], object]
"""Is called with what is done, the number of steps done, and their total."""

Progress = Union[bool, ProgressCallback, None]
"""`True` shows bars of `tqdm`, if that is installed; a function is called at each percent."""


class _Bars:
    """Bars of `tqdm`, one for each piece of work."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        bar = self._bar
        if bar is None or bar.desc.removesuffix(": ") != what or bar.total != total or bar.n > done:
            self.close()
            bar = self._bar = self._tqdm(desc=what, total=total)
        bar.update(done - bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def reporter(progress: Progress) -> tuple[Optional[ProgressCallback], Callable[[], None]]:
    """What to call with progress, and what to call when the work has ended."""
    if progress is None or progress is False:
        return None, lambda: None
    if callable(progress):
        return progress, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, lambda: None
    bars = _Bars(tqdm)
    return bars, bars.close
