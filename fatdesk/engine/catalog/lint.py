"""Check a catalog for contradictions, missing figures and missing sources."""

from collections.abc import Iterable

from fatdesk.core.finding import Finding, sorted_findings
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint_figures import figures
from fatdesk.engine.catalog.lint_part import contradictions
from fatdesk.engine.catalog.lint_relations import relations
from fatdesk.engine.catalog.parts import AnyPart


def lint(catalog: Catalog, beside: Iterable[AnyPart] = ()) -> list[Finding]:
    """What is wrong with the parts of a catalog, errors first.

    An error contradicts itself or another part, a warning is a doubt or a figure that work will miss,
    a note is a figure that stays unknown.

    Parameters
    ----------
    catalog
        The parts to check.
    beside
        Other parts that they may name or fit, such as the shipped ones; they are not checked.
    """
    findings = [finding for part in catalog for finding in (*figures(part), *contradictions(part))]
    others = [part for part in beside if part.id not in catalog]
    between = relations(Catalog([*catalog, *others]) if others else catalog)
    return sorted_findings([*findings, *(finding for finding in between if finding.where in catalog)])
