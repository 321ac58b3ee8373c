"""Judgement of designs: limits and figures of tables, rank, rules, remarks that compare candidates."""
