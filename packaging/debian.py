"""Know which system packages of Debian and Ubuntu are missing, and install them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec

DESK = (
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libglib2.0-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
    "libxkbcommon-x11-0",
    "fonts-inter",
    "fonts-jetbrains-mono",
    "fonts-roboto-unhinted",
)
"""What Qt's X11 and off-screen plugins load (these bring the rest), and the fonts of desk and pages."""

TEST = {
    "opensm": "fabric files read by the InfiniBand subnet manager",
    "ibsim-utils": "fabric files read by the InfiniBand simulator",
    "infiniband-diags": "fabric files discovered as a live fabric",
    "slurmctld": "topologies read by the scheduler of jobs Slurm",
    "slurm-client": "what Slurm's controller says of a topology",
    "slurm-wlm-basic-plugins": "what Slurm's controller cannot start without",
    "munge": "what Slurm's parts know each other by",
    "ibutils": "topologies of InfiniBand checked by ibdmchk for loops of credits",
    "gdal-bin": "floor plans in DXF read by ogrinfo",
    "graphviz": "networks counted by gc",
    "python3-simgrid": "platforms loaded by SimGrid",
    "clustershell": "groups and lists of hosts unfolded by nodeset",
    "strace": "saving while the disk fails or the power goes",
    "libreoffice-calc-nogui": "spreadsheets opened by an office program",
    "poppler-utils": "printed pages read back",
    "zbar-tools": "codes of printed labels and sheets scanned",
    "glabels": "labels of cables taken by a label printing program",
    "xvfb": "the desk in a real window, on an X server without a screen",
    "xdotool": "a rack dragged by the mouse of that X server",
}
"""Programs that some tests call, each with what is skipped without it."""


def is_debian() -> bool:
    """Whether this system installs its packages with apt."""
    return bool(shutil.which("apt-get") and shutil.which("dpkg-query"))


def venv() -> list[str]:
    """Name the package of Python's own venv where it is left out, as Debian does."""
    return [] if find_spec("ensurepip") else ["python{}.{}-venv".format(*sys.version_info)]


def present(listing: str) -> set[str]:
    """Names that are installed, from dpkg-query's lines of status, name and provided names.

    A library renamed by a new Debian (``libglib2.0-0t64``) provides its old name.
    """
    names: set[str] = set()
    for line in listing.splitlines():
        status, name, provides = line.split("\t")
        if status == "installed":
            names.add(name)
            names.update(word.split()[0] for word in provides.split(",") if word.strip())
    return names


def missing(wanted: Iterable[str]) -> list[str]:
    """The packages of `wanted` that are not installed, in their order."""
    layout = r"-f=${db:Status-Status}\t${Package}\t${Provides}\n"
    listing = subprocess.run(["dpkg-query", "-W", layout], capture_output=True, text=True, check=True).stdout
    have = present(listing)
    return [name for name in wanted if name not in have]


def install(names: list[str]) -> bool:
    """Install packages as root, or say the command that does; whether they are there now."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    if os.geteuid() != 0:
        print(f"These system packages are missing:\n\n    sudo {' '.join(command)}\n", flush=True)
        return False
    print(f"Installing system packages: {' '.join(names)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        done = subprocess.run(step, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            tail = "\n    ".join((done.stdout + done.stderr).splitlines()[-6:])
            print(f"{' '.join(step)} failed:\n    {tail}", flush=True)
            return False
    return True
