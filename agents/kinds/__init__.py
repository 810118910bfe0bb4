"""Kinds of agents beside the public ones, and their source of random numbers."""
