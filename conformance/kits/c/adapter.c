/* An adapter: it answers the conformance protocol for a program that plays a game. Begin with a copy of this file.
 *   cc -O2 -o adapter adapter.c && rulekit verify tic-tac-toe --impl ./adapter */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------ your program: put its header here instead */
typedef struct {
    int cells[9], active; /* a cell holds a seat, or -1 */
} Game;

static int winner(const Game *g) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int n = 0; n < 8; n++) {
        int a = g->cells[lines[n][0]];
        if (a >= 0 && a == g->cells[lines[n][1]] && a == g->cells[lines[n][2]]) return a;
    }
    return -1;
}

static int over(const Game *g) {
    for (int n = 0; n < 9; n++)
        if (g->cells[n] < 0) return winner(g) >= 0;
    return 1;
}

/* ------------------------------------------------------------ lines: what was asked, and the answer to it */
static char out[1 << 16];
static const char *asked; /* the request, one line of JSON */

static void add(const char *form, ...) {
    va_list list;
    size_t used = strlen(out);
    va_start(list, form);
    vsnprintf(out + used, sizeof out - used, form, list);
    va_end(list);
}

static void refuse(const char *why) { strcpy(out, "\"refused\":\""), add("%s\"", why); }

/* What stands behind a key: enough for a small adapter; a larger one wants a JSON library. */
static const char *behind(const char *from, const char *key) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\":", key);
    const char *found = from ? strstr(from, wanted) : NULL;
    return found ? found + strlen(wanted) : NULL;
}

static int is(const char *value, const char *text) {
    return value && *value == '"' && !strncmp(value + 1, text, strlen(text)) && value[1 + strlen(text)] == '"';
}

/* ------------------------------------------------------------ the adapter: your program in the words of the rules */
#define GAME "tic-tac-toe" /* `rulekit schema GAME` shows moves, positions and results of a game */
static Game game, kept[64];
static int depth;

static void hello(void) {
    add("{\"rcp\":1,\"engine\":{\"name\":\"my-engine\",\"version\":\"1\",\"language\":\"C\"},");
    add("\"games\":[{\"game\":\"" GAME "\",\"seats\":[2]}],");
    add("\"features\":[\"position\",\"views\",\"load\",\"save\",\"fork\"],"); /* leave out what your program cannot do */
    add("\"unsaid\":[]}"); /* states, zones and keys of the result that your program does not know */
}

static void start(void) {
    for (int n = 0; n < 9; n++) game.cells[n] = -1;
    game.active = depth = 0;
}

static void pending(void) {
    if (over(&game)) add("{\"kind\":\"end\"}");
    else add("{\"kind\":\"decision\",\"seats\":[%d]}", game.active);
}

static int seat_of(void) {
    const char *seat = behind(asked, "seat");
    return seat && (*seat == '0' || *seat == '1') && strchr(",}", seat[1]) ? *seat - '0' : -1;
}

static void legal(void) {
    int mine = !over(&game) && seat_of() == game.active, first = 1;
    add("[");
    for (int n = 0; n < 9 && mine; n++)
        if (game.cells[n] < 0) add("%s{\"do\":\"put\",\"cell\":[%d,%d]}", first ? "" : ",", n % 3 + 1, n / 3 + 1), first = 0;
    add("]");
}

static void move(void) {
    const char *cell = behind(asked, "cell");
    int x = 0, y = 0, used = 0;
    if (cell) sscanf(cell, "[%1d,%1d]%n", &x, &y, &used);
    int there = used == 5 && x >= 1 && x <= 3 && y >= 1 && y <= 3, n = (y - 1) * 3 + x - 1;
    if (over(&game) || seat_of() != game.active) refuse("it is not your turn");
    else if (!is(behind(asked, "do"), "put") || !there || game.cells[n] >= 0) refuse("that cell cannot be taken");
    else {
        game.cells[n] = game.active;
        if (!over(&game)) game.active = 1 - game.active;
        add("null");
    }
}

static void result(void) {
    int first = winner(&game);
    if (first < 0) add("{\"leaders\":[],\"winners\":[],\"outcome\":\"drawn\"}");
    else add("{\"leaders\":[%d],\"winners\":[%d],\"outcome\":\"win\"}", first, first);
}

static void position(void) {
    add("{\"states\":{\"active\":%d,\"mark\":[", game.active);
    for (int n = 0, first = 1; n < 9; n++)
        if (game.cells[n] >= 0) add("%s[[%d,%d],%d]", first ? "" : ",", n % 3 + 1, n / 3 + 1, game.cells[n]), first = 0;
    add("]},\"zones\":{}}");
}

static void load(void) {
    const char *states = behind(asked, "states"), *mark = behind(states, "mark"), *active = behind(states, "active");
    int x, y, seat, used;
    if (!is(behind(asked, "decide"), "[turn.put]") || !mark || !active) {
        refuse("nothing is known of what is asked there");
        return;
    }
    start(), game.active = atoi(active);
    for (mark++; sscanf(mark, "[[%d,%d],%d]%n", &x, &y, &seat, &used) == 3; mark += used + (mark[used] == ','))
        game.cells[(y - 1) * 3 + x - 1] = seat;
    add("null");
}

static void save(void) { /* any form will do: a digit for each cell, and whose turn it is */
    add("\"");
    for (int n = 0; n < 9; n++) add("%d", game.cells[n] + 1);
    add("%d\"", game.active);
}

static void restore(void) {
    const char *saved = behind(asked, "saved") + 1;
    for (int n = 0; n < 9; n++) game.cells[n] = saved[n] - '1';
    game.active = saved[9] - '0', add("null");
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        const char *id = behind(asked = line, "id"), *op = behind(line, "op");
        strcpy(out, "\"ok\":");
        if (is(op, "hello")) hello();
        else if (is(op, "start")) start(), add("null");
        else if (is(op, "pending")) pending();
        else if (is(op, "legal")) legal();
        else if (is(op, "move")) move();
        else if (is(op, "result")) result();
        else if (is(op, "position") || is(op, "view")) position(); /* nothing is hidden here */
        else if (is(op, "load")) load();
        else if (is(op, "save")) save();
        else if (is(op, "restore")) restore();
        else if (is(op, "fork") && depth < 64) kept[depth++] = game, add("null");
        else if (is(op, "back") && depth) game = kept[--depth], add("null");
        else if (is(op, "chance")) refuse("nothing is drawn here"); /* else keep it until your program draws */
        else if (is(op, "ping") || is(op, "bye")) add("null");
        else strcpy(out, "\"error\":\"there is no such operation here\"");
        printf("{\"id\":%d,%s}\n", id ? atoi(id) : 0, out), fflush(stdout);
        if (is(op, "bye")) break;
    }
    return 0;
}
