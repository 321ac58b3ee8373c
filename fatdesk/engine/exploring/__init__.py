"""Exploration of networks: all trees and lattices for a number of hosts, with cost and Pareto front."""
