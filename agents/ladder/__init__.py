"""`skirmish-rl ladder`: an agent climbs the ten levels of a game, or plays the fixed set `arena-small`, and gets a rating.

games      plays and saves one game after another
climbing   decides which games are played and when to stop
rating     rates an agent, with an interval, from games against levels with known ratings
page       writes results as JSON and as a page with replays
command    the command line
"""
