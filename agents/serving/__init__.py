"""`skirmish-rl serve`: games on a page. docs/web.md is the protocol, `web/` the page.

messages   what a page may say, read and bounded
lobby      what can be played, and by whom
session    one game with everything needed to go back in it
showing    positions as JSON
thoughts   what agents make of a position
page       a connection, and what it knows already
game       a session that pages look on: when agents think, what is drawn
host       all games and all pages: what pages say is done
doors      who is let in: connections and tokens
server     the network around the host
"""
