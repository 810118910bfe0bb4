/* The rules of a game as a library: one library for each game, the same functions in all of them.

   A game is a value: a record of `skirmish_size(..., SKIRMISH_RECORD)` bytes that the caller keeps. Its bytes can be copied, saved
   and sent; where each field of it lies is told by the words in the file of tables, which is JSON.

   A scenario is a file of tables that `skirmish-rl pack` writes. It is opened in memory of the caller, which need not be
   freed here: the library allocates nothing. The file's bytes must stay in place while the scenario is in use. Files, scenarios and
   records lie at multiples of 8, as what `malloc` gives does. Threads open a scenario each; records may go from one to the other.

   Every function returns SKIRMISH_OK or what is wrong; then nothing was written but what is said below. Records must come from these
   functions: of others only the plainest contradictions are found. */

#ifndef SKIRMISH_H
#define SKIRMISH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef SKIRMISH_API
#define SKIRMISH_API
#endif

enum skirmish_status {
  SKIRMISH_OK,
  SKIRMISH_MEMORY,    /* an address is null, or not a multiple of 8 */
  SKIRMISH_SIZE,      /* a size is not the one that is needed */
  SKIRMISH_DAMAGED,   /* not a file of tables, or not a whole one */
  SKIRMISH_FORMAT,    /* a file of tables in another format */
  SKIRMISH_GAME,      /* tables of another game */
  SKIRMISH_VERSION,   /* tables of another version of the rules */
  SKIRMISH_PROCESSOR, /* the library is for processors that can do more than this one */
  SKIRMISH_SEED,      /* a negative seed */
  SKIRMISH_NO_GAME,   /* not a game of this scenario, or one that has not begun */
  SKIRMISH_OVER,      /* the game is over */
  SKIRMISH_ILLEGAL,   /* an action that is not legal now */
  SKIRMISH_SEAT,      /* no such seat */
  SKIRMISH_BOT,       /* no such bot */
  SKIRMISH_FAILED     /* a rule failed: a bug */
};

enum skirmish_what {
  SKIRMISH_RECORD,   /* bytes of a game */
  SKIRMISH_ACTIONS,  /* how many there are, legal or not */
  SKIRMISH_SEATS,    /* who play */
  SKIRMISH_FEATURES, /* numbers of an observation */
  SKIRMISH_POSITION, /* numbers of a position: an observation and what is known of it beside */
  SKIRMISH_ROW,      /* numbers of an action's row */
  SKIRMISH_BOTS      /* from 0, the weakest, to this less 1, the strongest */
};

typedef struct skirmish skirmish; /* a scenario */

typedef struct {
  int32_t decider;   /* the seat that must answer, -1 when the game is over */
  int32_t decision;  /* what is asked: a number of the words' `decisions` */
  int32_t subject;   /* the unit, cell or card that the question is about, -1 */
  int32_t decisions; /* answered so far */
  int32_t round;
  int32_t over;      /* 1 when the game is over */
  int32_t reason;    /* why it is over: a place in the words' `reasons` */
  int32_t winners;   /* bits: 1 for seat 0, 2 for seat 1, 4, 8 */
} skirmish_turn;

/* What a status means, in a sentence. */
SKIRMISH_API const char *skirmish_says(int32_t status);

/* Bytes of memory that a scenario needs beside its file; 0 for a file that cannot be used, and `skirmish_open` says why. */
SKIRMISH_API size_t skirmish_room(const void *file, size_t size);

/* Open a scenario in memory of `room` bytes. */
SKIRMISH_API int32_t skirmish_open(const void *file, size_t size, skirmish *scenario, size_t room);

/* How large something is, see `skirmish_what`; -1 for anything else. */
SKIRMISH_API int32_t skirmish_size(const skirmish *scenario, int32_t what);

/* Begin a game. The same seed is the same game everywhere. With `listen` 1 it notes what happens in its field `events`. */
SKIRMISH_API int32_t skirmish_reset(skirmish *scenario, void *record, size_t size, int64_t seed, int32_t listen);

/* Who must answer what, and how the game ended. */
SKIRMISH_API int32_t skirmish_look(const skirmish *scenario, const void *record, size_t size, skirmish_turn *turn);

/* The legal answers: 1 for each, 0 for the other actions. All 0 when the game is over. */
SKIRMISH_API int32_t skirmish_mask(skirmish *scenario, void *record, size_t size, uint8_t *mask, size_t actions);

/* Answer the question and play on to the next. `rewards` may be null; else they are 0 until the answer that ends the game. */
SKIRMISH_API int32_t skirmish_step(skirmish *scenario, void *record, size_t size, int32_t action, float *rewards, size_t seats);

/* The same, and then bots answer until a seat must that is none of theirs, or the game is over. `bots` has a bot's number for each seat, -1
   for who is no bot. With `action` -1 the pending question is not answered but by a bot. */
SKIRMISH_API int32_t skirmish_play(skirmish *scenario, void *record, size_t size, int32_t action, const int32_t *bots, float *rewards, size_t seats);

/* What a bot would answer. A bot's number plus 8 gives one answer in a hundred at random, plus 16 two, and so on. */
SKIRMISH_API int32_t skirmish_ask(skirmish *scenario, void *record, size_t size, int32_t bot, int32_t *action);

/* What a bot would answer if of the legal answers there were only those that are 1 in `among`. */
SKIRMISH_API int32_t skirmish_ask_among(skirmish *scenario, void *record, size_t size, int32_t bot, const uint8_t *among, size_t actions, int32_t *action);

/* What a seat sees. */
SKIRMISH_API int32_t skirmish_observe(skirmish *scenario, void *record, size_t size, int32_t seat, float *out, size_t features);

/* A row for each legal action, and the position of the decider. With `most` above 0 only for so many, those that the strongest bot likes
   best. `count` gets how many there are. There must be room for all legal actions: `actions` is the number of rows that there is room
   for, and if it is too small, `count` gets how many are needed. `position` may be null. */
SKIRMISH_API int32_t skirmish_rows(skirmish *scenario, void *record, size_t size, int32_t most, int32_t *numbers, float *rows, size_t actions,
                                   float *position, size_t columns, int32_t *count);

/* Give a game another future: other dice, and what is hidden dealt anew. What plans ahead does this with its copies. */
SKIRMISH_API int32_t skirmish_reseed(skirmish *scenario, void *record, size_t size, int64_t seed);

/* Copy a game. */
SKIRMISH_API int32_t skirmish_copy(const skirmish *scenario, void *to, const void *from, size_t size);

/* The hash of a game that traces show, whether it listens or not. */
SKIRMISH_API int32_t skirmish_hash(skirmish *scenario, const void *record, size_t size, uint32_t *hash);

#ifdef __cplusplus
}
#endif

#endif
