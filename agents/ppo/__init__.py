"""The learner: imitation of a bot, then MaskablePPO that scores legal actions by their features."""
