"""Printed documents as pages."""
