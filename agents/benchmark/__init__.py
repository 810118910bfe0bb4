"""A fixed protocol by which agents, and ways to train them, are compared: tracks, budgets, tests, result files, and what they say
together.
"""
