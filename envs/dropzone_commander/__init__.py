"""Dropzone Commander: air-mobile battlegroups over a city, two to four players, by its public rules."""
