"""A second reading of Warcry, written from the dossier alone, and its games in lockstep with those of the rules."""
