"""The tables of Kasner et al. (2025), "Large Language Models as Span Annotators": for scripts/reproduce.

Folders are found by names that are compared without case and punctuation, so that `llama3.3` is `Llama 3.3`. What was
matched with what is printed, and what was not found.
"""

import json
import os
import re
import shutil
import tempfile

from spanwise import Failure

HERE = os.path.dirname(os.path.abspath(__file__))

# By task: what its folder is called, normalized, and the member of records that its tables are split by.
FOLDERS = {"d2t": ("d2t", "dataset"), "mt": ("mt", "split"), "propaganda": ("propaganda", None)}
TASKS = list(FOLDERS)

# By the name in print: what a folder's name contains, normalized.
MODELS = {
    "Llama 3.3": "llama33",
    "GPT-4o": "gpt4o",
    "Claude 3.7": "claude37",
    "DeepS. R1": "deepseekr1",
    "o3-mini": "o3mini",
    "Gem. 2-FT": "gemini2",
}

# Prompts other than the base prompt, which is called `zeroshot` or not named at all.
OTHER_PROMPTS = {"5shot", "fiveshot", "cot", "minimalistic", "noguide", "noexamples", "nohints", "noreason"}

LABELS = {
    "pearson": "ρ",
    "precision_hard": "P hard",
    "precision_soft": "P soft",
    "recall_hard": "R hard",
    "recall_soft": "R soft",
    "f1_hard": "F1 hard",
    "f1_soft": "F1 soft",
    "delta_f1": "Δ",
    "gamma": "γ",
    "s_empty": "S∅",
}

# More would be thousands of pairs.
MOST_GROUPS = 20

TOLERANCE = {name: 0.007 if name.endswith("hard") else 0.02 for name in LABELS}
TOLERANCE.update(pearson=0.0005, s_empty=0.0005, gamma=0.01)


def normalized(name):
    return re.sub("[^a-z0-9]", "", name.lower())


def group_of(record):
    """The annotator group of a record, as text."""
    group = record.get("annotator_group", (record.get("metadata") or {}).get("annotator_group"))
    return "none" if group is None else str(group)


class Choice:
    """What the user named instead of what is found by names."""

    def __init__(self, models, splits, references, group):
        self.models = [self.of_task(text, ":") for text in models]
        self.splits = dict(self.of_task(text, "=") for text in splits)
        self.references = [self.of_task(text, "=") for text in references]
        self.group = group
        for _, model in self.models:
            name = model.partition("=")[0]
            if "=" not in model or name not in MODELS:
                raise Failure(f"--model {model}: no such model in the tables", f"write NAME=TEXT, NAME being one of: {', '.join(MODELS)}")
        if None in self.splits:
            raise Failure(f"--split {self.splits[None]}: it does not say of which task", "write TASK=VALUE, such as d2t=test")

    @staticmethod
    def of_task(text, separator):
        """A task, or None for every one, and the rest."""
        task, found, rest = text.partition(separator)
        return (task, rest) if found and task in TASKS else (None, text)

    def model(self, task, name):
        said = [text.partition("=") for of, text in self.models if of in (None, task)]
        return next((text for model, _, text in said if model == name), None)

    def reference(self, task):
        return next((text for of, text in self.references if of in (None, task)), None)


class Folder:
    """A folder with annotations.jsonl: `parts` are the names of the folders below that of its task."""

    def __init__(self, path, shown, parts):
        self.path, self.shown = path, shown
        self.parts = [normalized(part) for part in parts]

    def has_other_prompt(self):
        # The prompt is a folder of its own, or a part of a name: 5shot-llama3-3.
        words = {word for part in self.shown.lower().split(os.sep) for word in re.split("[-_. ]", part)}
        return bool(words & OTHER_PROMPTS)

    def records(self):
        with open(os.path.join(self.path, "annotations.jsonl"), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    try:
                        yield json.loads(line)
                    except ValueError:
                        raise Failure(f"{self.shown}: line {number} is no JSON", "get the file again; a file of Git LFS needs `git lfs pull`")

    def may_have(self, split):
        """Whether there are records of a split; also if that cannot be told, so that the fault is reported."""
        try:
            return any(str(record.get("split")) == split for record in self.records())
        except Failure:
            return True

    def categories(self):
        """Names of categories in config.yaml, of which nothing else is needed."""
        try:
            with open(os.path.join(self.path, "config.yaml"), encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        block = re.search(r"^annotation_span_categories:\n((?:[ \-].*\n|\n)*)", text + "\n", re.M)
        names = re.findall(r"^ *(?:- )? *name: *(.*)$", block.group(1), re.M) if block else []
        return [name.strip("'\" ") for name in names] or None


def folders_of(root, kind, task):
    """All folders with annotations of a task."""
    top = os.path.join(root, "annotations", kind)
    wanted, found = FOLDERS[task][0], []
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        if not normalized(name).startswith(wanted):
            continue
        for path, subfolders, files in os.walk(os.path.join(top, name)):
            subfolders.sort()
            if "annotations.jsonl" in files:
                inside = os.path.relpath(path, os.path.join(top, name))
                parts = [] if inside == "." else inside.split(os.sep)
                found.append(Folder(path, os.path.relpath(path, root), parts))
    return found


def best(folders, split):
    """Of several that fit: the split's own folder, else the base prompt by name, else the shortest path. The others too."""
    def order(folder):
        return (normalized(split or "") not in folder.parts, not any("zeroshot" in part for part in folder.parts),
                len(folder.parts), folder.shown)
    ordered = sorted(folders, key=order)
    return (ordered[0], ordered[1:]) if ordered else (None, [])


def outputs_of(root, task):
    found = []
    top = os.path.join(root, "outputs")
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        if normalized(name).startswith(FOLDERS[task][0]):
            for path, _, files in os.walk(os.path.join(top, name)):
                found += [os.path.join(path, file) for file in files if file.endswith(".jsonl")]
    return sorted(found)


def joined(folder, outputs, with_names, place):
    """Copies annotations and the outputs that they are about into one folder, which spanwise reads as a whole."""
    os.makedirs(place)
    shutil.copy(os.path.join(folder.path, "annotations.jsonl"), place)
    if with_names:
        shutil.copy(os.path.join(folder.path, "config.yaml"), place)
    for number, path in enumerate(outputs):
        shutil.copy(path, os.path.join(place, f"output-{number}.jsonl"))
    return place


def figures(found):
    """The columns of a table, from what `spanwise agree` says. Where something is undefined it is None."""
    f1 = found["f1"]["micro_char"]
    values = {f"{name}_{kind}": f1[kind][name] for name in ("precision", "recall", "f1") for kind in ("hard", "soft")}
    return {
        **values,
        "pearson": found["pearson"]["per_example_category"],
        "delta_f1": f1["delta_f1"],
        "gamma": found["gamma"]["mean"],
        "s_empty": found["s_empty"]["value"],
    }


def mean(several):
    """Of each column the mean, over those that have a value."""
    values = {name: [one[name] for one in several if one[name] is not None] for name in LABELS}
    return {name: sum(all) / len(all) if all else None for name, all in values.items()}


def mean_over_parts(found):
    """What `--average` says, and the same mean of the figures that it does not cover."""
    averages = {"pearson": "pearson", "f1_hard": "f1", "f1_soft": "f1_soft", "gamma": "gamma"}
    row = mean([figures(group) for group in found["groups"].values()])
    row.update({name: found["main"][main]["value"] for name, main in averages.items()})
    return row


class Task:
    """The comparison of all models of a task with its reference."""

    def __init__(self, root, task, spanwise, choice):
        self.root, self.task, self.spanwise, self.choice = root, task, spanwise, choice
        self.outputs = outputs_of(root, task)
        # By model: the figures of all texts, and of each part.
        self.whole, self.parts = {}, {}
        self.baseline = None

    def run(self):
        human, models = (folders_of(self.root, kind, self.task) for kind in ("human", "model"))
        print(f"\n{self.task}")
        if not human or not models:
            missing = " and ".join(kind for kind, found in (("human", human), ("model", models)) if not found)
            print(f"  not found: no folder of this task with annotations.jsonl in annotations/ ({missing})")
            return False
        named = self.choice.reference(self.task)
        if named is not None:
            human = [folder for folder in human if named in folder.shown]
            if not human:
                raise Failure(f"--reference {named}: no folder of human annotations of {self.task} has it in its path", "name a part of one of the paths under annotations/human")
        wanted = self.choice.splits.get(self.task, "test")
        splits = {folder: {str(record.get("split")) for record in folder.records()} for folder in human}
        fitting = [folder for folder in human if wanted in splits[folder]]
        if wanted != "all" and not fitting:
            if self.task in self.choice.splits:
                known = ", ".join(sorted(set().union(*splits.values())))
                raise Failure(f"--split {self.task}={wanted}: the human annotations have no such split", f"choose one of {known}, or `all`")
            wanted = "all"
        reference, _ = best(fitting or human, wanted)
        others = [folder for folder in human if folder is not reference]
        groups = self.groups_of(reference)
        said = f"split {wanted}" if wanted != "all" else f"all splits: {', '.join(sorted(splits[reference]))}"
        print(f"  reference  {reference.shown} ({said})")
        for group, count in sorted(groups(wanted).items()):
            print(f"             annotator_group {group}: {count} records")
        self.say_unused(others)
        if self.task == "d2t" and self.choice.group is None:
            self.compare_humans(reference, wanted, len(groups(wanted)))
        if not self.outputs:
            print("  outputs    not found: offsets of spans are taken as they stand")
        left = list(models)
        for name in MODELS:
            model, others = self.find(name, models, wanted)
            if model is None:
                print(f"  {name:10} not found")
                continue
            print(f"  {name:10} {model.shown}")
            self.say_unused(others)
            left = [folder for folder in left if folder is not model and folder not in others]
            self.compare(name, reference, model, wanted)
        for folder in left:
            why = "another prompt or split" if any(key in part for key in MODELS.values() for part in folder.parts) else "no published figures under this name"
            print(f"  not used   {folder.shown}: {why}")
        return bool(self.whole)

    def say_unused(self, folders):
        for folder in folders:
            print(f"             not used: {folder.shown}")

    def find(self, name, models, split):
        """The folder of a model, and those that would also fit."""
        text = self.choice.model(self.task, name)
        if text is not None:
            fitting = [folder for folder in models if text in folder.shown]
            if not fitting:
                raise Failure(f"--model {name}={text}: no folder of {self.task} has it in its path", "name a part of one of the paths under annotations/model")
            return best(fitting, split)
        fitting = [
            folder for folder in models
            if any(MODELS[name] in part for part in folder.parts) and not folder.has_other_prompt()
        ]
        # A folder of another split has none of the texts that are asked for.
        if split != "all":
            fitting = [folder for folder in fitting if folder.may_have(split)]
        return best(fitting, split)

    def groups_of(self, folder):
        """How many records each annotator group has in a split."""
        counts = {}
        for record in folder.records():
            key = (str(record.get("split")), group_of(record))
            counts[key] = counts.get(key, 0) + 1

        def groups(split):
            found = {}
            for (of, group), count in counts.items():
                if split in ("all", of):
                    found[group] = found.get(group, 0) + count
            return found

        return groups

    def compare(self, name, reference, model, split):
        names = [folder.categories() for folder in (reference, model)]
        with_names = all(names) and set(names[0]) == set(names[1])
        if all(names) and not with_names:
            print(f"             categories are called otherwise ({', '.join(names[1])}): compared by their numbers")
        part = FOLDERS[self.task][1]
        arguments = ["agree", "--format", "factgenie", "--pool", "--max-left-out", "100", "--resamples", "0",
                     "--measures", "pearson,f1,s-empty,gamma"]
        if split != "all":
            arguments += ["--where", f"split={split}"]
        if part:
            arguments += ["--by", part]
        if self.task == "mt":
            arguments += ["--average", f"pairs,{part}"]
        with tempfile.TemporaryDirectory() as place:
            sides = []
            for side, folder in (("reference", reference), ("hypothesis", model)):
                sides += [f"--{side}", joined(self.with_group(folder, side, place), self.outputs, with_names, os.path.join(place, side))]
            try:
                for _ in model.records():
                    pass  # Says whether each line is JSON.
                found = self.spanwise.json(*arguments, *sides)
            except Failure as failure:
                print(f"             not compared: {failure.what}\n             what to do: {failure.remedy}")
                return
        if "f1" not in found:
            said = found["problems"][0] if found["problems"] else {"message": "no figures", "remedy": "look at the data with spanwise agree"}
            print(f"             not compared: {said['message']} {said['remedy']}")
            return
        n, left_out = found["f1"]["micro_char"]["hard"]["n"], found["left_out"]["share"]
        print(f"             {n} texts compared; {left_out:.1%} of all texts are of one side only")
        if found["errors"] or found["warnings"]:
            print(f"             {found['errors']} errors and {found['warnings']} warnings in the data; the first: {found['problems'][0]['message']}")
        self.parts[name] = {normalized(value): figures(group) for value, group in found.get("groups", {}).items()}
        self.whole[name] = mean_over_parts(found) if self.task == "mt" else figures(found)

    def compare_humans(self, reference, split, groups):
        """The human annotators of the same texts with each other."""
        if not 1 < groups <= MOST_GROUPS:
            print(f"             {groups} groups: no agreement of people with each other (2 to {MOST_GROUPS} groups have it)")
            return
        arguments = ["agree", "--format", "factgenie", "--pool", "--max-left-out", "100", "--resamples", "0", "--measures", "f1,gamma"]
        if split != "all":
            arguments += ["--where", f"split={split}"]
        with tempfile.TemporaryDirectory() as place:
            try:
                self.baseline = self.spanwise.json(*arguments, joined(reference, self.outputs, False, os.path.join(place, "both")))
            except Failure as failure:
                print(f"             people not compared: {failure.what}\n             what to do: {failure.remedy}")

    def with_group(self, folder, side, place):
        """The folder, or a copy with only the records of the annotator group that was asked for."""
        if side != "reference" or self.choice.group is None:
            return folder
        path = os.path.join(place, "group")
        os.makedirs(path)
        if os.path.exists(os.path.join(folder.path, "config.yaml")):
            shutil.copy(os.path.join(folder.path, "config.yaml"), path)
        with open(os.path.join(path, "annotations.jsonl"), "w", encoding="utf-8") as file:
            for record in folder.records():
                if group_of(record) == self.choice.group:
                    file.write(json.dumps(record, ensure_ascii=False) + "\n")
        return Folder(path, folder.shown, [])

    def rows(self, table):
        """Our figures for a table, by the names of its rows."""
        part = table["part"]
        if part is None:
            return self.whole
        if table["rows"].keys() <= MODELS.keys():
            return {name: values for name, parts in self.parts.items() for value, values in parts.items() if normalized(part) in value}
        by_part = {row: [parts[normalized(row)] for parts in self.parts.values() if normalized(row) in parts] for row in table["rows"]}
        return {row: mean(several) for row, several in by_part.items() if several}


def show_baseline(found, printed):
    """Prints how people agree with each other, under the convention of the tables and under the one that fits the print."""
    if found is None or "f1" not in found:
        return
    print("\nAgreement of people with each other, D2T-Eval (section 5.2)")
    print(f"{'':42}{'F1 hard':>9}{'F1 soft':>9}{'γ':>9}")
    print(f"{'printed':42}" + "".join(f"{printed[name]:9.2f}" for name in ("f1_hard", "f1_soft", "gamma")))
    number = lambda value: f"{'–':>9}" if value is None else f"{value:9.4f}"
    for convention, about in (("micro_char", "as the models are measured"), ("per_example_mean_empty_zero", "mean over texts")):
        f1 = found["f1"][convention]
        gamma = number(found["gamma"]["mean"]) if convention == "micro_char" else ""
        print(f"{f'ours, {about}':42}{number(f1['hard']['f1'])}{number(f1['soft']['f1'])}{gamma}")


def show(table, columns, ours):
    """Prints a table: three lines a row. How many figures there are, and how many differ by more than the tolerance."""
    print(f"\nTable {table['table']}: {table['title']}")
    print(" " * 21 + "".join(f"{LABELS[name]:>9}" for name in columns))
    compared = apart = 0
    for row, printed in table["rows"].items():
        print(f"{row:11}{'printed':10}" + "".join(f"{value:9.3f}" for value in printed))
        if row not in ours:
            print(f"{'':11}{'ours':10}  not found")
            continue
        values, differences = "", ""
        for name, theirs in zip(columns, printed):
            own = ours[row][name]
            if own is None:
                values, differences = values + f"{'–':>9}", differences + f"{'–':>9}"
                continue
            is_apart = abs(own - theirs) > TOLERANCE[name] + 1e-9
            compared, apart = compared + 1, apart + is_apart
            values += f"{own:9.4f}"
            differences += f"{own - theirs:+8.4f}{'*' if is_apart else ' '}"
        print(f"{'':11}{'ours':10}{values}\n{'':11}{'differs by':10}{differences.rstrip()}")
    return compared, apart


def reproduce(root, spanwise, choice, tasks):
    if not os.path.isdir(os.path.join(root, "annotations")):
        raise Failure(f"{root} has no folder annotations/", "name the checkout of llm-span-annotators/span-annotation")
    with open(os.path.join(HERE, "published.json"), encoding="utf-8") as file:
        published = json.load(file)
    print(f"Published figures: {published['source']}")
    compared = apart = 0
    for name in tasks or TASKS:
        task = Task(root, name, spanwise, choice)
        if not task.run():
            continue
        for table in published["tables"]:
            if table["task"] == name:
                more, differing = show(table, published["columns"], task.rows(table))
                compared, apart = compared + more, apart + differing
                if table["title"] == "MT-Eval, mean over models":
                    print(f"ours is the mean over {len(task.parts)} of {len(MODELS)} models")
        show_baseline(task.baseline, published["people"])
    if not compared:
        raise Failure("nothing could be compared", "the lists above say what was looked for; --model, --split and --reference name it")
    print(f"\n{apart} of {compared} figures differ by more than the tolerance (*): "
          "0.0005 for ρ and S∅, 0.007 for hard P, R, F1, 0.02 for soft ones and Δ, 0.01 for γ.")
    print("docs/reproduction.md says why some do.")
