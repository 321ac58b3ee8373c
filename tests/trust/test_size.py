"""P23: figures of size. Times are of the processor, because other tests run at the same time.

They are held to their bounds in the long form only; ``nox -s bench`` measures by the clock.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import judge_time
from tests.trust.promises import Promise
from tests.trust.strace import ROOT

pytestmark = [
    pytest.mark.promise("P23"),
    pytest.mark.skipif(sys.platform == "win32", reason="no resource usage there"),
]

OPEN_S, SAVE_S, CATALOG_S, CATALOG_MB = 2.0, 1.0, 5.0, 400.0
_PROJECT = """
import json, sys, time
from pathlib import Path
from msgspec.structs import replace
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Switch
from fatdesk.engine.families.design import HostGroup
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import CableRecord, CableRecords
from fatdesk.project.files.storing import load_project, save_project

path = Path(sys.argv[1])
ports = (Ports(count=648, connector="qsfp", rate_gbps=40.0, lanes=4),)
catalog = Catalog([*load_shipped(), Switch(id="big", height_u=14, ports=ports)])
wish = Requirements(
    hosts=(HostGroup(name="n", part="server-1u", count=int(sys.argv[2])),),
    fabrics=(FabricRequirement(name="c", families=("two-level",), edge=("big",), core=("big",)),),
)
project = design_project(wish, catalog, "large").project
derived = Derived(project)
ids = [one for made in derived.cabling.fabrics for one in cable_ids(made, derived.catalog)]
records = (CableRecord(id=one, status="laid", measured_m=1 + n % 997 / 7) for n, one in enumerate(ids))
project = replace(project, cables=CableRecords(records))
stamp = save_project(project, path).stamp
start = time.process_time()
stamp = save_project(replace(project, name="again"), path, stamp).stamp
saved = time.process_time()
opened = load_project(path).project
read = time.process_time()
derived = Derived(opened)
derived.bill, derived.filling
end = time.process_time()
print(json.dumps({"cables": len(ids), "records": len(opened.cables), "save": saved - start,
    "read": read - saved, "derive": end - read}))
"""

_CATALOG = """
import json, sys, time
from pathlib import Path
from fatdesk.engine.catalog.part_files import load_parts, part_files
from tests.trust.memory import peak_mb
start = time.process_time()
parts = list(load_parts(part_files(Path(sys.argv[1]))))
seconds = time.process_time() - start
print(json.dumps({"parts": len(parts), "seconds": seconds, "mb": peak_mb()}))
"""


def measured(script: str, *words: object) -> dict[str, float]:
    """What a program of its own printed."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, words)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def test_a_project_of_many_recorded_cables(tmp_path: Path, long: bool, promise: Promise) -> None:
    """A cable for each host and more: over 10,000 by day, over 100,000 in the long form."""
    hosts = 50_000 if long else 5_000
    found = measured(_PROJECT, tmp_path / "a.fatdesk", hosts)
    assert found["cables"] == found["records"] >= 2 * hosts
    judge_time(found["read"] + found["derive"], OPEN_S)
    judge_time(found["save"], SAVE_S)
    promise(
        "{most_cables:,} recorded cables: save {most_save:.1f} s, open {most_read:.1f} s, "
        "all derived data {most_derive:.1f} s",
        **{f"most_{key}": value for key, value in found.items()},
    )


def test_a_large_catalog(tmp_path: Path, long: bool, promise: Promise) -> None:
    """Of 5 MB by day, of 20 MB in the long form."""
    size_mb = 20 if long else 5
    text = (ROOT / "catalogs" / "papers" / "modular-108.yaml").read_text(encoding="utf-8")
    count = size_mb * 1_000_000 // len(text.encode()) + 1
    for number in range(count):
        part = text.replace("id: modular-108", f"id: modular-{number}", 1)
        (tmp_path / f"{number}.yaml").write_text(part, encoding="utf-8")
    found = measured(_CATALOG, tmp_path)
    assert found["parts"] == count
    assert found["mb"] <= CATALOG_MB
    judge_time(found["seconds"], CATALOG_S)
    promise(
        "catalog of {most_size} MB: {most_seconds:.1f} s, {most_mb:.0f} MB",
        most_size=size_mb,
        most_seconds=found["seconds"],
        most_mb=found["mb"],
    )
