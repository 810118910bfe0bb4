"""A fixed protocol for comparing agents and training methods: tracks, budgets, tests, result files, and statistics over those files."""
