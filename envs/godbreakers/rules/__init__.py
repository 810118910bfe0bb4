"""What happens: the chapters of the dossier."""
