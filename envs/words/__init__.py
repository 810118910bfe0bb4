"""Games in words: what people, language models and programs in other languages read and say. Nothing here is compiled.

answers    the legal answers as phrases and as JSON, and back
seen       a position as a seat sees it, as JSON and as text
placing    what was told, made into a position in which a game begins
schemas    what that JSON holds, as a JSON Schema
rulebook   the rules as text, in three sizes
games      one game: who looks, who answers, what is reported to whom
"""
