/* A player in C: any legal answer. It looks for the numbers of actions in the line and needs no library for JSON.

       cc -o player examples/players/player.c
       skirmish-rl evaluate --ruleset warcry --scenario duel --agents random exec:./player --games 20
*/

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read a line of any length into a buffer that grows; 0 at the end. */
static int read_line(char **line, size_t *room)
{
    size_t length = 0;
    for (int letter; (letter = getchar()) != '\n';) {
        if (letter == EOF) return 0;
        if (length + 2 > *room) {
            *room = 2 * *room + 4096;
            *line = realloc(*line, *room);
            if (!*line) exit(1);
        }
        (*line)[length++] = (char)letter;
    }
    if (*line) (*line)[length] = 0;
    return length > 0;
}

int main(void)
{
    static const char key[] = "{\"action\":";
    char *line = NULL;
    size_t room = 0;
    unsigned seed = 12345;
    while (read_line(&line, &room)) {
        const char *answers = strstr(line, "\"answers\":[");
        if (!answers) {
            puts("{\"say\":\"hello\",\"name\":\"c\",\"map\":false}");
        } else {
            long chosen = 0;
            unsigned count = 0;
            for (const char *at = answers; (at = strstr(at, key)); at += sizeof key - 1) {
                seed = seed * 1664525u + 1013904223u;
                if ((seed >> 8) % ++count == 0) chosen = strtol(at + sizeof key - 1, NULL, 10); /* the n-th stays with a chance of 1 in n */
            }
            printf("{\"action\":%ld}\n", chosen);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
