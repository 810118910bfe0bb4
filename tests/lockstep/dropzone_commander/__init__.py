"""Dropzone Commander once more, read from its dossier alone: plain Python, no function of the rules."""
