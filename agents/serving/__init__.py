"""`skirmish-rl serve`: play and watch games on a web page. `docs/web.md` specifies the protocol; `web/` holds the page itself.

messages   parses the page's messages and checks their fields, types and sizes
lobby      the games and agents that a visitor can choose from
session    one game, with every earlier position kept for undo and review
showing    positions as JSON
thoughts   what agents think of a position
page       one connection: its outbox, what it has been sent, and its rate limits
game       a session that pages watch: asks agents, draws changes, saves the game
host       all games and all pages: carries out messages and reports what happens
doors      limits on connections, and protection against guessed tokens
server     the network around the host
"""
