"""Answers about the open project that several views share: impact of failures, loads, as-built, studies."""
