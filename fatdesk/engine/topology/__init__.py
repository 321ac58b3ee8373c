"""Drawings of networks: layouts, bundles, frames at any scale, paths between hosts."""
