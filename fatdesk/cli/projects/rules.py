"""``fatdesk rules``: profiles of rules, and the figures of a project next to their limits."""

import argparse
import math
from itertools import groupby
from pathlib import Path
from typing import get_args

from fatdesk.cli.kit.output import DONE, about_to_save, log, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.cabling.rules import with_fill_limit
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import belonging
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import Judged, judge
from fatdesk.engine.rules.profiles import profile_named, read_own, read_profile, rules_yaml, shipped_profiles
from fatdesk.engine.rules.rules import DEFAULT, FILTER_KEYS, Profile, Rule, Scope, Varying, with_own
from fatdesk.project.commands import Batch
from fatdesk.project.commands.command import Command
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.rules import RemoveRule, taking
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_bytes
from fatdesk.project.files.storing import load_project, save_project

ENDINGS = (".yaml", ".yml")


def run(parsed: argparse.Namespace) -> int:
    """Print the profiles, or the rules of a project with their worst figures, after changes to its rules."""
    _refuse(parsed)
    if parsed.figures:
        _print_figures(as_json=parsed.json)
        return DONE
    named = None if parsed.profile is None else _profile(parsed.profile)
    if parsed.project is None:
        profiles = list(shipped_profiles().values()) if named is None else [named]
        if parsed.json:
            print_json({"profiles": [profile.to_json() for profile in profiles]})
        else:
            say("\n\n".join(map(_listed, profiles)))
        return DONE
    project = _changed(parsed)
    if parsed.export is not None:
        save_bytes(parsed.export, rules_yaml(project.rules, project.cabling.profile))
        log(f"{parsed.export}: {counted(len(project.rules), 'rule')}")
    derived, cabling = Derived(project), project.cabling
    if named is None:
        profile, judged = profile_named(cabling.profile), derived.judged
    else:
        profile = named
        rules = with_own(with_fill_limit(named.in_force, cabling.fill_max), project.rules)
        judged = judge(rules, FIGURES, derived.placed, belonging(derived.placed))
    if parsed.json:
        listed = [one.to_json() for one in judged]
        print_json({"profile": profile.id, "title": profile.title, "rules": listed})
        return DONE
    say(f"{profile.title} ({profile.id})" + ("" if named is None else ", not selected in the project"))
    say(_judged(judged))
    return DONE


def _refuse(parsed: argparse.Namespace) -> None:
    """Refuse options that have no effect."""
    if parsed.project is None and (parsed.take or parsed.remove or parsed.export):
        raise FatdeskError("--import, --remove and --export are of a project: name P.fatdesk")
    if parsed.figures and (parsed.project is not None or parsed.profile is not None):
        raise FatdeskError("--figures: lists what all projects have, name neither a project nor --profile")


def _changed(parsed: argparse.Namespace) -> Project:
    """The project, saved with the rules that the options add and remove."""
    opened = load_project(parsed.project)
    project = opened.project
    commands: list[Command] = [RemoveRule(name=name) for name in parsed.remove]
    if parsed.take is not None:
        own = read_own(parsed.take, FIGURES)
        if not own.rules:
            raise FatdeskError(f"{parsed.take}: has no rules, add some under rules:")
        commands += taking(own, perform(project, Batch(commands=tuple(commands))) if commands else project)
    if not commands:
        return project
    project = perform(project, Batch(commands=tuple(commands)))
    about_to_save()
    saved = save_project(project, parsed.project, opened.stamp)
    if saved.warning:
        log(saved.warning)
    return project


def _print_figures(*, as_json: bool) -> None:
    """The figures by kind of elements, with the keys by which filters ask for these."""
    ordered = sorted(FIGURES.values(), key=lambda one: get_args(Scope).index(one.of))
    if as_json:
        listed = [(one.name, one.of, one.title, one.unit, one.help) for one in ordered]
        keys = ("name", "of", "title", "unit", "help")
        print_json({"figures": [dict(zip(keys, one, strict=True)) for one in listed]})
        return
    for scope, some in groupby(ordered, lambda one: one.of):
        asked = "".join(f", {key}=" for key in FILTER_KEYS.get(scope, ()))
        say(f"{scope} (filter: names{asked})")
        say(table([[f"  {one.name}", one.unit, one.help] for one in some]))


def _profile(name: str) -> Profile:
    """The profile of that id, or the one in a file of that name."""
    if name.endswith(ENDINGS):
        return read_profile(Path(name), FIGURES)
    return profile_named(name)


def _listed(profile: Profile) -> str:
    note = ", for projects that select none" if profile.id == DEFAULT else ""
    head = [f"{profile.id}: {profile.title}{note}", f"  {profile.source}"]
    rows = [["  rule", "limit", "severity", "source"]]
    rows += [[f"  {rule.name}", _limit(rule), rule.severity, rule.source] for rule in profile.rules]
    return "\n".join([*head, table(rows)])


def _limit(rule: Rule) -> str:
    """Limit of a rule in words."""
    limit, figure = rule.limit, FIGURES[rule.figure]
    if not isinstance(limit, Varying):
        return f"{rule.op} {figure.limit_text(limit)}"
    other = FIGURES[limit.by].title.lower()
    if limit.at_zero is not None:
        return f"{rule.op} {figure.limit_text(limit.at_zero)} / (1 + {limit.rate:g} x {other})"
    return f"{rule.op} {other}" if limit.factor == 1 else f"{rule.op} {limit.factor:g} x {other}"


def _judged(judged: list[Judged[Placed]]) -> str:
    rows = [["rule", "worst", "limit", "where", "exceeded", "unknown"]]
    for one in judged:
        worst, figure, values = one.worst, one.figure, one.values
        row = [one.rule.name, "-", _limit(one.rule), "-"]
        if worst is not None:
            at_least = bool(values.at_least[worst])
            place = "" if values.known(worst) is None else values.place(worst)
            row[1] = figure.text(float(values.amount[worst]), at_least=at_least)
            limit = float(one.limit[worst])
            row[2] = "unknown" if math.isnan(limit) else f"{one.rule.op} {figure.limit_text(limit)}"
            row[3] = f"{values.elements[worst]} {place}".strip()
        rows.append([*row, f"{one.count} of {len(values.elements)}", str(len(one.unknown))])
    return table(rows, frozenset({1, 4, 5}))
