"""What the library `thresh` offers, for programs that were written for it: only the import changes.

```python
from spanwise.thresh import load_interface, convert_dataset
```

Unlike there, nothing is lost when data is written again: ids, `yes`, answers of any depth, and members that
nobody knows stay as they are. What is wrong in a template or in data raises `spanwise.Error`, with its
place."""

from __future__ import annotations

import json
import os
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    Iterable,
    List,
    Mapping,
    MutableSequence,
    Optional,
    Sequence,
    Type,
    Union,
    overload,
)

from ._commands import convert, read
from ._data import Dataset
from ._errors import Error
from ._files import PathLike
from ._template import Template

__all__ = [
    "Annotation",
    "Choice",
    "Edit",
    "Edits",
    "Entry",
    "Interface",
    "convert_dataset",
    "create_template",
    "load_interface",
]

# As programs see them, and as files store them.
_VALUES: Mapping[str, Union[bool, int]] = {
    "yes": True,
    "no": False,
    "minor": 1,
    "somewhat": 2,
    "a lot": 3,
}


def _stored(value: Any) -> Any:
    """The JSON of a value that was set."""
    if isinstance(value, (_Members, Choice)):
        return value.to_dict()
    return [_stored(item) for item in value] if isinstance(value, (list, Edits)) else value


def _word(value: Any) -> Any:
    """The stored word of a value. Only the same type is the same value: `True` is not 1."""
    same = (word for word, known in _VALUES.items() if type(value) is type(known) and value == known)
    return next(same, value)


class _Members:
    """The members of a JSON object as attributes. What is set is set in the object."""

    _data: Dict[str, Any]

    def __init__(self, **members: Any) -> None:
        object.__setattr__(self, "_data", {name: _stored(v) for name, v in members.items()})

    @classmethod
    def _of(cls, data: Dict[str, Any]) -> Any:
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        return made

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._data:
            raise AttributeError(f"There is no {name!r} in this {type(self).__name__}.")
        return self._data[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self._data[name] = _stored(value)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Members) and self._data == other._data

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._data!r})"

    def to_dict(self) -> Dict[str, Any]:
        """The JSON object."""
        return self._data


class Choice:
    """A chosen option. Its class is called like the option."""

    val: Any
    """The answer to its follow-up; without one, the name of the option."""

    def __init__(self, option: str, stored: Dict[str, Any]) -> None:
        self._option, self._stored = option, stored
        self.val = _value(stored[option]) if option in stored else option

    @property
    def option(self) -> str:
        """The name of the option."""
        return self._option

    def to_dict(self) -> Dict[str, Any]:
        """The JSON object."""
        return self._stored

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self._stored == other._stored

    def __repr__(self) -> str:
        return f"{_camel(self._option)}(val: {self.val!r})"


def _value(stored: Any) -> Any:
    """The value that programs see."""
    if isinstance(stored, str):
        return _VALUES.get(stored, stored)
    if isinstance(stored, dict) and isinstance(stored.get("val"), str):
        option = stored["val"]
        return type(_camel(option), (Choice,), {})(option, stored)
    return stored


class Annotation(_Members):
    """Answers, by question: `True` and `False` for yes and no, 1 to 3 for `minor`, `somewhat` and `a lot`, a
    `Choice`, or the text of others."""

    def __init__(self, **answers: Any) -> None:
        super().__init__(**{name: _word(answer) for name, answer in answers.items()})

    def __getattr__(self, name: str) -> Any:
        return _value(super().__getattr__(name))

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _word(value))


class Edit(_Members):
    """An edit with the members that its file has: `input_idx`, `output_idx` (in UTF-16 units, as files
    count), `annotation`, `constituent_edits`. Its class is called like its category, which is `category`,
    too."""

    _interface: ClassVar[Interface]
    _category: ClassVar[str]

    def __init__(self, **members: Any) -> None:
        super().__init__(**{"category": self._category, **members})

    def __getattr__(self, name: str) -> Any:
        value = super().__getattr__(name)
        if name == "annotation" and isinstance(value, dict):
            return self._interface._annotation_class(self.category)._of(value)
        if name == "constituent_edits":
            return Edits(self._interface, self._data, name)
        return value


class Edits(MutableSequence[Edit]):
    """The edits of an item, or the constituents of an edit, as a list: what is put in, taken out or moved is
    so in its data, too."""

    def __init__(self, interface: Interface, owner: Dict[str, Any], member: str) -> None:
        self._interface, self._owner, self._member = interface, owner, member

    @property
    def _stored(self) -> List[Any]:
        stored = self._owner.get(self._member)
        return stored if isinstance(stored, list) else []

    @overload
    def __getitem__(self, at: int) -> Edit: ...

    @overload
    def __getitem__(self, at: slice) -> List[Edit]: ...

    def __getitem__(self, at: Union[int, slice]) -> Union[Edit, List[Edit]]:
        if isinstance(at, slice):
            return [self._interface._edit(stored) for stored in self._stored[at]]
        return self._interface._edit(self._stored[at])

    def __setitem__(self, at: Any, edit: Any) -> None:
        self._stored[at] = _stored(list(edit) if isinstance(at, slice) else edit)

    def __delitem__(self, at: Union[int, slice]) -> None:
        del self._stored[at]

    def __len__(self) -> int:
        return len(self._stored)

    def insert(self, index: int, value: Edit) -> None:
        """Puts an edit in."""
        if not isinstance(self._owner.get(self._member), list):
            self._owner[self._member] = []
        self._stored.insert(index, _stored(value))

    def sort(self, *, key: Callable[[Edit], Any], reverse: bool = False) -> None:
        """Sorts them by a key."""
        self._stored[:] = [edit.to_dict() for edit in sorted(self, key=key, reverse=reverse)]

    def __add__(self, other: Iterable[Edit]) -> List[Edit]:
        return [*self, *other]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (list, Edits)) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(list(self))


class Entry(_Members):
    """An item of data with the members that its file has, and those of its metadata beside them."""

    _interface: ClassVar[Interface]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and name not in self._data:
            metadata = self._data.get("metadata")
            if isinstance(metadata, dict) and name in metadata:
                return metadata[name]
        return Edits(self._interface, self._data, name) if name == "edits" else super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        metadata = self._data.get("metadata")
        if name not in self._data and isinstance(metadata, dict) and name in metadata:
            metadata[name] = value
        else:
            super().__setattr__(name, value)

    def __dir__(self) -> Iterable[str]:
        metadata = self._data.get("metadata")
        return [*super().__dir__(), *(metadata if isinstance(metadata, dict) else ())]


class Interface:
    """A template; every key of its YAML is an attribute."""

    template: Template
    """The template as `spanwise` has it."""
    edit_classes: Dict[str, Type[Edit]]
    """The classes of edits, by category."""
    annotation_classes: Dict[str, Type[Annotation]]
    """The classes of annotations, by category."""

    def __init__(self, template: Template) -> None:
        self.template = template
        names = [category.name for category in template.categories]
        of = {"_interface": self}
        self.edit_classes = {name: self._new_edit_class(name) for name in names}
        self.annotation_classes = {name: self._new_annotation_class(name) for name in names}
        self._entry_class: Type[Entry] = type(f"{_camel(template.name)}Entry", (Entry,), of)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self.template.settings:
            raise AttributeError(f"There is no key {name!r} in the template.")
        return self.template.settings[name]

    def get_edit_class(self, name: str) -> Type[Edit]:
        """The class of the edits of a category."""
        return self.edit_classes[name]

    def get_annotation_class(self, name: str) -> Type[Annotation]:
        """The class of the answers about edits of a category."""
        return self.annotation_classes[name]

    def get_entry_class(self) -> Type[Entry]:
        """The class of the items of data."""
        return self._entry_class

    def load_annotations(
        self, path: Union[PathLike, Sequence[PathLike], Sequence[Mapping[str, Any]]]
    ) -> List[Entry]:
        """Reads annotations, of one file or of several into one list, or of the JSON objects of a file. Any
        format is read; it is recognised by its content.

        Raises `spanwise.Error` if they can't be read. What does not fit the template is warned of."""
        paths: Sequence[Any] = [path] if isinstance(path, (str, os.PathLike)) else path
        if paths and all(isinstance(each, Mapping) for each in paths):
            paths = [json.dumps(list(paths))]
        entries: List[Entry] = []
        for each in paths:
            data = read(each, template=self.template)
            entries.extend(self._entry_class._of(instance.data) for instance in data)
        return entries

    def to_dict(self, data: Sequence[Entry]) -> List[Dict[str, Any]]:
        """The JSON objects of entries."""
        return [entry.to_dict() for entry in data]

    def export_data(self, data: Sequence[Entry], output_filename: PathLike) -> None:
        """Writes entries into a file of Thresh's JSON, and makes its folder."""
        folder = os.path.dirname(os.path.abspath(output_filename))
        os.makedirs(folder, exist_ok=True)
        with open(output_filename, "w", encoding="utf-8") as file:
            json.dump(self.to_dict(data), file, indent=2)

    def _edit(self, stored: Dict[str, Any]) -> Edit:
        category = str(stored.get("category", ""))
        kind = self.edit_classes.get(category) or self._new_edit_class(category)
        edit: Edit = kind._of(stored)
        return edit

    def _annotation_class(self, category: str) -> Type[Annotation]:
        return self.annotation_classes.get(category) or self._new_annotation_class(category)

    def _new_edit_class(self, category: str) -> Type[Edit]:
        return type(f"{_camel(category)}Edit", (Edit,), {"_interface": self, "_category": category})

    def _new_annotation_class(self, category: str) -> Type[Annotation]:
        return type(f"{_camel(category)}Annotation", (Annotation,), {})

    def __repr__(self) -> str:
        return f"Interface({self.template.name!r})"


def load_interface(path: PathLike) -> Interface:
    """Loads a template from a YAML file.

    Raises `spanwise.Error` if it can't be read, or does not compile."""
    return Interface(Template.from_yaml(path))


def create_template(
    name: str, categories: Iterable[str], output_path: Optional[PathLike] = None, **options: Any
) -> Interface:
    """Makes a template of a list of categories, as `spanwise.Template.new` does with the same options, and
    writes it into a file if one is named."""
    template = Template.new(name, categories, **options)
    if output_path is not None:
        template.save(output_path)
    return Interface(template)


def convert_dataset(
    dataset_name: str,
    data_path: PathLike,
    reverse: bool = False,
    output_path: Optional[PathLike] = None,
    limit: Optional[int] = None,
) -> List[Dict[str, Any]]:
    """Turns a published corpus into Thresh's JSON, or back with `reverse`: any format that
    `spanwise.formats()` lists, Thresh's converters `arxivedits`, `fg-rlhf`, `frank`, `mqm`, `propaganda`,
    `scarecrow` and `snac` among them.

    Returns the JSON objects, at most `limit` of them; they are also written, if `output_path` is given, which
    `reverse` needs."""
    if reverse and output_path is None:
        raise Error("There is no place to write to.", "Name output_path.", code="usage")
    data = read(data_path, "thresh" if reverse else dataset_name)
    kept = Dataset(data[:limit] if limit is not None else data, name=data.name)
    if output_path is not None:
        convert(kept, output_path, dataset_name if reverse else "thresh", source_format="thresh")
    return kept.to_dicts()


def _camel(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.replace("-", "_").split("_"))
