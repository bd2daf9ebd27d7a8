/* Duel as a program: it reads a line of JSON, and writes a line of JSON. Build it with: cc -O2 -o duel duel.c
 *
 * A reader of JSON is not needed: all that is asked for are whole numbers, in an order that is known.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

enum { CARDS = 6, COST = 0, POWER, LIFE, NUMBERS, MOST = 60, LINE = 1 << 20 };

static const char HELLO[] =
    "{\"protocol\": 1, \"name\": \"duel-c\", \"version\": \"1.0\", \"title\": \"Duel\", \"speed\": 50000,"
    " \"about\": \"two lines of fighters, one fight at a time\","
    " \"cards\": {\"Wolf\": {\"cost\": 1, \"power\": 2, \"life\": 2}, \"Bear\": {\"cost\": 3, \"power\": 3, \"life\": 6},"
    " \"Hawk\": {\"cost\": 1, \"power\": 3, \"life\": 1}, \"Boar\": {\"cost\": 2, \"power\": 3, \"life\": 3},"
    " \"Ox\": {\"cost\": 2, \"power\": 1, \"life\": 7}, \"Lion\": {\"cost\": 4, \"power\": 6, \"life\": 5}},"
    " \"numbers\": {\"cost\": [0, 6], \"power\": [0, 9], \"life\": [1, 12]}, \"deck\": {\"size\": 8, \"copies\": 3},"
    " \"decks\": {\"Pack\": [\"3x Wolf\", \"3x Hawk\", \"2x Boar\"], \"Herd\": [\"3x Ox\", \"3x Bear\", \"2x Boar\"],"
    " \"Pride\": [\"3x Lion\", \"3x Wolf\", \"2x Ox\"]},"
    " \"players\": {\"random\": \"sends any fighter\", \"planner\": \"sends the dearest fighter that it can pay\"}}";

static int64_t numbers[CARDS][NUMBERS], deck[2][MOST], n_deck[2];
static uint64_t state;

static int roll(int n) { /* splitmix64 */
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int)((z ^ (z >> 31)) >> 33) % n;
}

/* Read the whole numbers up to the next ']', and go on behind it. */
static int read_list(char **at, int64_t *into, int most) {
    int n = 0;
    for (*at = strchr(*at, '[') + 1; **at != ']' && n < most; *at += **at == ',') into[n++] = strtoll(*at, at, 10);
    ++*at;
    return n;
}

static int play(int64_t seed, const int *plans, int *turn) {
    int64_t life[2] = {0, 0}, gold[2] = {2, 3}, hand[2][MOST], n[2] = {n_deck[0], n_deck[1]}, field[2] = {0, 0};
    state = (uint64_t)seed;
    memcpy(hand, deck, sizeof hand);
    for (*turn = 1; *turn < 60; ++*turn) {
        int64_t hit[2];
        for (int s = 0; s < 2; s++) {
            int able[MOST], n_able = 0, pick, best;
            gold[s] += 2;
            for (int i = 0; i < n[s]; i++)
                if (numbers[hand[s][i]][COST] <= gold[s]) able[n_able++] = i;
            if (life[s] > 0 || !n_able) continue;
            pick = best = able[roll(n_able)];
            for (int i = 0; plans[s] && i < n_able; i++)
                if (numbers[hand[s][able[i]]][COST] > numbers[hand[s][best]][COST]) pick = best = able[i];
            field[s] = hand[s][pick];
            gold[s] -= numbers[field[s]][COST];
            life[s] = numbers[field[s]][LIFE];
            hand[s][pick] = hand[s][--n[s]];
        }
        for (int s = 0; s < 2; s++) hit[s] = life[s] > 0 ? numbers[field[s]][POWER] * roll(3) : 0;
        life[0] -= hit[1], life[1] -= hit[0];
        int lost = !n[0] && life[0] <= 0, won = !n[1] && life[1] <= 0;
        if (lost || won) return lost && won ? 2 : lost;
    }
    return 2;
}

int main(void) {
    static char line[LINE];
    static int64_t seeds[LINE / 2];
    static int turns[LINE / 2];
    while (fgets(line, LINE, stdin)) {
        char *at = line;
        if (strstr(line, "\"do\":\"hello\"")) {
            puts(HELLO);
        } else if (strstr(line, "\"do\":\"numbers\"")) {
            read_list(&at, numbers[0], CARDS * NUMBERS);
        } else if (strstr(line, "\"do\":\"decks\"")) {
            at = strchr(at, '[') + 1;
            for (int s = 0; s < 2; s++) n_deck[s] = read_list(&at, deck[s], MOST);
        } else { /* play */
            char *first = strstr(line, "\"players\":[\"") + 12, *second = strstr(first, ",\"") + 2;
            int plans[2] = {*first == 'p', *second == 'p'}, n;
            at = strstr(line, "\"seeds\":");
            n = read_list(&at, seeds, LINE / 2);
            printf("{\"winners\":[");
            for (int i = 0; i < n; i++) printf("%s%d", i ? "," : "", play(seeds[i], plans, &turns[i]));
            printf("],\"turns\":[");
            for (int i = 0; i < n; i++) printf("%s%d", i ? "," : "", turns[i]);
            puts("]}");
        }
        fflush(stdout);
    }
    return 0;
}
