"""Who decides: agents, their opponents, the arena, ratings, and the learner. Nothing here knows a ruleset by name."""
