"""Who does the work: processes of this machine, those of a Ray cluster, and the threads of NumPy."""
