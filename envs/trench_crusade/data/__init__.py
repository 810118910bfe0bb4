"""The numbers of Trench Crusade: terrain, weapons, profiles, kit, warbands, scenarios, and their loader."""
