"""Named errands: nox -l lists them. They use the .venv that packaging/start.py makes."""

import sys
from pathlib import Path

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "test"]

PYTHON = sys.executable
BIN = Path(PYTHON).parent
HOURS_A_TEST = 6
"""A test that runs longer in its full form hangs; a million spoiled lists take four hours."""


@nox.session
def test(session: nox.Session) -> None:
    """Run the tests on two cores."""
    session.run(PYTHON, "-m", "pytest", "-n", "2", "--durations=25", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Look at style, format, and who imports whom."""
    session.run(str(BIN / "ruff"), "check", ".")
    session.run(str(BIN / "ruff"), "format", "--check", ".")
    session.run(str(BIN / "lint-imports"))


@nox.session
def types(session: nox.Session) -> None:
    """Check the types."""
    session.run(str(BIN / "mypy"))


@nox.session
def nightly(session: nox.Session) -> None:
    """Run everything, slow tests and many examples included."""
    _full_form(session, "slow or not slow")


@nox.session
def promises(session: nox.Session) -> None:
    """Run the campaigns of all promises at full scale, and write their table in docs/promises.md."""
    _full_form(session, "promise")


def _full_form(session: nox.Session, tests: str) -> None:
    every = ["-m", tests, "--hypothesis-profile", "nightly", "--timeout", str(HOURS_A_TEST * 3600)]
    records = ["--promise-records", "tests/trust/records.jsonl"]
    pytest = [PYTHON, "-m", "pytest", "-n", "2", *every, *records]
    try:
        session.run(*pytest, *session.posargs, env={"FATDESK_LONG": "1"})
    finally:  # what failed is in the table, too
        session.run(PYTHON, "packaging/promises.py")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure speed by everything in tests/benchmarks; one process, so that figures can be compared."""
    session.run(PYTHON, "-m", "pytest", "tests/benchmarks", "-m", "slow or not slow", "-s", *session.posargs)


@nox.session
def shots(session: nox.Session) -> None:
    """Render every view of the desk in both themes into docs/shots."""
    session.run(PYTHON, "packaging/shots.py")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation as a site into out/site; a broken link or a page without a place is an error.

    Its packages (packaging/lock/site.txt) are not those of the program: they get a folder of their own,
    out/site-packages, once.
    """
    folder, lock = Path("out/site-packages"), Path("packaging/lock/site.txt")
    stamp = folder / "fatdesk-lock.txt"
    python = str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    if not stamp.is_file() or stamp.read_bytes() != lock.read_bytes():
        session.run(PYTHON, "-m", "venv", "--clear", str(folder))
        session.run(python, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(lock), external=True)
        stamp.write_bytes(lock.read_bytes())
    quiet = {"NO_MKDOCS_2_WARNING": "1"}
    session.run(python, "-m", "mkdocs", "build", "--strict", "--clean", env=quiet, external=True)


@nox.session
def licences(session: nox.Session) -> None:
    """List every package that the program brings along, with version and licence."""
    session.run(PYTHON, "packaging/licences.py")


@nox.session
def sbom(session: nox.Session) -> None:
    """Print the bill of materials of the program itself, as CycloneDX."""
    session.run(PYTHON, "packaging/sbom.py")


@nox.session
def packages(session: nox.Session) -> None:
    """Freeze the program into build, make the Debian package, and try it on bare systems as root."""
    session.run(PYTHON, "packaging/freeze.py")
    session.run(PYTHON, "packaging/deb.py")
    session.run(PYTHON, "packaging/try_packages.py", "--folder", "build", *session.posargs)


@nox.session
def lock(session: nox.Session) -> None:
    """Pin the newest packages that pyproject.toml allows, for every system. Needs uv and a network.

    Packages stay as they are unless pyproject.toml moves them: add ``-- --upgrade`` for new ones.
    """
    run, every, package = (f"packaging/lock/{name}.txt" for name in ("run", "test", "package"))
    words = ["--universal", "--python-version", "3.11", "--fork-strategy", "fewest", "--generate-hashes"]
    quiet = ["--no-emit-index-url", "--no-emit-find-links", "--no-header", "--quiet"]
    uv = ["uv", "pip", "compile", *words, *quiet, *session.posargs]
    session.run(*uv, "pyproject.toml", "-o", run, external=True)
    session.run(*uv, "pyproject.toml", "--group", "test", "-c", run, "-o", every, external=True)
    session.run(*uv, "--group", "pyproject.toml:package", "-c", run, "-o", package, external=True)
    site = "packaging/lock/site.txt"  # of no part of the program, which it never runs with
    session.run(*uv, "--group", "pyproject.toml:site", "-o", site, external=True)
