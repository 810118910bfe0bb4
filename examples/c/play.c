/* A whole game between the strongest bots, and the hash that Python shows for it:

       skirmish-rl build warcry --c --out engine
       gcc examples/c/play.c -Iengine -Lengine -lskirmish_warcry -Wl,-rpath,$PWD/engine -o play
       ./play engine/warcry-crossing.tables 7 */

#include <stdio.h>
#include <stdlib.h>

#include "skirmish.h"

static void must(int32_t status) {
  if (status) {
    fprintf(stderr, "%s\n", skirmish_says(status));
    exit(2);
  }
}

static void *read_file(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    perror(name);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(*size + 1);
  *size = fread(bytes, 1, *size, file);
  fclose(file);
  return bytes;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: %s FILE.tables SEED\n", words[0]);
    return 2;
  }
  size_t size, room;
  void *tables = read_file(words[1], &size);
  room = skirmish_room(tables, size);
  skirmish *scenario = malloc(room + 1);
  must(skirmish_open(tables, size, scenario, room));

  size_t bytes = (size_t)skirmish_size(scenario, SKIRMISH_RECORD);
  int32_t strongest = skirmish_size(scenario, SKIRMISH_BOTS) - 1, action;
  void *game = malloc(bytes);
  skirmish_turn turn;
  must(skirmish_reset(scenario, game, bytes, atoll(words[2]), 0));
  for (must(skirmish_look(scenario, game, bytes, &turn)); !turn.over; must(skirmish_look(scenario, game, bytes, &turn))) {
    must(skirmish_ask(scenario, game, bytes, strongest, &action));
    must(skirmish_step(scenario, game, bytes, action, NULL, 0));
  }

  uint32_t hash;
  must(skirmish_hash(scenario, game, bytes, &hash));
  printf("%d decisions, winners %d, %08x\n", (int)turn.decisions, (int)turn.winners, (unsigned)hash);
  free(game), free(scenario), free(tables);
  return 0;
}
