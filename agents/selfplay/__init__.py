"""Learning by self-play where games, network and learner share one memory: a GPU's, or, slowly, the processor's.

`config.py` the settings, `network.py` the network, `games.py` the games and what is remembered of them, `loop.py` the loop, `command.py` a
run.
"""
