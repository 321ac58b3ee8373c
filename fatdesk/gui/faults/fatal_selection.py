"""Which fatal combination is drawn, and how the same fails in Topology."""

from collections.abc import Collection, Sequence

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo
from fatdesk.gui.analysis.outages import broken_of
from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.faults.fatal import FatalPanel
from fatdesk.gui.faults.witness import MOST_LINKS, Witness, Witnesses
from fatdesk.gui.session.session import Session
from fatdesk.gui.simulation.links import put_under_study
from fatdesk.gui.widgets.number_text import in_sentence
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.project.document.ref import FABRIC, STUDY, Ref

NOTHING = "Run a study: a combination that cuts somebody off is drawn here."
NONE_FOUND = "No combination that was tried cuts anybody off."
ONE_WAY = "Topology fails links in both directions: more may be cut there."


class Seeing:
    """Follows the curves of a study; the combination of the selected network is drawn, else of the first."""

    def __init__(self, session: Session, panel: FatalPanel) -> None:
        self._session, self._panel = session, panel
        self._witnesses = Witnesses()
        self._study: FaultStudy | None = None
        self._curve: FaultCurve | None = None
        self._number = 0
        self._made = Memo[tuple[object, ...]](most=1)
        panel.chosen.connect(self._choose)

    def look(self, study: FaultStudy | None, curves: Sequence[FaultCurve], chosen: Collection[int]) -> None:
        """Draw a combination of what is known now."""
        known = [curve for curve in curves if curve.fatal and curve.state != "stale"]
        first = next((curve for curve in known if curve.number in chosen), None)
        if first is None and chosen and any(curve.number in chosen and curve.points for curve in curves):
            self._show(study, None, next(curve.name for curve in curves if curve.number in chosen))
            return
        self._show(study, first or (known[0] if known else None), "")

    def _show(self, study: FaultStudy | None, curve: FaultCurve | None, none_of: str) -> None:
        same = self._curve is not None and curve is not None and self._curve.name == curve.name
        if not same or study is None or self._study is None or study.name != self._study.name:
            self._number = 0
        self._study, self._curve = study, curve
        if study is None or curve is None:
            self._panel.show_fatal(none_of, (), 0, None, NONE_FOUND if none_of else NOTHING)
            return
        self._number = min(self._number, len(curve.fatal) - 1)
        made = self._witness(study, curve)
        drawn = made if isinstance(made, Witness) else None
        why = made if isinstance(made, str) else ""
        self._panel.show_fatal(curve.name, curve.fatal, self._number, drawn, why)

    def _choose(self, number: int) -> None:
        self._number = number
        self._show(self._study, self._curve, "")

    def _witness(self, study: FaultStudy, curve: FaultCurve) -> Witness | str:
        """What is drawn, or why nothing is."""
        found, asked = curve.found, study.networks[curve.number]
        assert found is not None  # it has a fatal combination
        key = (found.on.digest, asked, curve.fatal[self._number].things)
        return self._made.keep(key, (), lambda: self._make(study, curve))

    def _make(self, study: FaultStudy, curve: FaultCurve) -> Witness | str:
        found, asked = curve.found, study.networks[curve.number]
        assert found is not None  # it has a fatal combination
        if found.on.channels > 2 * MOST_LINKS:
            return f"{curve.name} is too large to be drawn here. Show in Topology draws it there."
        derived, fatal = self._session.derived, curve.fatal[self._number]
        try:
            return self._witnesses.make(derived, asked, curve.scheme, study.faults, fatal)
        except FatdeskError as error:
            return in_sentence(str(error))

    def let_fail(self) -> Ref | None:
        """Let the combination that is drawn fail in Topology; the network there.

        Raises
        ------
        FatdeskError
            When the network cannot be drawn.
        """
        study, curve = self._study, self._curve
        if study is None or curve is None:
            return None
        asked = study.networks[curve.number]
        derived, session = self._session.derived, self._session
        made = self._witnesses.make(derived, asked, curve.scheme, study.faults, curve.fatal[self._number])
        network = FABRIC(asked.fabric)
        if asked.spec:
            name = put_under_study(session, asked)
            if not name:
                return None
            network = STUDY(name)
        broken_of(session).fail_alone(network, made.nodes, made.links)
        if not made.both_ways:
            session.said.emit(ONE_WAY)
        return network
