"""Check a catalog for contradictions, missing figures and missing sources."""

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint_figures import figures
from fatdesk.engine.catalog.lint_part import contradictions
from fatdesk.engine.catalog.lint_relations import relations
from fatdesk.engine.core.finding import Finding, sorted_findings


def lint(catalog: Catalog) -> list[Finding]:
    """What is wrong with the parts of a catalog, errors first.

    An error contradicts itself or another part, a warning is a doubt or a figure that work will miss,
    a note is a figure that stays unknown.
    """
    findings = [finding for part in catalog for finding in (*figures(part), *contradictions(part))]
    return sorted_findings([*findings, *relations(catalog)])
