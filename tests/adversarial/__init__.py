"""Scenario files that pass for games and try to hang, crowd or blow up the rules."""
