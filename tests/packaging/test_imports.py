"""What ``fatdesk --help`` may load: it answers at once, and on a machine without a screen."""

import subprocess
import sys

HEAVY = ("PySide6", "shiboken6", "numpy", "scipy", "xlsxwriter", "yaml", "networkx", "multiprocessing")


def test_help_loads_nothing_heavy():
    probe = (
        "import sys\n"
        "from fatdesk.cli import main\n"
        "try:\n"
        "    code = main(['--help'])\n"
        "except SystemExit as end:\n"
        "    code = end.code\n"
        "assert not code, code\n"
        f"print('loaded:', *sorted({{name.split('.')[0] for name in sys.modules}} & set({HEAVY!r})))\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].strip() == "loaded:"
