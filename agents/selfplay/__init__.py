"""Self-play training in which games, network and learner share the memory of one device: a GPU or, slowly, the CPU.

`config.py` holds the settings, `network.py` the network, `games.py` the games and rollouts, `loop.py` the training loop, `command.py` a
whole run.
"""
