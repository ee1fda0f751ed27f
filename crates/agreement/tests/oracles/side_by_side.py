"""Times pygamma-agreement on pairs of annotators that benches/side_by_side.rs wrote, and prints both in one table.

Usage: side_by_side.py FILE [PAIRS]

It takes minutes for all of them, so it is timed on the first ones (50 if not said); what that makes for all is said to be
an estimate. Both have to find the same disorder.
"""

import json
import logging
import os
import sys
import time
import warnings

import numpy as np
from cvxpy import installed_solvers
from pyannote.core import Segment
from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum


def continuum(pair):
    """What two annotators marked, as the package has it."""
    made = Continuum()
    for annotator, units in enumerate(pair["units"]):
        for start, end, category in units:
            made.add(str(annotator), Segment(start, end), category)
    return made


def compute(pair, samples):
    """Observed disorder and gamma of a pair."""
    dissimilarity = CombinedCategoricalDissimilarity(alpha=1.0, beta=1.0, delta_empty=1.0)
    found = continuum(pair).compute_gamma(dissimilarity, n_samples=samples)
    return found.observed_disorder, found.gamma


def quietly(work):
    """Runs work without what its solvers print to standard output."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    sys.stdout.flush()
    os.dup2(nowhere, 1)
    try:
        return work()
    finally:
        os.dup2(kept, 1)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ours = json.load(file)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    np.random.seed(42)
    pairs, samples = ours["pairs"], ours["samples"]
    timed = pairs[:count]

    # The first pair compiles the package's code, which takes seconds and is not counted.
    quietly(lambda: compute(pairs[0], 1))
    began, began_computing = time.perf_counter(), time.process_time()
    found = quietly(lambda: [compute(pair, samples) for pair in timed])
    seconds, computing = time.perf_counter() - began, time.process_time() - began_computing

    apart = max(abs(disorder - pair["observed"]) for (disorder, _), pair in zip(found, timed))
    means = [np.mean([pair["gamma"] for pair in timed]), np.mean([gamma for _, gamma in found])]
    solver = "CBC" if "CBC" in installed_solvers() else "GLPK"
    ours_each, theirs_each = ours["seconds"] / len(pairs), seconds / len(timed)
    print(f"{'γ, ' + str(samples) + ' samples':<30}{'spanwise':>16}{'pygamma-agreement':>20}")
    for name, mine, other in [
        ("pairs timed", f"{len(pairs)}", f"{len(timed)}"),
        ("seconds", f"{ours['seconds']:.3f}", f"{seconds:.2f}"),
        ("milliseconds per pair", f"{1000 * ours_each:.3f}", f"{1000 * theirs_each:.1f}"),
        (f"seconds for {len(pairs)} pairs", f"{ours['seconds']:.3f}", f"about {len(pairs) * theirs_each:.0f}"),
        ("of a processor, per pair", f"{1000 * ours_each:.3f}", f"{1000 * computing / len(timed):.1f}"),
        ("threads, solver", "1, our own", f"{os.cpu_count()}, {solver}"),
        (f"mean γ of {len(timed)} pairs", f"{means[0]:.4f}", f"{means[1]:.4f}"),
    ]:
        print(f"{name:<30}{mine:>16}{other:>20}")
    print(f"{theirs_each / ours_each:.0f} times as fast; observed disorders differ by {apart:.1e} at most")
    if apart > 1e-5:
        sys.exit("error: the observed disorders are not the same")


if __name__ == "__main__":
    main()
