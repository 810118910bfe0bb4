"""Words of the page, of the terminal and of each game in other languages: catalogues in the form of gettext, whose keys are the English sentences."""
