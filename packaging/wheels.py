"""Check for which systems every locked package has a wheel: python packaging/wheels.py.

It needs uv and a network; only lists and metadata are downloaded.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

LOCK = Path(__file__).resolve().parent / "lock" / "run.txt"
PLATFORMS = {
    "Linux x86_64, glibc 2.34": "x86_64-manylinux_2_34",
    "Linux aarch64, glibc 2.39": "aarch64-manylinux_2_39",
    "Windows x86_64": "x86_64-pc-windows-msvc",
    "macOS arm64": "aarch64-apple-darwin",
    "macOS x86_64": "x86_64-apple-darwin",
}
"""Systems, with their names for uv."""
UNAVAILABLE = {"macOS x86_64": "llvmlite 0.50 has no wheel for it"}
"""Systems that are known to lack a wheel."""


def problem(platform: str, folder: str) -> str:
    """Return why the lock cannot be installed on a platform; empty if it can."""
    words = ["--dry-run", "--only-binary", ":all:", "--require-hashes", "--python-version", "3.11", "-q"]
    where = ["--target", folder, "--python-platform", platform]
    command = ["uv", "pip", "install", *words, *where, "-r", str(LOCK)]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip()


def main() -> int:
    """Print a line for each system; 1 if one lacks a wheel that had it, or has one that lacked it."""
    unexpected = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, platform in PLATFORMS.items():
            found = problem(platform, folder)
            print(f"{name:<26} {'a wheel is missing' if found else 'all wheels are available'}")
            if bool(found) != (name in UNAVAILABLE):
                unexpected += 1
                print(found or f"  {UNAVAILABLE[name]}: no longer")
    return min(unexpected, 1)


if __name__ == "__main__":
    sys.exit(main())
