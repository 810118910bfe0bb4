"""Evaluation of games: scores with confidence intervals, luck adjustment, tables, figures and pages of replays."""
