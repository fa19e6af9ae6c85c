"""JSON values to wire types and back: strict, camelCase, errors that name the bad field.

No value is coerced: `"7"` is not a number, `1` is not a boolean, `2.0` is not a whole
number. A `null` for a field that has a default means the default; unknown fields are ignored.
"""

from collections.abc import Callable
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.errors import ClassValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from .checks import FieldError

T = TypeVar("T")
Structure = Callable[[Any, Any], Any]


class BadParams(ValueError):
    """The value does not have the shape of the type; `path` is where, such as `$.filters.kinds[0]`."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path


def decode(cls: type[T], value: object) -> T:
    """`value` (parsed JSON) as an instance of `cls`. Raises BadParams."""
    try:
        return _converter.structure(value, cls)
    except Exception as error:
        path, message = _first_fault(error)
        raise BadParams("$" + path, message) from None


def encode(value: object) -> dict[str, Any]:
    """An instance of a wire type as JSON values; no field is left out."""
    return cast("dict[str, Any]", _converter.unstructure(value))


def camel_case(name: str) -> str:
    """`vector_share` → `vectorShare`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class _At(Exception):
    """Something is wrong with the element at `place` of an array or a map."""

    def __init__(self, place: str, cause: Exception) -> None:
        super().__init__(place)
        self.place = place
        self.cause = cause


def _type_word(value: object) -> str:
    words: dict[type, str] = {
        type(None): "null",
        bool: "a boolean",
        int: "a whole number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return words.get(type(value), type(value).__name__)


def _expect(value: object, allowed: tuple[type, ...], wanted: str) -> None:
    # `type` and not `isinstance`: a boolean is an int to Python.
    if type(value) not in allowed:
        raise TypeError(f"must be {wanted}, not {_type_word(value)}")


def _exact(allowed: tuple[type, ...], wanted: str) -> Structure:
    def structure(value: Any, _: Any) -> Any:
        _expect(value, allowed, wanted)
        return value

    return structure


def _object_hook(cls: Any, converter: Converter) -> Structure:
    fields = cast("tuple[attrs.Attribute[Any], ...]", attrs.fields(cls))
    renames = {field.name: override(rename=camel_case(field.name)) for field in fields}
    build = make_dict_structure_fn(cls, converter, **renames)  # pyright: ignore[reportArgumentType]
    optional = {camel_case(field.name) for field in fields if field.default is not attrs.NOTHING}

    def structure(value: Any, _: Any) -> Any:
        _expect(value, (dict,), "an object")
        given = cast("dict[str, Any]", value)
        return build({k: v for k, v in given.items() if not (v is None and k in optional)}, cls)

    return structure


def _array_hook(cls: Any, converter: Converter) -> Structure:
    (element, _ellipsis) = get_args(cls)
    hook = converter.get_structure_hook(element)

    def structure(value: Any, _: Any) -> Any:
        _expect(value, (list,), "an array")
        elements: list[Any] = []
        for position, item in enumerate(cast("list[Any]", value)):
            try:
                elements.append(hook(item, element))
            except Exception as error:
                raise _At(f"[{position}]", error) from None
        return tuple(elements)

    return structure


def _map_hook(cls: Any, converter: Converter) -> Structure:
    element = get_args(cls)[1]
    hook = converter.get_structure_hook(element)

    def structure(value: Any, _: Any) -> Any:
        _expect(value, (dict,), "an object")
        entries: dict[str, Any] = {}
        for key, item in cast("dict[str, Any]", value).items():
            try:
                entries[key] = hook(item, element)
            except Exception as error:
                raise _At(f".{key}", error) from None
        return entries

    return structure


def _is_token(cls: Any) -> bool:
    return get_origin(cls) in (Union, UnionType) and set(get_args(cls)) == {int, str, type(None)}


def _is_text_or_texts(cls: Any) -> bool:
    return get_origin(cls) in (Union, UnionType) and set(get_args(cls)) == {str, tuple[str, ...], type(None)}


def _text_or_texts(converter: Converter) -> Structure:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is list:
            return converter.structure(value, tuple[str, ...])
        _expect(value, (str, type(None)), "a string or an array of strings")
        return value

    return structure


def _object_unhook(cls: Any, converter: Converter) -> Callable[[Any], dict[str, Any]]:
    fields = cast("tuple[attrs.Attribute[Any], ...]", attrs.fields(cls))
    renames = {field.name: override(rename=camel_case(field.name)) for field in fields}
    return make_dict_unstructure_fn(cls, converter, **renames)  # pyright: ignore[reportArgumentType]


def _tuple_unhook(converter: Converter) -> Callable[[Any], list[Any]]:
    return lambda value: [converter.unstructure(element) for element in value]


def _make_converter() -> Converter:
    converter = Converter(detailed_validation=True)
    converter.register_structure_hook(str, _exact((str,), "a string"))
    converter.register_structure_hook(int, _exact((int,), "a whole number"))
    converter.register_structure_hook(bool, _exact((bool,), "true or false"))
    converter.register_structure_hook(float, _exact((int, float), "a number"))
    converter.register_structure_hook_func(_is_token, _exact((int, str, type(None)), "a string or a number"))
    converter.register_structure_hook_func(_is_text_or_texts, _text_or_texts(converter))
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    converter.register_structure_hook_factory(lambda cls: get_origin(cls) is tuple, _array_hook)
    converter.register_structure_hook_factory(lambda cls: get_origin(cls) is dict, _map_hook)
    converter.register_unstructure_hook_factory(attrs.has, _object_unhook)
    converter.register_unstructure_hook_func(
        lambda cls: cls is tuple or get_origin(cls) is tuple, _tuple_unhook(converter)
    )
    return converter


def _first_fault(error: BaseException) -> tuple[str, str]:
    """Path and message of the first leaf of cattrs' tree of errors."""
    if isinstance(error, ClassValidationError):
        located, others = error.group_exceptions()
        if located:
            cause, note = located[0]
            path, message = _first_fault(cause)
            return f".{camel_case(note.name)}{path}", message
        return _first_fault(others[0])
    if isinstance(error, _At):
        path, message = _first_fault(error.cause)
        return error.place + path, message
    if isinstance(error, FieldError):
        return f".{camel_case(error.name)}{error.place}", str(error)
    if isinstance(error, KeyError):
        return "", "required field is missing"
    return "", str(error)


_converter = _make_converter()
