"""Second simulators, written from the dossiers alone, that play along with the rules."""
