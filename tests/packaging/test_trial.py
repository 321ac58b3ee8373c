"""The packages are built and tried on a bare system; it takes half an hour, root and debootstrap."""

import os
import shutil
import subprocess
import sys

import freeze
import pytest

PROGRAMS = ("debootstrap", "unshare", "Xvfb", "xdotool", "dpkg-deb", "readelf", "zstd")


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.skipif(
    not all(map(shutil.which, PROGRAMS)) or getattr(os, "geteuid", lambda: 1)() != 0,
    reason=f"root and {', '.join(PROGRAMS)} are required",
)
def test_the_package_installs_and_works_on_a_bare_debian(tmp_path):
    scripts = (("freeze.py",), ("deb.py",), ("try_packages.py", "bookworm"))
    for name, *words in scripts:
        command = [sys.executable, str(freeze.ROOT / "packaging" / name), *words, "--folder", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
