"""Translations of the page, the terminal and each game: gettext catalogues with English sentences as keys."""
