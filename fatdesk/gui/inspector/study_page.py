"""The inspector page of a study of any kind, and of a network of one: name, networks, parameters."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog, QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import Field, field_at, value_at, with_value
from fatdesk.gui.analysis.study_kinds import StudyKind, said
from fatdesk.gui.results.study_results import WORKERS, AnyStudy, worker_count
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import counted, in_sentence, parse_number, parse_whole
from fatdesk.networks.routing import ROUTING_ALGORITHMS, USUAL
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.document.ref import NetworkOf

NAME = 190
"""Width of the field of a name."""
MOST_WORKERS = 64
NONE = "none"
Put = Callable[[AnyStudy, tuple[str, ...], object], AnyStudy]
FROM_FILE = "From a file…"
FLOWS = "Flows (*.txt *.csv *.tsv);;All files (*)"


def meaning(field: Field) -> str:
    """Return the meaning of a value as a tooltip, with the words of choices instead of their keys."""
    more = field.about.more
    for value, words in field.choices:
        more = more.replace(f"`{value}`", words)
    return "\n".join(f"{part.replace('`', '')}." for part in (field.about.help, more) if part)


class StudyRows(Generic[AnyStudy]):
    """Rows of a page that decide a study."""

    def __init__(self, page: Page, kind: StudyKind[AnyStudy], study: AnyStudy) -> None:
        self.page = page
        self.study: AnyStudy = study
        self._kind: StudyKind[AnyStudy] = kind

    def _decide(self, make: Callable[[], AnyStudy]) -> bool | str:
        return self._kind.decide(self.page.session, make)

    def take(self, make: Callable[[], AnyStudy]) -> bool:
        """Decide the study anew as one step; a refusal is said."""
        return said(self.page.session, self._decide(make))

    def name(self) -> None:
        """What the study is called."""
        session, study, page = self.page.session, self.study, self.page
        call = self._kind.call
        page.field(page.rows(), "Name", study.name, lambda text: call(session, study, text), wide=NAME)

    def network(self, network: StudyNetwork) -> None:
        """One of its networks: what it is called, what it is, and how packets are forwarded."""
        session, study, page, kind = self.page.session, self.study, self.page, self._kind
        known = kind.known(session).of(study, network)
        if known is not None and known.holds and known.result.failed:
            page.banner(in_sentence(known.result.failed), "error")
        grid = page.rows()
        page.field(
            grid,
            "Name",
            network.name,
            lambda text: kind.call_network(session, study, network, text),
            wide=NAME,
        )
        page.value(grid, "Network", network.spec or f"fabric {network.fabric}")

        def forward(scheme: object) -> bool:
            return kind.put_instead(session, study, network, replace(network, scheme=str(scheme)))

        schemes: list[tuple[str, object]] = [
            ("As is usual", USUAL),
            *((some.NAME, some.NAME) for some in ROUTING_ALGORITHMS),
        ]
        page.choice(grid, "Algorithm", schemes, network.scheme, forward)

    def remove_network(self, network: StudyNetwork) -> None:
        """A button that takes one of its networks out."""
        session, study, kind = self.page.session, self.study, self._kind
        self.page.button(
            "Remove from this study", lambda: kind.remove_networks(session, study, [network.name])
        )

    def decided(self, grid: QGridLayout, *path: str, put: Put[AnyStudy] = with_value, off: str = "") -> None:
        """Add the field of a value of the study, as its schema describes it.

        Parameters
        ----------
        put
            Returns the study with another value.
        off
            Why the value has no effect in this study; the field is disabled.
        """
        study, field = self.study, field_at(type(self.study), *path)
        value = value_at(study, path)
        about = meaning(field)
        if field.kind in ("choice", "tick"):
            options = [(words, choice) for choice, words in field.choices]
            self.page.choice(
                grid,
                field.title,
                options,
                value,
                lambda chosen: self.take(lambda: put(study, path, chosen)),
                about,
                off,
            )
            return

        def typed(text: str) -> AnyStudy:
            return put(study, path, field.read(text, parse_number))

        self.page.field(
            grid,
            field.title,
            field.write(value),
            lambda text: self._decide(lambda: typed(text)),
            field.unit,
            field.about.empty or NONE,
            about=about,
            off=off,
        )

    def pattern(self, grid: QGridLayout, path: tuple[str, ...]) -> None:
        """The pattern of traffic, or a file of flows."""
        page, study = self.page, self.study
        names = [some.NAME for some in PATTERNS]
        now = str(value_at(study, path))
        options: list[tuple[str, object]] = [(name.replace("-", " ").capitalize(), name) for name in names]
        if now not in names:
            options.append((f"File {Path(now).name}", now))
        options.append((FROM_FILE, None))

        def take(value: object) -> bool:
            if value is None:
                folder = page.session.path.parent if page.session.path else Path.home()
                value, _ = QFileDialog.getOpenFileName(page, "Traffic from a file", str(folder), FLOWS)
                if value and page.session.path and Path(value).is_relative_to(folder):
                    value = str(Path(value).relative_to(folder))  # it moves with the project
            if not value:
                page.again()
                return False
            return self.take(lambda: with_value(study, path, str(value)))

        page.choice(grid, "Pattern", options, now, take)

    def workers(self, grid: QGridLayout) -> None:
        """How many runs are made at the same time, of whatever study."""
        settings = self.page.settings

        def take(text: str) -> bool | str:
            try:
                count = parse_whole(text)
            except FatdeskError as error:
                return in_sentence(str(error))
            if not 1 <= count <= MOST_WORKERS:
                return f"Type a whole number, 1 to {MOST_WORKERS}."
            settings.put(WORKERS, count)
            return True

        self.page.field(grid, "Workers", f"{worker_count(settings)}", take)

    def remove(self) -> None:
        """A button that takes the study out of the project."""
        session, study, kind = self.page.session, self.study, self._kind
        self.page.button("Remove the study", lambda: session.do(kind.remove(study.name)))


@dataclass(frozen=True)
class StudyPage(Generic[AnyStudy]):
    """The page of a kind of studies, and that of a network of one.

    Attributes
    ----------
    title, inside
        What stands before the number of networks of a study, and before its name on the page of a network.
    sections
        Fields for the parameters.
    found
        What was found of a network.
    """

    kind: StudyKind[AnyStudy]
    title: str
    inside: str
    sections: Callable[[StudyRows[AnyStudy]], None]
    found: Callable[[StudyRows[AnyStudy], StudyNetwork], None] = lambda _rows, _network: None

    def show(self, page: Page, name: str) -> None:
        """Everything that is decided of a study."""
        study = self.kind.of(page.session, name)
        if study is None:
            page.title(name, "It was removed")
            return
        rows = StudyRows(page, self.kind, study)
        page.title(name, f"{self.title} {counted(len(study.networks), 'network')}")
        rows.name()
        self.sections(rows)

    def show_network(self, page: Page, curve: NetworkOf) -> None:
        """A network of a study, and the study."""
        study = self.kind.of(page.session, curve.study)
        networks = () if study is None else study.networks
        network = next((some for some in networks if some.name == curve.network), None)
        if study is None or network is None:
            page.title(curve.network, "It was removed")
            return
        rows = StudyRows(page, self.kind, study)
        page.title(network.name, f"{self.inside} {study.name}")
        rows.network(network)
        self.found(rows, network)
        rows.remove_network(network)
        self.sections(rows)


def show_networks(page: Page, curves: list[NetworkOf]) -> None:
    """Several networks of a study."""
    page.note(f"{', '.join(one.network for one in curves)}. Click one to see its values.")
