"""Commands on the rules of a project, which take the place of those of the profile by name."""

from collections.abc import Iterator

from fatdesk.core.struct import Id
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.rule_problems import contradicting, rule_problems
from fatdesk.engine.rules.rules import DEFAULT, Profile, Rule
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.command import (
    AddRecord,
    ChangeRecord,
    Command,
    NamedSection,
    RefusedError,
    RemoveRecord,
    RenameRecord,
)
from fatdesk.project.document.project import Project


def _sound(project: Project, rule: Rule, before: Rule | None) -> Rule:
    """The rule; refused where it names what is not there or no value can keep it and another."""
    for place, what in rule_problems(rule, FIGURES):
        raise RefusedError(f"{place[0]}: {what}", field="rule")
    for other in project.rules:
        text = "" if other is before else contradicting(other, rule, FIGURES)
        if text:
            raise RefusedError(f"limit: {text}: change or remove one of them", field="rule")
    return rule


RULES = NamedSection[Rule]("rules", "rule", "rule", _sound)
"""Section of the rules of a project."""


class AddRule(AddRecord, frozen=True, kw_only=True, tag="add-rule"):
    """Add a rule to those of the profile, or in the place of the one of its name there."""

    section = RULES
    rule: Rule


class RenameRule(RenameRecord, frozen=True, kw_only=True, tag="rename-rule"):
    """Give a rule of the project another name."""

    section = RULES
    name: Id
    to: Id


class ChangeRule(ChangeRecord, frozen=True, kw_only=True, tag="change-rule"):
    """Replace all of a rule of the project but its name."""

    section = RULES
    rule: Rule


class RemoveRule(RemoveRecord, frozen=True, kw_only=True, tag="remove-rule"):
    """Remove a rule of the project; one of the same name in the profile holds again."""

    section = RULES
    name: Id


def taking(profile: Profile, project: Project) -> Iterator[Command]:
    """Commands that give a project the rules of a file; those of the same names are replaced.

    Parameters
    ----------
    profile
        Without the rules of its base, which becomes the profile of the project.
    """
    if profile.base is not None:
        yield SetCabling(profile=None if profile.base == DEFAULT else profile.base)
    there = {rule.name for rule in project.rules}
    for rule in profile.rules:
        if rule.name in there:
            yield RemoveRule(name=rule.name)
    for rule in profile.rules:
        yield AddRule(rule=rule)
