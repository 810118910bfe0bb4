"""Anything through every public entrance: it is refused with a reason, or it works."""
