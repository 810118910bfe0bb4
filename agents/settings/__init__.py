"""Settings of commands and of files: options, seeds, and whom they are trusted from."""
