"""Computes figures with packages that others use, for tests/oracles.

Reads an object from the JSON file that the first argument names: what is asked for, by the names of the functions below,
each with a list of cases. Writes an object with a list of answers for each to the file that the second one names, since
a solver prints to standard output. What is undefined is null.
"""

import json
import logging
import math
import re
import sys
import warnings


def gamma(case):
    """Observed and expected disorder; `units` has a list of [start, end, category] for each annotator."""
    import numpy as np
    from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum
    from pyannote.core import Segment

    continuum = Continuum()
    for annotator, units in enumerate(case["units"]):
        continuum.add_annotator(str(annotator))
        for start, end, category in units:
            continuum.add(str(annotator), Segment(start, end), category)
    np.random.seed(case["seed"] % 2**32)
    dissimilarity = CombinedCategoricalDissimilarity(alpha=case["alpha"], beta=case["beta"], delta_empty=1.0)
    found = continuum.compute_gamma(dissimilarity, n_samples=case["samples"])
    chance = [alignment.disorder for alignment in found.chance_alignments]
    return {
        "observed": float(found.observed_disorder),
        "expected": float(np.mean(chance)),
        "se": float(np.std(chance, ddof=1) / math.sqrt(len(chance))),
    }


def alpha(case):
    """Krippendorff's alpha of `rows` (by annotator, then item; null for what is missing) at a level of measurement."""
    import krippendorff
    import numpy as np

    rows = [[np.nan if value is None else value for value in row] for row in case["rows"]]
    domain = sorted({value for row in case["rows"] for value in row if value is not None})
    try:
        return krippendorff.alpha(reliability_data=rows, level_of_measurement=case["level"], value_domain=domain)
    except ValueError:
        return None  # It refuses where nothing varies, and where no item has two values.


def kappa(case):
    """Cohen's kappa of two lists of values; `weights` are null, "linear" or "quadratic"."""
    from sklearn.metrics import cohen_kappa_score

    values = range(1 + max(case["first"] + case["second"]))
    return float(cohen_kappa_score(case["first"], case["second"], labels=list(values), weights=case["weights"]))


def one_against_rest(case):
    """For each annotator [precision, recall, F1] of tokens, against the union or the majority of the others.

    `texts` have a text and, for each annotator, a list of [start, end] or null. Tokens are counted one by one.
    """
    import numpy as np
    from sklearn.metrics import precision_recall_fscore_support

    annotators = len(case["texts"][0]["marked"])
    truth = [[] for _ in range(annotators)]
    guess = [[] for _ in range(annotators)]
    for text in case["texts"]:
        tokens = [match.span() for match in re.finditer(r"\S+", text["text"])]
        for annotator, own in enumerate(text["marked"]):
            others = [spans for i, spans in enumerate(text["marked"]) if i != annotator and spans is not None]
            if own is None or not others:
                continue
            for start, end in tokens:
                is_in = lambda spans: any(set(range(start, end)) & set(range(*span)) for span in spans)
                votes = sum(is_in(spans) for spans in others)
                truth[annotator].append(votes > len(others) / 2 if case["rest"] == "majority" else votes > 0)
                guess[annotator].append(is_in(own))
    score = lambda t, g: precision_recall_fscore_support(t, g, average="binary", zero_division=np.nan)[:3]
    return [[float(x) for x in score(t, g)] if t else [math.nan] * 3 for t, g in zip(truth, guess)]


def schemes(case):
    """Counts and scores of partial, type, strict and exact; `texts` are pairs of reference and hypothesis."""
    from nervaluate import Evaluator

    sides = [[text[side] for text in case["texts"]] for side in (0, 1)]
    found = Evaluator(*sides, tags=["A", "B"], loader="dict").evaluate()["overall"]
    counts = ["correct", "incorrect", "partial", "missed", "spurious"]
    names = counts + ["precision", "recall", "f1"]
    return [[getattr(found[scheme], name) for name in names] for scheme in ["partial", "ent_type", "strict", "exact"]]


def without_nan(value):
    """The same with null for what JSON has no number for."""
    if isinstance(value, dict):
        return {name: without_nan(part) for name, part in value.items()}
    if isinstance(value, list):
        return [without_nan(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def main():
    question, answer = sys.argv[1:]
    with open(question, encoding="utf-8") as file:
        asked = json.load(file)
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    functions = [gamma, alpha, kappa, one_against_rest, schemes]
    compute = {function.__name__: function for function in functions}
    answers = {name: [compute[name](case) for case in cases] for name, cases in asked.items()}
    with open(answer, "w", encoding="utf-8") as file:
        json.dump(without_nan(answers), file)


if __name__ == "__main__":
    main()
