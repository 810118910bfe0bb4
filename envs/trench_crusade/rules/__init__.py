"""The rules of Trench Crusade, one file per chapter of the dossier."""
