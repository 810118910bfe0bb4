"""Adapters to the interfaces of other libraries, one per file: PettingZoo, Gymnasium, vector environments, Stable-Baselines3, RLlib."""
