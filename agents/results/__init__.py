"""What comes of games: shares and how sure they are, luck taken out, tables, figures and pages of replays."""
