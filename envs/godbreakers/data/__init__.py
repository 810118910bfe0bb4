"""The numbers of Godbreakers: maps, circles, unaligned models, scenarios, and their loader."""
