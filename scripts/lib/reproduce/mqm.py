"""Google's averages of MQM (wmt-mqm-human-evaluation), for scripts/reproduce."""

import os
import re

from spanwise import Failure

# Both to four decimals: half of the last one, and what rounding in the file of averages leaves.
TOLERANCE = 0.00005 + 1e-6


def stem(path):
    """What a table and the file of its averages have in common: mqm-ted_ende.tsv and mqm_ted_ende.avg_seg_scores.tsv."""
    name = re.split(r"[._-]avg_(?:seg|sys)_scores", os.path.basename(path))[0]
    return re.sub("[^a-z0-9]", "", re.sub(r"\.tsv$", "", name).lower())


def is_average(name):
    return "avg_seg_scores" in name or "avg_sys_scores" in name


def is_table(name):
    return name.startswith("mqm") and name.endswith(".tsv") and not is_average(name)


def tables_in(paths):
    found = []
    for path in paths:
        if not os.path.exists(path):
            raise Failure(f"{path} does not exist", "name a table mqm_*.tsv, or a folder with some")
        if os.path.isfile(path):
            found.append(path)
        for folder, subfolders, files in os.walk(path):
            subfolders.sort()
            found += [os.path.join(folder, name) for name in sorted(files) if is_table(name)]
    if not found:
        raise Failure(f"there is no mqm*.tsv in {', '.join(paths)}", "name a checkout of google/wmt-mqm-human-evaluation, or a folder of it")
    return found


def averages_of(table):
    """The files of averages beside a table: of segments first."""
    folder = os.path.dirname(table) or "."
    names = sorted(name for name in os.listdir(folder) if is_average(name) and stem(name) == stem(table))
    return [os.path.join(folder, name) for name in names]


def means(path):
    """By system the mean penalty, and of how many scores. Google's scores are penalties below zero; None is not rated."""
    scores = {}
    with open(path, encoding="utf-8") as file:
        header = file.readline().split()
        # Columns are separated by tabs and spaces, both in one line.
        column = next((at for at, name in enumerate(header) if "score" in name), None)
        if not header or "system" not in header or column is None:
            raise Failure(f"{path}: the first line names no columns `system` and `…score`", "use the file as Google released it")
        for number, line in enumerate(file, 2):
            cells = line.split()
            if not cells:
                continue
            try:
                score = cells[column]
                if score != "None":
                    scores.setdefault(cells[header.index("system")], []).append(float(score))
            except (IndexError, ValueError):
                raise Failure(f"{path}: line {number} has no score in column {column + 1}", "use the file as Google released it")
    return {system: (abs(sum(all)) / len(all), len(all)) for system, all in scores.items()}


def reproduce(paths, spanwise):
    for table in tables_in(paths):
        # Only the averages of each system are read, not the tests on what systems have in common.
        options = ("--by", "system", "--resamples", "0", "--max-left-out", "100")
        found = spanwise.json("stats", "--format", "mqm", *options, table)
        ours = {system: row.get("mqm_per_segment") for system, row in found.get("ranking", {}).items()}
        print(f"\n{table}")
        if found["errors"] or found["warnings"]:
            print(f"  {found['errors']} errors and {found['warnings']} warnings in the data; the first: {found['problems'][0]['message']}")
        files = averages_of(table)
        if not files:
            print("  there are no averages beside it: only ours")
            for system in sorted(ours, key=lambda name: (ours[name] is None, ours[name])):
                print(f"  {system:32}{shown(ours[system])}")
        for path in files:
            compare(path, ours)


def shown(value):
    return f"{'–':>10}" if value is None else f"{value:10.4f}"


def compare(path, ours):
    theirs = means(path)
    print(f"  beside {os.path.basename(path)}, its sign turned")
    print(f"  {'':32}{'Google':>10}{'ours':>10}  differs by")
    apart = 0
    shared = [system for system in theirs if ours.get(system) is not None]
    for system in sorted(shared, key=lambda name: theirs[name][0]):
        score, own = theirs[system][0], ours[system]
        is_apart = abs(own - score) > TOLERANCE
        apart += is_apart
        print(f"  {system:32}{shown(score)}{shown(own)}  {own - score:+.4f}{' *' if is_apart else ''}")
    for what, names in (("only there", theirs.keys() - set(shared)), ("only here", ours.keys() - set(shared))):
        if names:
            print(f"  {what}: {', '.join(sorted(names))}")
    print(f"  {apart} of {len(shared)} systems differ in four decimals (*)")
