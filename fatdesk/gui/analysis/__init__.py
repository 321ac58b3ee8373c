"""Analyses of the open project that several views share: failures, loads, as-built, studies."""
