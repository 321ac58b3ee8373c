"""The networks under study of the open project, made ready to be drawn when they are first looked at."""

from fatdesk.core.memo import Memo
from fatdesk.engine.topology.reference_drawing import MOST_LINKS, Studied, link_count, studied
from fatdesk.gui.session.session import Session
from fatdesk.project.document.project import NetworkUnderStudy


class Studies:
    """Networks by the studies that name them; those of the present project are kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._memo = Memo[NetworkUnderStudy]()
        self._links: dict[str, int] = {}

    @property
    def all(self) -> tuple[NetworkUnderStudy, ...]:
        """The studies of the project."""
        return self._session.project.studies

    def of(self, study: NetworkUnderStudy) -> Studied:
        """The network of a study with names and links as they are drawn."""

        def make() -> Studied:
            self._memo.retain(frozenset(self.all).__contains__)
            return studied(study.name, study.spec, self._session.derived.study(study.spec))

        return self._memo.keep(study, (), make)

    def links(self, study: NetworkUnderStudy) -> int:
        """How many links it has; it is not built for that."""
        if study.spec not in self._links:
            self._links[study.spec] = link_count(study.spec)
        return self._links[study.spec]

    def why_not(self, study: NetworkUnderStudy) -> str:
        """Why it is not drawn; empty: it is."""
        links = self.links(study)
        if links <= MOST_LINKS:
            return ""
        return f"{links:,} links are too many to draw: at most {MOST_LINKS:,}. Use smaller parameters."
