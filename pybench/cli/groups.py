"""Groups of options: a dataclass declares them once, and any command may take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

from typer import Typer


class App(Typer):
    """Commands whose parameters may be groups of options."""

    def command(self, *args: Any, **kwargs: Any) -> Callable[[Any], Any]:
        """Register a command as typer does, with its groups expanded."""
        register = super().command(*args, **kwargs)
        return lambda function: register(expanded(function))


def expanded(function: Callable[..., None]) -> Any:
    """Return the function that typer sees, which takes the fields of every group one by one.

    A parameter annotated with a dataclass is a group. The fields of the dataclass replace this
    parameter in the signature; the function itself gets the dataclass. A field with ``init=False``
    is not an option.
    """
    parameters: list[Parameter] = []
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    for one in signature(function, eval_str=True).parameters.values():
        group = one.annotation
        if isinstance(group, type) and is_dataclass(group):
            hints = get_type_hints(group, include_extras=True)
            fields = signature(group).parameters.values()
            groups[one.name] = group, [field.name for field in fields]
            parameters += [field.replace(annotation=hints[field.name]) for field in fields]
        else:
            parameters.append(one)

    def call(**given: Any) -> None:
        for name, (group, fields) in groups.items():
            given[name] = group(**{field: given.pop(field) for field in fields})
        function(**given)

    command: Any = wraps(function)(call)
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__signature__ = Signature(
        [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    )
    return command
