"""packaging/kernels.py: its commands exist, and no compiled loop is left out."""

import subprocess
import sys

import kernels
import pytest

from fatdesk.cli.grammar import grammar
from tests.commands import ROOT

LEFT_OUT = """
import importlib, pkgutil, sys
sys.path.insert(0, "packaging")
import fatdesk, kernels
from fatdesk.core.compiled import compiled

kernels.compile_half(0)
kernels.compile_half(1)
kind = type(compiled(lambda: 0))
loops = {}
for found in pkgutil.walk_packages(fatdesk.__path__, "fatdesk."):
    if not found.name.startswith(("fatdesk.gui", "fatdesk.paper", "fatdesk.__main__")):
        module = importlib.import_module(found.name)
        loops |= {id(one): one for one in vars(module).values() if isinstance(one, kind)}
seen = set()

def see(loop):
    if id(loop) not in seen:
        seen.add(id(loop))
        function = loop.__wrapped__
        for name in function.__code__.co_names:
            if isinstance(function.__globals__.get(name), kind):
                see(function.__globals__[name])

for loop in loops.values():
    if loop.signatures:
        see(loop)
print(*sorted(loop.__name__ for key, loop in loops.items() if key not in seen))
"""


@pytest.mark.parametrize("command", [command for half in kernels.HALVES for command in half], ids=" ".join)
def test_commands_exist(command):
    assert grammar().parse_args(command)


@pytest.mark.slow
def test_no_loop_is_left_out_but_the_rare_ones():
    done = subprocess.run(
        [sys.executable, "-c", LEFT_OUT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert tuple(done.stdout.split()) == kernels.RARE
