"""The locks: complete, hashed, free of addresses, as pyproject.toml asks."""

import json
import re
import tomllib
from pathlib import Path

import licences
import pytest
import sbom
import start
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((start.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = PROJECT["dependency-groups"]
RUN = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
ALL = {name: [Requirement(text) for text in group if isinstance(text, str)] for name, group in GROUPS.items()}
PACKAGE, SITE = ALL["package"], ALL["site"]
TEST = [each for name, group in ALL.items() if name not in ("package", "site") for each in group]
LOCKS = ["package", "run", "site", "test"]


def text(group: str) -> str:
    return start.lock(group).read_text(encoding="utf-8")


@pytest.mark.parametrize("group", LOCKS)
def test_no_addresses(group):
    assert not re.search(
        r"http|://|--(extra-)?index-url|--find-links|--trusted-host|^-", text(group), re.MULTILINE
    )


@pytest.mark.promise("P24")
@pytest.mark.parametrize("group", LOCKS)
def test_every_package_is_pinned_and_hashed(group, promise):
    entries = re.split(r"\n(?=[A-Za-z0-9])", text(group).strip())
    for entry in entries:
        assert re.match(r"[a-z0-9._-]+==[^\s;]+( ; [^\\]+)? \\\n", entry), entry[:80]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry[:80]
    assert len(entries) == len(licences.pinned(text(group)))
    hashes = text(group).count("--hash=sha256:")
    promise(
        f"{group}: {{packages}} packages pinned by {{hashes:,}} hashes", packages=len(entries), hashes=hashes
    )


@pytest.mark.parametrize(
    ("group", "requested"), [("run", RUN), ("test", RUN + TEST), ("package", PACKAGE), ("site", SITE)]
)
def test_lock_covers_what_pyproject_asks(group, requested):
    pinned = licences.pinned(text(group))
    for requirement in requested:
        version = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), f"{requirement}: {version}"


def test_tests_run_on_what_ships():
    assert licences.pinned(text("run")).items() <= licences.pinned(text("test")).items()


def test_packages_are_built_of_what_ships():
    run, package = licences.pinned(text("run")), licences.pinned(text("package"))
    assert {name: version for name, version in package.items() if run.get(name, version) != version} == {}


def test_qt_stays_below_the_series_that_aborts():
    (qt,) = [each for each in RUN if each.name == "PySide6-Essentials"]
    assert qt.specifier == SpecifierSet(">=6.11,<6.12")


def test_every_dependency_says_why():
    lines = (start.ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    for requirement in RUN + TEST + PACKAGE + SITE:
        assert any(re.search(rf'"{re.escape(requirement.name)}[<>=].*#\s\w', line) for line in lines), (
            requirement
        )


@pytest.mark.promise("P24")
def test_every_package_that_ships_states_its_licence(promise):
    rows = licences.table(text("run"))
    promise("licences of {rows} listed", rows=len(rows))
    for name, version, licence in rows:
        assert licence != "not stated", f"{name} {version}"


def test_locks_end_in_a_newline():
    for path in Path(start.ROOT, "packaging", "lock").iterdir():
        assert path.read_bytes().endswith(b"\n")


@pytest.mark.promise("P24")
def test_bill_of_materials_names_everything(promise):
    made = sbom.bill(text("run"))
    assert json.dumps(made) == json.dumps(sbom.bill(text("run")))
    pinned = licences.pinned(text("run"))
    assert {part["name"]: part["version"] for part in made["components"]} == pinned
    hashes = [entry["content"] for part in made["components"] for entry in part["hashes"]]
    assert sorted(hashes) == sorted(re.findall(r"sha256:([0-9a-f]{64})", text("run")))
    named = {entry["ref"]: entry["dependsOn"] for entry in made["dependencies"]}
    scipy, numpy = (f"pkg:pypi/{name}@{pinned[name]}" for name in ("scipy", "numpy"))
    assert named[scipy] == [numpy]
    known = {part["bom-ref"] for part in made["components"]}
    assert {other for others in named.values() for other in others} == known
    promise("SBOM of {parts} packages", parts=len(known))
