"""Many runs as one experiment: several seeds, sweeps over settings, and what they show together."""
