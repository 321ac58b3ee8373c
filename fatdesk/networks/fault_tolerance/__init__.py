"""Fault tolerance: tolerated failures, disconnected hosts, lost throughput, reliability."""
