"""Commands on prices: copies of parts, rules of the bill, alternatives and terms of its lines."""

from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.struct import Id, Text
from fatdesk.engine.bill.rules import BillRules, PurchaseTerms, terms_by_line
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.project.commands.command import Command, RefusedError, SetFields
from fatdesk.project.document.project import Alternative, Project
from fatdesk.project.document.record_kinds import dangling


class SetPart(Command, frozen=True, kw_only=True, tag="set-part"):
    """Add a part, or change the copy of that id, its price for one."""

    part: AnyPart

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set part {self.part.id}"

    def apply(self, project: Project) -> Project:
        """The project with that part."""
        others = [part for part in project.parts if part.id != self.part.id]
        result = replace(project, parts=tuple(sorted([*others, self.part], key=lambda part: part.id)))
        if any(type(old) is not type(self.part) for old in project.parts if old.id == self.part.id):
            _check_use(result, self.part.id, "must stay what it is")
        return result


class RemovePart(Command, frozen=True, kw_only=True, tag="remove-part"):
    """Remove a part that nothing uses."""

    id: Id

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Remove part {self.id}"

    def apply(self, project: Project) -> Project:
        """The project without that part."""
        kept = tuple(part for part in project.parts if part.id != self.id)
        if len(kept) == len(project.parts):
            raise RefusedError(f"there is no part {self.id}")
        result = replace(project, parts=kept)
        _check_use(result, self.id, "cannot be removed")
        return result


def _check_use(project: Project, part_id: str, what: str) -> None:
    for problem in dangling(project):
        if f'"{part_id}"' in problem.what:
            raise RefusedError(f"the part {part_id} {what}: {problem.kind} {problem.key} use it")


TERMS = {"pack_size": "pack size", "discount_percent": "discount", "lead_time_days": "lead time"}
"""Fields of the terms of a line, and what they are called."""


class SetBill(SetFields, BillRules, frozen=True, kw_only=True, tag="set-bill"):
    """Change spares, currency or labour; what is not named stays."""

    section = "bill"

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        given = list(self.given)
        if given == ["spares_percent"]:
            return "Set spares"
        if given == ["currency"]:
            return f"Set currency to {self.currency}"
        if given == ["tray_fittings"]:
            return f"{'List' if self.tray_fittings else 'Leave out'} tray fittings"
        return "Change bill"


class SetAlternative(Command, frozen=True, kw_only=True, tag="set-alternative"):
    """Write down what may be ordered instead of a line of the bill; an empty text is nothing."""

    part: Text
    length_m: ranges.CableLength | None = None
    alternative: Text

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        return f"Set alternative of {self.part}"

    def apply(self, project: Project) -> Project:
        """The project with that alternative."""
        kept = [one for one in project.alternatives if (one.part, one.length_m) != (self.part, self.length_m)]
        if self.alternative:
            kept.append(Alternative(part=self.part, length_m=self.length_m, alternative=self.alternative))
        elif len(kept) == len(project.alternatives):
            raise RefusedError(f"{self.part} has no alternative: write one down")
        return replace(project, alternatives=tuple(sorted(kept, key=lambda one: one.key)))


class SetTerms(SetFields, PurchaseTerms, frozen=True, kw_only=True, tag="set-terms"):
    """Set the terms of purchase of a line of the bill; what is not named stays, null is not known."""

    @property
    def step(self) -> str:
        """Name of the step in the undo menu."""
        given = [word for name, word in TERMS.items() if name in self.given]
        return f"Set {given[0] if len(given) == 1 else 'terms'} of {self.part}"

    def apply(self, project: Project) -> Project:
        """The project with those terms."""
        length_m = self.given.get("length_m")
        before = terms_by_line(project.terms).get((self.part, length_m))
        new = replace(before or PurchaseTerms(part=self.part), **self.given)
        kept = [one for one in project.terms if one is not before]
        if not new.is_empty:
            kept.append(new)
        return replace(project, terms=tuple(sorted(kept, key=lambda one: one.key)))
