"""Luck: a scripted tape first, then the record's own generator. Nothing else in the project is random.

A state carries `key` (two 32-bit words from the seed), `drawn` (how many numbers each stream gave) and `tape`
(faces that must fall next). The generator hashes (key, stream, counter), so streams are independent and a copy with a
new key is a new future. All arithmetic stays within 64-bit integers and is the same compiled and interpreted.
"""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, write_event
from skirmish_rl.envs.core.jit import jit

DICE, LAYOUT = 0, 1  # streams
TAPE = 64
MASK = 0xFFFFFFFF


@jit
def mix(x):
    """Scramble a 32-bit number (the `lowbias32` hash of Chris Wellons)."""
    x = (x ^ (x >> 16)) & MASK
    x = (x * 0x7FEB352D) & MASK
    x = x ^ (x >> 15)
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


@jit
def seed_state(state, seed):
    """Give the state its key from a seed of up to 63 bits and rewind its streams."""
    low = seed & MASK
    high = (seed >> 32) & MASK
    state.key[0] = mix((low + 0x9E3779B9) & MASK)
    state.key[1] = mix((mix(high ^ 0x85EBCA6B) + mix(low ^ 0xC2B2AE35)) & MASK)
    state.drawn[DICE] = 0
    state.drawn[LAYOUT] = 0


@jit
def next_seed(seed):
    """The seed of the game that follows in the same place of a batch."""
    low = mix((seed & MASK) ^ 0x27D4EB2F)
    return low | ((mix(low ^ ((seed >> 32) & MASK)) & 0x3FFFFFFF) << 32)


@jit
def noise(state, salt):
    """A number in [0, 2**32) that depends on the game and its decision count but changes nothing.

    Bots break ties with it: the same position of the same game gives the same answer, other games give others.
    """
    x = mix((state.key[0] + state.decisions * 0x9E3779B1 + 0x51ED27) & MASK)
    return mix((x ^ state.key[1]) + salt * 0x3C6EF35F & MASK)


@jit
def random_action(state, mask):
    """A uniformly random legal action, drawn by `noise`, so that the state does not change."""
    n = 0
    for action in range(mask.shape[0]):
        n += mask[action]
    pick = (noise(state, 1) * n) >> 32
    for action in range(mask.shape[0]):
        if mask[action]:
            if pick == 0:
                return action
            pick -= 1
    return 0


@jit
def draw(state, stream):
    """The next 32-bit number of a stream."""
    counter = state.drawn[stream]
    state.drawn[stream] = (counter + 1) & MASK
    x = mix((counter + state.key[0] + stream * 0x68E31DA4) & MASK)
    return mix(x ^ state.key[1])


@jit
def below(state, stream, n):
    """A whole number in [0, n) from a stream."""
    return (draw(state, stream) * n) >> 32


@jit
def roll(state, faces):
    """Roll one die with `faces` faces: the tape's next face, or else one from the generator. A listener hears each face."""
    if state.tape_next < state.tape_end:
        face = state.tape[state.tape_next]
        state.tape_next += 1
        if face < 1 or face > faces:
            state.fault = 1
            face = faces
    else:
        face = 1 + below(state, DICE, faces)
    if state.listening:
        write_event(state, Event.DIE, -1, -1, faces, -1, face)
    return face
