"""Results of studies of an open project: in files next to it, or in memory while it has none.

``name.results/<sha256>.npz`` next to ``name.fatdesk`` holds what was measured of one network: a curve of a
simulation study, the rows of a fault study, or loads and cycles of a schedule study. The name is the digest
of the file; which one is looked for is stated in the heads of the files, so nothing big is read before
somebody looks at it, and results hold again when the project is as it was. The folder may be deleted.
"""

import hashlib
import re
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import overload

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import HEAD, MAX_BYTES, members_of, unpacked
from fatdesk.networks.fault_tolerance.results import FaultsOn, FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.fault_tolerance.verdict import compared_verdict as compared_faults
from fatdesk.networks.schedules.results import MeasuredSchedule, ScheduleOn
from fatdesk.networks.simulation.results import MeasuredCurve, MeasuredOn, StudyResult
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.simulation.verdict import compared_verdict
from fatdesk.project.derived.derived import Derived
from fatdesk.project.files.saver import save_all
from fatdesk.project.studies.fault_tolerance import ToFail, fatal_names
from fatdesk.project.studies.measurement import Measured, ResultHead, Tag
from fatdesk.project.studies.measurements import kind_of_file, kind_of_tag, networks_of
from fatdesk.project.studies.simulation import ToMeasure
from fatdesk.project.studies.study_networks import CannotMeasure
from fatdesk.project.studies.verdicts import failed_verdict, simulated_verdict

MOST_FILES = 10_000
KEPT = 64
"""Results that are kept in memory once they were read."""
_NAME = re.compile(r"[0-9a-f]{64}\.npz")


def results_folder(path: Path) -> Path:
    """Return the folder of the results of a project.

    >>> results_folder(Path("hall/a.fatdesk")).name
    'a.results'
    """
    return path.with_suffix(".results")


class Results:
    """Finds and keeps results by what they were measured on.

    Parameters
    ----------
    path
        The project's file; None: it has none yet.
    writing
        Whether files may be written next to it; else what is measured stays in memory.
    """

    def __init__(self, path: Path | None = None, *, writing: bool = True) -> None:
        self._path, self._writing = path, writing
        self._heads: dict[str, ResultHead] = {}
        self._read: dict[str, Measured] = {}
        self._waiting: dict[str, Measured] = {}
        self._skipped: dict[str, str] = {}

    @property
    def skipped(self) -> tuple[str, ...]:
        """Files that were found and are no results, with the reason: ``FILE: what``."""
        return tuple(f"{name}: {why}" for name, why in sorted(self._skipped.items()))

    @property
    def waiting(self) -> bool:
        """Whether something is in memory alone."""
        return bool(self._waiting)

    @overload
    def of(self, on: MeasuredOn) -> MeasuredCurve | None: ...
    @overload
    def of(self, on: FaultsOn) -> MeasuredFaults | None: ...
    @overload
    def of(self, on: ScheduleOn) -> MeasuredSchedule | None: ...
    @overload
    def of(self, on: Tag) -> Measured | None: ...
    def of(self, on: Tag) -> Measured | None:
        """Return the results for these inputs, merged from all files that have some."""
        found: Measured | None = kind_of_tag(on).merged(self._found(on.digest))
        return found

    def loads(self, on: MeasuredOn) -> tuple[float, ...]:
        """The loads that are measured on that state; no curve is read for it."""
        digest = on.digest
        waiting = self._waiting.get(digest)
        heads = [head.keys for head in self._scan().values() if head.digest == digest]
        heads += [waiting.loads] if isinstance(waiting, MeasuredCurve) else []
        return tuple(sorted({load for loads in heads for load in loads}))

    def result(
        self, derived: Derived, study: SimulationStudy, networks: Iterable[ToMeasure | CannotMeasure]
    ) -> StudyResult:
        """All curves of a study that hold for its networks as they are now."""
        found: list[MeasuredCurve | None] = []
        verdicts = []
        for one in networks:
            there = self.of(one.on) if isinstance(one, ToMeasure) else None
            found.append(there)
            if isinstance(one, ToMeasure) and there is not None:
                switching = one.on.switching
                verdict = simulated_verdict(derived, one.requested, switching, there, one.highest)
                verdicts.append((one.requested.name, there.points, verdict))
        return StudyResult(study, tuple(found), compared_verdict(verdicts).text if verdicts else "")

    def all_of(self, derived: Derived) -> tuple[StudyResult, ...]:
        """All studies of a project with what holds for them."""
        folder = None if self._path is None else self._path.parent
        return tuple(
            self.result(derived, study, networks_of(derived, study, folder))
            for study in derived.project.simulations
        )

    def all_faults(self, derived: Derived) -> tuple[FaultStudyResult, ...]:
        """All fault studies of a project with what holds for them."""
        folder = None if self._path is None else self._path.parent
        return tuple(
            self.fault_result(derived, study, networks_of(derived, study, folder))
            for study in derived.project.faults
        )

    def fault_result(
        self, derived: Derived, study: FaultStudy, networks: Iterable[ToFail | CannotMeasure]
    ) -> FaultStudyResult:
        """All results of a fault study that hold for its networks as they are now."""
        found: list[MeasuredFaults | None] = []
        names: list[Mapping[int, str]] = []
        verdicts = []
        for one in networks:
            there = self.of(one.on) if isinstance(one, ToFail) else None
            found.append(there)
            names.append(fatal_names(derived, one, there) if isinstance(one, ToFail) and there else {})
            if there is not None:
                verdict = failed_verdict(derived, one.requested, there)
                verdicts.append((one.requested.name, there, verdict))
        text = compared_faults(verdicts).text if verdicts else ""
        return FaultStudyResult(study, tuple(found), tuple(names), text)

    def put(self, found: Measured) -> None:
        """Keep what was measured, with what is there already of other loads or numbers of faults.

        Raises
        ------
        SaveError
            When it cannot be written; it is kept in memory then.
        """
        if found.nothing:
            return
        digest = found.on.digest
        self._waiting[digest] = kind_of_tag(found.on).merged([found, *self._found(digest)])
        self._write_waiting()

    def follow(self, path: Path) -> str:
        """The project has this file from now on: results go where it is.

        Returns
        -------
        str
            Empty, or why some could not be written there: that is no reason to refuse a save.
        """
        before = None if self._path is None else results_folder(self._path)
        self._path, self._writing = path, True
        try:
            if before is not None and before != results_folder(path):
                self._copy(before, results_folder(path))
            self._write_waiting()
        except (FatdeskError, OSError) as error:
            return f"results could not be saved next to {path.name}: {error}"
        return ""

    # Files

    def _scan(self) -> dict[str, ResultHead]:
        """Return the heads of the existing files by name; each is read once."""
        names: list[str] = []
        if self._path is not None:
            with suppress(OSError):
                folder = results_folder(self._path)
                names = sorted(one.name for one in folder.iterdir() if _NAME.fullmatch(one.name))
        names = names[:MOST_FILES]
        for name in names:
            if name not in self._heads and name not in self._skipped:
                self._look(name)
        return {name: self._heads[name] for name in names if name in self._heads}

    def _look(self, name: str) -> None:
        assert self._path is not None  # the name was found next to it
        file = results_folder(self._path) / name
        try:
            _check_size(file)
            with file.open("rb") as stream:
                members = unpacked(stream, HEAD)
            self._heads[name] = kind_of_file(members).head(members)
        except (FatdeskError, OSError) as error:
            self._skipped[name] = _reason(error)

    def _found(self, digest: str) -> list[Measured]:
        """Return the results of one tag: those in memory, then files, the largest first."""
        waiting = [self._waiting[digest]] if digest in self._waiting else []
        files = [(-len(head.keys), name) for name, head in self._scan().items() if head.digest == digest]
        return waiting + [found for _, name in sorted(files) if (found := self._file(name)) is not None]

    def _file(self, name: str) -> Measured | None:
        if name in self._read:
            return self._read[name]
        assert self._path is not None  # the name was found next to it
        file = results_folder(self._path) / name
        try:
            found = _read(_content(file))
        except (FatdeskError, OSError) as error:
            self._skipped[name] = _reason(error)
            self._heads.pop(name, None)
            return None
        while len(self._read) >= KEPT:
            del self._read[next(iter(self._read))]
        self._read[name] = found
        return found

    def _write_waiting(self) -> None:
        """Bring to the disk what is in memory alone, and remove what it takes the place of."""
        if self._path is None or not self._writing:
            return
        folder = results_folder(self._path)
        for digest, waiting in list(self._waiting.items()):
            kind = kind_of_tag(waiting.on)
            data = kind.written(kind.merged(self._found(digest)))
            name = f"{hashlib.sha256(data).hexdigest()}.npz"
            earlier = [some for some, head in self._scan().items() if head.digest == digest]
            if name not in earlier:
                save_all(folder, {name: data})
                self._skipped.pop(name, None)
            del self._waiting[digest]
            for some in earlier:
                if some != name:
                    self._remove(folder / some)

    def _remove(self, file: Path) -> None:
        self._heads.pop(file.name, None)
        self._read.pop(file.name, None)
        with suppress(OSError):
            file.unlink()

    def _copy(self, before: Path, after: Path) -> None:
        """Bring sound files to another folder, one after the other."""
        there = {file.name for file in after.iterdir()} if after.is_dir() else set()
        found = sorted(before.iterdir()) if before.is_dir() else []
        for file in found[:MOST_FILES]:
            if _NAME.fullmatch(file.name) and file.name not in there:
                try:
                    data = _content(file)
                    _read(data)
                except FatdeskError:
                    continue  # a damaged one stays where it is
                save_all(after, {file.name: data})


def _read(data: bytes) -> Measured:
    members = members_of(data)
    found: Measured = kind_of_file(members).read(members)
    return found


def _check_size(file: Path) -> None:
    found = file.stat()
    if not stat.S_ISREG(found.st_mode):
        raise FatdeskError("it is not a regular file")
    if found.st_size > MAX_BYTES:
        raise FatdeskError(f"it is larger than {MAX_BYTES:,} bytes")


def _content(file: Path) -> bytes:
    """The bytes of a file, once they are those that its name requires."""
    _check_size(file)
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if hashlib.sha256(data).hexdigest() != file.stem:
        raise FatdeskError("it is damaged (its content does not match its name)")
    return data


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
