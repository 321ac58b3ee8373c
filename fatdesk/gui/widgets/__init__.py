"""Small controls and text helpers that know nothing of projects."""
