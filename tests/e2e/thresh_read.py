"""Loads a template and annotations with Thresh's own library and prints what it understood.

Usage: thresh_read.py TEMPLATE.yml ANNOTATIONS.json
Prints one JSON object: {"interface": class, "entries": [...]}, where every object of the
library becomes its attributes and its class name under "class". A file that the library
refuses ends in its exception and a non-zero exit.
"""

import json
import sys

from thresh import load_interface


def plain(value):
    """The JSON form of an object of the library."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if hasattr(value, "__dict__"):
        return {"class": type(value).__name__, **plain(vars(value))}
    return value


def main(template, annotations):
    interface = load_interface(template)
    entries = interface.load_annotations(annotations)
    json.dump({"interface": type(interface).__name__, "entries": plain(entries)}, sys.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
