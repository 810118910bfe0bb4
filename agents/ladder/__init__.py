"""`skirmish-rl ladder`: an agent plays up the ten levels of a game, or the fixed set `arena-small`, and gets a rating.

games      one game after the other, each kept as it is played
climbing   which games are played, and when it is enough
rating     a rating with its interval, from games against levels whose ratings are known
page       results as JSON and as a page with replays
command    the command
"""
