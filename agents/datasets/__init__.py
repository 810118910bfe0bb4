"""Games kept as seeds and decisions, and the datasets that offline learners read."""
