"""What forces, seats, units and cards are worth, found by play: the command `balance`."""
