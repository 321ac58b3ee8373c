"""``fatdesk rules``: profiles of rules, and the figures of a project next to their limits."""

import argparse
import math
from pathlib import Path

from fatdesk.cli.kit.output import DONE, print_json, say
from fatdesk.cli.kit.tables import table
from fatdesk.engine.cabling.rules import with_fill_limit
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import Judged, judge
from fatdesk.engine.rules.profiles import profile_named, read_profile, shipped_profiles
from fatdesk.engine.rules.rules import DEFAULT, Profile, Rule, Varying
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.storing import load_project

ENDINGS = (".yaml", ".yml")


def run(parsed: argparse.Namespace) -> int:
    """Print the profiles, or the rules of a project with their worst figures."""
    named = None if parsed.profile is None else _profile(parsed.profile)
    if parsed.project is None:
        profiles = list(shipped_profiles().values()) if named is None else [named]
        if parsed.json:
            print_json({"profiles": [profile.to_json() for profile in profiles]})
        else:
            say("\n\n".join(map(_listed, profiles)))
        return DONE
    project = load_project(parsed.project).project
    derived, cabling = Derived(project), project.cabling
    if named is None:
        profile, judged = profile_named(cabling.profile), derived.judged
    else:
        profile = named
        judged = judge(with_fill_limit(named.in_force, cabling.fill_max), FIGURES, derived.placed)
    if parsed.json:
        rules = [one.to_json() for one in judged]
        print_json({"profile": profile.id, "title": profile.title, "rules": rules})
        return DONE
    say(f"{profile.title} ({profile.id})" + ("" if named is None else ", not selected in the project"))
    say(_judged(judged))
    return DONE


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
