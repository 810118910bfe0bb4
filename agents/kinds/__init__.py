"""Kinds of agents beside the public ones, and what all kinds draw their numbers from."""
