/* Connect four by hand: is the first position of COLUMNS x ROWS worth at least a draw,
   and at least a win, for the player who begins?

   What a programmer would write for this one game, to measure the native tier beside,
   which is given nothing but the rules. A column is ROWS + 1 bits of a word. Moves that
   let the other win at once are left out; first come those that make most threats, then
   those whose square lies in most lines, then those that have proved more. The table
   keeps one entry for mirror images. For each question a line is printed: the answer,
   the nodes, and the seconds of processor time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define STEP (ROWS + 1)
#define BUCKET 4
#define ENTRIES ((uint64_t)1 << 26)

typedef uint64_t board;
typedef struct { board key; uint32_t work, answer; } entry;

static board bottom, squares;
static int lines[64];
static long long proved[2][64], nodes;
static entry *table;

static board column(int at) { return (((board)1 << ROWS) - 1) << at * STEP; }

/* The empty squares that complete a line of four. */
static board threats(board own, board all) {
    board found = own << 1 & own << 2 & own << 3;
    static const int steps[] = {STEP, STEP - 1, STEP + 1};
    for (int i = 0; i < 3; i++) {
        int s = steps[i];
        board pair = own << s & own << 2 * s;
        found |= pair & own << 3 * s;
        found |= pair & own >> s;
        pair = own >> s & own >> 2 * s;
        found |= pair & own >> 3 * s;
        found |= pair & own << s;
    }
    return found & squares & ~all;
}

static board mirrored(board one) {
    board found = 0;
    for (int at = 0; at < COLUMNS; at++)
        found |= (one >> at * STEP & (((board)1 << STEP) - 1)) << (COLUMNS - 1 - at) * STEP;
    return found;
}

static entry *bucket_of(board key) {
    key *= 0x9E3779B97F4A7C15u;
    return table + ((key ^ key >> 32) & (ENTRIES / BUCKET - 1)) * BUCKET;
}

/* Return whether who is to move, and cannot win at once, gets a draw, or a win. */
static int search(board own, board all, int ply, int win) {
    board other = own ^ all, open = (all + bottom) & squares;
    board losing = threats(other, all);
    nodes += __builtin_popcountll(open);
    if (open & losing) {
        open &= losing;
        if (open & (open - 1)) return 0;
    }
    open &= ~(losing >> 1);
    if (!open) return 0;
    if (ply >= COLUMNS * ROWS - 2) return !win;

    board key = own + all + bottom, image = mirrored(key);
    key = (image < key ? image : key) * 2 + win;
    entry *bucket = bucket_of(key);
    for (entry *at = bucket; at < bucket + BUCKET; at++)
        if (at->key == key) return at->answer;

    board moves[COLUMNS];
    long long keys[COLUMNS];
    int number = 0, answer = 0;
    for (int at = 0; at < COLUMNS; at++) {
        board move = open & column(at);
        if (!move) continue;
        int square = __builtin_ctzll(move), to = number++;
        long long sort = (long long)__builtin_popcountll(threats(own | move, all | move)) << 50;
        sort += ((long long)lines[square] << 40) + proved[ply & 1][square];
        for (; to > 0 && keys[to - 1] < sort; to--) {
            moves[to] = moves[to - 1];
            keys[to] = keys[to - 1];
        }
        moves[to] = move;
        keys[to] = sort;
    }
    long long before = nodes;
    for (int i = 0; i < number && !answer; i++) {
        answer = !search(other, all | moves[i], ply + 1, !win);
        if (answer) proved[ply & 1][__builtin_ctzll(moves[i])]++;
    }
    long long work = nodes - before;
    entry *place = bucket;
    for (entry *at = bucket; at < bucket + BUCKET; at++)
        if (at->work < place->work) place = at;
    *place = (entry){key, work > UINT32_MAX ? UINT32_MAX : (uint32_t)work, (uint32_t)answer};
    return answer;
}

int main(void) {
    static const int right[] = {1, 0, 1, 1}, up[] = {0, 1, 1, -1};
    for (int at = 0; at < COLUMNS; at++) bottom |= (board)1 << at * STEP;
    squares = bottom * (((board)1 << ROWS) - 1);
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < ROWS; y++)
            for (int d = 0; d < 4; d++) {
                int last = x + 3 * right[d], top = y + 3 * up[d];
                if (last < COLUMNS && top >= 0 && top < ROWS)
                    for (int i = 0; i < 4; i++)
                        lines[(x + i * right[d]) * STEP + y + i * up[d]]++;
            }
    table = calloc(ENTRIES, sizeof(entry));
    if (!table) return 1;
    for (int win = 0; win < 2; win++) {
        clock_t began = clock();
        nodes = 0;
        int answer = search(0, 0, 0, win);
        printf("%d %lld %.3f\n", answer, nodes, (double)(clock() - began) / CLOCKS_PER_SEC);
        fflush(stdout);
        if (!answer) break;
    }
    return 0;
}
