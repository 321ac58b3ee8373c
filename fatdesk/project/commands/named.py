"""Shared steps of commands on named elements of a floor: find by name, replace."""

from typing import TypeVar

from msgspec.structs import replace

from fatdesk.engine.floor.floor import Feed, Zone
from fatdesk.project.commands.command import RefusedError

Named = TypeVar("Named", bound=Feed | Zone)


def with_one(things: tuple[Named, ...], thing: Named) -> tuple[Named, ...]:
    """The same with one more, or with it instead of the one of its name."""
    if all(other.name != thing.name for other in things):
        return (*things, thing)
    return tuple(thing if other.name == thing.name else other for other in things)


def renamed(things: tuple[Named, ...], name: str, to: str, word: str) -> tuple[Named, ...]:
    """The same with another name.

    Raises
    ------
    RefusedError
        When there is none of that name, or one of the new.
    """
    without(things, name, word)
    if to != name and any(thing.name == to for thing in things):
        raise RefusedError(f"there is a {word} called {to} already: use another name")
    return tuple(replace(thing, name=to) if thing.name == name else thing for thing in things)


def without(things: tuple[Named, ...], name: str, word: str) -> tuple[Named, ...]:
    """The same without one.

    Raises
    ------
    RefusedError
        When there is none of that name.
    """
    kept = tuple(thing for thing in things if thing.name != name)
    if len(kept) == len(things):
        raise RefusedError(f"there is no {word} called {name}")
    return kept
