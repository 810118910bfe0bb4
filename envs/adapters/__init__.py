"""Other people's contracts, each in one file: PettingZoo, Gymnasium, vector environments, Stable-Baselines3, RLlib."""
