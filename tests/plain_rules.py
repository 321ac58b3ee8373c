"""Lengths as the papers' Algorithm 4 has them: neither slack nor the depth of racks."""

from fatdesk.engine.cabling.rules import CablingRules

PLAIN = CablingRules(slack_m=0.0, depth=False)
