"""The numbers of Tide of Iron: constants, profiles, cards, scenarios, and their loader."""
