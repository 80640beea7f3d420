/* Replays conformance vectors against an engine that speaks the conformance protocol. C99 and POSIX, nothing else.
 *
 *   cc -O2 -o replay replay.c -lm
 *   ./replay FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..
 *
 * FOLDER holds manifest.json and the .jsonl files of a game. Leaves with 0 if every vector passed, 1 if one failed,
 * 2 if the call or a file is wrong, 3 if the engine broke down, 5 if nothing was replayed. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DEEPEST = 128, RESTARTS = 5 }; /* an engine that breaks down oftener is given up */

/* ------------------------------------------------------------ memory: all of one vector is freed at once */

typedef struct Block {
    struct Block *next;
    size_t used, size;
} Block;
static Block *arena;

static void *need(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (!arena || arena->used + size > arena->size) {
        size_t room = size > (1 << 20) ? size : 1 << 20;
        Block *made = malloc(sizeof(Block) + room);
        if (!made) exit(2);
        made->next = arena, made->used = 0, made->size = room, arena = made;
    }
    void *found = (char *)(arena + 1) + arena->used;
    arena->used += size;
    return found;
}

static void release(Block *until) {
    while (arena != until) {
        Block *next = arena->next;
        free(arena);
        arena = next;
    }
}

static char *told(const char *form, ...) {
    va_list list;
    va_start(list, form);
    int size = vsnprintf(NULL, 0, form, list);
    va_end(list);
    char *text = need((size_t)size + 1);
    va_start(list, form);
    vsnprintf(text, (size_t)size + 1, form, list);
    va_end(list);
    return text;
}

/* ------------------------------------------------------------ verdicts leave from anywhere */

typedef enum { PASSED, FAILED, ERROR, ADVICE, SKIPPED, WRONG } Kind;
static const char *KINDS[] = {"passed", "failed", "error", "advice", "skipped"};
static jmp_buf way_out;
static const char *why;

static void leave(Kind kind, const char *said) {
    why = said;
    longjmp(way_out, (int)kind + 1);
}

/* ------------------------------------------------------------ JSON: numbers and texts stay as they are written */

typedef enum { NOTHING, SCALAR, TEXT, LIST, OBJECT } Sort;
typedef struct Value Value;
struct Value {
    Sort sort;
    const char *text; /* of a scalar and of a text: as it is written in canonical JSON */
    const char *key;  /* in an object */
    Value *first, *next;
    long count;
};

typedef struct {
    const char *at, *end;
    int depth;
    const char *wrong;
} Reader;

static void blanks(Reader *r) {
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) r->at++;
}

static Value *fresh(Sort sort) {
    Value *made = need(sizeof *made);
    *made = (Value){sort, "", "", NULL, NULL, 0};
    return made;
}

static char *utf8(char *to, unsigned code) {
    if (code < 0x80) return *to++ = (char)code, to;
    if (code < 0x800) return *to++ = (char)(0xC0 | code >> 6), *to++ = (char)(0x80 | (code & 63)), to;
    if (code < 0x10000) *to++ = (char)(0xE0 | code >> 12);
    else *to++ = (char)(0xF0 | code >> 18), *to++ = (char)(0x80 | (code >> 12 & 63));
    return *to++ = (char)(0x80 | (code >> 6 & 63)), *to++ = (char)(0x80 | (code & 63)), to;
}

static unsigned hex4(Reader *r) {
    unsigned code = 0;
    for (int n = 0; n < 4; n++, r->at++) {
        const char *digits = "0123456789abcdef", *found = r->at < r->end ? strchr(digits, *r->at | 32) : NULL;
        if (!found || !*r->at) return r->wrong = "a letter by number needs four digits", 0;
        code = code * 16 + (unsigned)(found - digits);
    }
    return code;
}

/* A text in quotes, its escapes undone. */
static char *quoted(Reader *r) {
    char *text = need((size_t)(r->end - r->at) + 1), *to = text;
    for (r->at++; r->at < r->end && *r->at != '"' && !r->wrong;) {
        if ((unsigned char)*r->at < 32) r->wrong = "a text holds a control sign";
        if (*r->at != '\\') {
            *to++ = *r->at++;
            continue;
        }
        const char *plain = "\"\\/bfnrt", *means = "\"\\/\b\f\n\r\t", *found = strchr(plain, *++r->at);
        if (*r->at++ == 'u') {
            unsigned code = hex4(r);
            if (code >= 0xD800 && code < 0xDC00 && r->at[0] == '\\' && r->at[1] == 'u') {
                r->at += 2;
                code = 0x10000 + ((code - 0xD800) << 10) + (hex4(r) - 0xDC00);
            }
            to = utf8(to, code);
        } else if (found && *found) {
            *to++ = means[found - plain];
        } else {
            r->wrong = "an escape is not known";
        }
    }
    if (r->at++ >= r->end) r->wrong = "a text does not end";
    *to = 0;
    return text;
}

static Value *parse(Reader *r);

static Value *members(Reader *r, Sort sort, char closing) {
    Value *made = fresh(sort), **last = &made->first;
    for (r->at++, blanks(r); !r->wrong && r->at < r->end && *r->at != closing;) {
        const char *key = "";
        if (sort == OBJECT) {
            if (*r->at != '"') return r->wrong = "a key is no text", made;
            key = quoted(r), blanks(r);
            if (r->at >= r->end || *r->at++ != ':') return r->wrong = "a colon is missing", made;
        }
        *last = parse(r), (*last)->key = key, last = &(*last)->next, made->count++, blanks(r);
        if (r->at < r->end && *r->at == ',') {
            r->at++, blanks(r);
            if (r->at < r->end && *r->at == closing) r->wrong = "a comma is too many";
        } else if (r->at >= r->end || *r->at != closing) {
            r->wrong = "a comma is missing";
        }
    }
    if (r->at++ >= r->end) r->wrong = "it does not end";
    return made;
}

static Value *parse(Reader *r) {
    blanks(r);
    if (++r->depth > DEEPEST) r->wrong = "it is nested too deeply";
    if (r->wrong || r->at >= r->end) return r->wrong = r->wrong ? r->wrong : "it does not end", fresh(NOTHING);
    Value *made;
    if (*r->at == '{' || *r->at == '[') {
        made = members(r, *r->at == '{' ? OBJECT : LIST, *r->at == '{' ? '}' : ']');
    } else if (*r->at == '"') {
        made = fresh(TEXT), made->text = quoted(r);
    } else {
        const char *from = r->at;
        while (r->at < r->end && (strchr("+-.0123456789", *r->at) || (*r->at >= 'a' && *r->at <= 'z'))) r->at++;
        made = fresh(SCALAR), made->text = told("%.*s", (int)(r->at - from), from);
        const char *digits = made->text + (*made->text == '-');
        int whole = *digits && strspn(digits, "0123456789") == strlen(digits) && (*digits != '0' || !digits[1]);
        if (!whole && strcmp(made->text, "true") && strcmp(made->text, "false") && strcmp(made->text, "null"))
            r->wrong = "a value is none of the protocol's";
    }
    r->depth--;
    return made;
}

static Value *read_json(const char *text, size_t size, const char **wrong) {
    Reader r = {text, text + size, 0, NULL};
    Value *found = parse(&r);
    blanks(&r);
    *wrong = r.wrong ? r.wrong : r.at < r.end ? "something stands behind it" : NULL;
    return found;
}

static const Value *get(const Value *object, const char *key) {
    if (object && object->sort == OBJECT)
        for (const Value *one = object->first; one; one = one->next)
            if (!strcmp(one->key, key)) return one;
    return NULL;
}

static const char *text_of(const Value *value) { return value && value->sort >= SCALAR && value->text ? value->text : ""; }
static int is_true(const Value *value) { return value && value->sort == SCALAR && !strcmp(value->text, "true"); }

/* ------------------------------------------------------------ canonical text, sets in one order */

typedef struct {
    char *text;
    size_t size, room;
} Out;

static void put(Out *out, const char *text, size_t size) {
    if (out->size + size + 1 > out->room) {
        char *more = need(out->room = (out->size + size + 1) * 2);
        if (out->size) memcpy(more, out->text, out->size);
        out->text = more;
    }
    memcpy(out->text + out->size, text, size);
    out->text[out->size += size] = 0;
}

static void put_text(Out *out, const char *text) {
    put(out, "\"", 1);
    for (; *text; text++) {
        const char *plain = "\"\\\b\f\n\r\t", *found = strchr(plain, *text);
        if (found) put(out, "\\", 1), put(out, &"\"\\bfnrt"[found - plain], 1);
        else if ((unsigned char)*text < 32) put(out, told("\\u%04x", *text), 6);
        else put(out, text, 1);
    }
    put(out, "\"", 1);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_key(const void *a, const void *b) {
    return strcmp((*(const Value *const *)a)->key, (*(const Value *const *)b)->key);
}

static const Value *inner(const Value *tree, const char *key) {
    const Value *found = get(tree, key);
    return found ? found : get(tree, "*");
}

/* Nothing lies there; a view may count that. */
static int empty(const Value *value) {
    if (value->sort != LIST && value->sort != OBJECT) return 0;
    for (const Value *one = value->first; one; one = one->next) {
        int none = value->sort == OBJECT && !strcmp(one->key, "count") && one->sort == SCALAR && !strcmp(one->text, "0");
        if (!none && !empty(one)) return 0;
    }
    return 1;
}

/* A place that is left out because nothing lies there: a member of an object, or a pair of a place and what lies there. */
static int left_out(const Value *of, const Value *one) {
    if (of->sort == OBJECT) return empty(one);
    return one->sort == LIST && (one->count < 2 || empty(one->first->next));
}

/* The value as text; the tree lies beside it and says which lists are sets, and where empty places are as good as none. */
static const char *canonical(const Value *value, const Value *tree) {
    Out out = {"", 0, 0};
    if (!value || value->sort == NOTHING) return "nothing";
    if (value->sort == SCALAR) return value->text;
    if (value->sort == TEXT) return put_text(&out, value->text), out.text;
    const char **parts = need(sizeof *parts * (size_t)(value->count + 1));
    const Value **order = need(sizeof *order * (size_t)(value->count + 1));
    long n = 0;
    int may_be_empty = is_true(get(tree, "[]"));
    for (const Value *one = value->first; one; one = one->next)
        if (!may_be_empty || !left_out(value, one)) order[n++] = one;
    if (value->sort == OBJECT) qsort(order, (size_t)n, sizeof *order, by_key);
    for (long k = 0; k < n; k++) {
        const char *key = value->sort == OBJECT ? order[k]->key : told("%ld", k);
        parts[k] = canonical(order[k], inner(tree, key));
    }
    if (value->sort == LIST && is_true(get(tree, "set"))) qsort(parts, (size_t)n, sizeof *parts, by_text);
    put(&out, value->sort == LIST ? "[" : "{", 1);
    for (long k = 0; k < n; k++) {
        if (k) put(&out, ",", 1);
        if (value->sort == OBJECT) put_text(&out, order[k]->key), put(&out, ":", 1);
        put(&out, parts[k], strlen(parts[k]));
    }
    put(&out, value->sort == LIST ? "]" : "}", 1);
    return out.text;
}

/* The last member of the place of a hidden piece, if it is [first, last]: then it stands for one in each of these places. */
static const Value *places(const Value *told_of) {
    const Value *at = get(told_of, "at"), *last = at && at->sort == LIST ? at->first : NULL;
    while (last && last->next) last = last->next;
    return last && last->sort == LIST ? last : NULL;
}

static Value *copied(const Value *one) {
    Value *made = need(sizeof *made);
    return *made = *one, made->next = NULL, made;
}

/* A hidden piece in one place of those that its `at` names. */
static Value *hidden(const Value *told_of, long place) {
    Value *made = copied(told_of), **last = &made->first;
    for (const Value *one = told_of->first; one; one = one->next, last = &(*last)->next) {
        *last = copied(one);
        if (strcmp(one->key, "at")) continue;
        Value **where = &(*last)->first;
        for (const Value *part = one->first; part; part = part->next, where = &(*where)->next) *where = copied(part);
        for (where = &(*last)->first; (*where)->next;) where = &(*where)->next;
        (*where)->sort = SCALAR, (*where)->text = told("%ld", place), (*where)->first = NULL, (*where)->count = 0;
    }
    return made;
}

/* The value with every hidden piece by itself. */
static Value *unfolded(const Value *value) {
    if (!value) return NULL;
    Value *made = copied(value), **last = &made->first;
    made->first = NULL, made->count = 0;
    for (const Value *one = value->first; one; one = one->next) {
        const Value *pair = value->sort == LIST ? places(one) : NULL;
        long first = pair ? atol(text_of(pair->first)) : 0, end = pair ? atol(text_of(pair->first->next)) : 0;
        for (long place = first; place <= end; place++, last = &(*last)->next, made->count++)
            *last = pair ? hidden(one, place) : unfolded(one);
    }
    return made;
}

static const Value *made(const char *text) {
    const char *wrong;
    return read_json(text, strlen(text), &wrong);
}

static const Value *A_SET;

/* ------------------------------------------------------------ the engine */

static struct {
    char **command;
    double seconds;
    pid_t pid;
    int in, out;
    long id;
    char *heard;
    size_t size, room;
} engine;

static void open_engine(void) {
    int to[2], from[2];
    if (pipe(to) || pipe(from)) leave(ERROR, "there are no pipes left");
    engine.pid = fork();
    if (!engine.pid) {
        dup2(to[0], 0), dup2(from[1], 1);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execvp(engine.command[0], engine.command);
        fprintf(stderr, "%s: %s\n", engine.command[0], strerror(errno));
        _exit(127);
    }
    close(to[0]), close(from[1]);
    engine.in = to[1], engine.out = from[0], engine.size = 0;
}

static void close_engine(void) {
    if (!engine.pid) return;
    close(engine.in), close(engine.out), kill(engine.pid, SIGKILL), waitpid(engine.pid, NULL, 0);
    engine.pid = 0;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static char *line(const char *op) {
    double end = now() + engine.seconds;
    char *stop;
    while (!engine.size || !(stop = memchr(engine.heard, '\n', engine.size))) {
        struct pollfd ready = {engine.out, POLLIN, 0};
        double left = end - now();
        if (left <= 0 || poll(&ready, 1, (int)(left * 1000) + 1) == 0)
            leave(ERROR, told("no answer to %s in %g seconds", op, engine.seconds));
        if (engine.room - engine.size < 65536) engine.heard = realloc(engine.heard, engine.room += 1 << 20);
        ssize_t got = read(engine.out, engine.heard + engine.size, 65536);
        if (got <= 0) leave(ERROR, told("it ended before its answer to %s", op));
        engine.size += (size_t)got;
    }
    size_t size = (size_t)(stop - engine.heard);
    char *found = told("%.*s", (int)size, engine.heard);
    engine.size -= size + 1;
    memmove(engine.heard, stop + 1, engine.size);
    return found;
}

static const char *refused; /* what the engine said when it refused the last request; NULL if it did not */

/* One request, `args` being keys and values as text, and its answer; NULL if it is refused. */
static const Value *ask(const char *op, const char *args) {
    if (!engine.pid) open_engine();
    char *request = told("{\"id\":%ld,\"op\":\"%s\"%s%s}\n", ++engine.id, op, *args ? "," : "", args);
    for (size_t done = 0, size = strlen(request); done < size;) {
        ssize_t put_in = write(engine.in, request + done, size - done);
        if (put_in <= 0) leave(ERROR, told("it does not take %s: it has ended", op));
        done += (size_t)put_in;
    }
    char *said = line(op);
    const char *wrong;
    const Value *answer = read_json(said, strlen(said), &wrong);
    if (wrong) leave(ERROR, told("to %s it answered what is no JSON of the protocol (%s): %.80s", op, wrong, said));
    if (strcmp(text_of(get(answer, "id")), told("%ld", engine.id)))
        leave(ERROR, told("to request %ld, %s, it answered %.80s", engine.id, op, said));
    if (get(answer, "error")) leave(ERROR, told("%s failed: %s", op, text_of(get(answer, "error"))));
    refused = get(answer, "refused") ? text_of(get(answer, "refused")) : NULL;
    if (!refused && !get(answer, "ok")) leave(ERROR, told("to %s it answered neither ok nor refused", op));
    return refused ? NULL : get(answer, "ok");
}

static void must(const char *op, const char *args) {
    if (!ask(op, args)) leave(FAILED, told("%s is refused (%s): %.200s", op, refused, args));
}

static const Value *answer(const char *op, const char *args) {
    const Value *found = ask(op, args);
    if (!found) leave(ERROR, told("it refuses %s: %s", op, refused));
    return found;
}

/* ------------------------------------------------------------ what the engine must say by now */

typedef struct Name { /* a name with its value; the latest first */
    const char *name;
    const Value *value; /* NULL: gone */
    struct Name *next;
} Name;
typedef struct Seen {
    const char *reader;
    Name *parts[2];
    struct Seen *next;
} Seen;
typedef struct Call {
    const char *op, *args;
    struct Call *next;
} Call;
static const char *TABLE[2] = {"states", "zones"};
static const Value *sets, *vector, *features, *unsaid, *config;
static Name *whole[2];
static Seen *views;
static const Value *drawn; /* the steps of the path, if the engine came along it: its draws count */
static Call *calls; /* everything said since the beginning, the latest first */
static long at;

static int among(const Value *list, const char *word) {
    for (const Value *one = list ? list->first : NULL; one; one = one->next)
        if (!strcmp(text_of(one), word)) return 1;
    return 0;
}

static int can(const char *feature) { return among(features, feature); }

static Name *named(Name *list, const char *name) {
    while (list && strcmp(list->name, name)) list = list->next;
    return list;
}

static Name *with(Name *list, const Value *told_of) {
    for (const Value *one = told_of ? told_of->first : NULL; one; one = one->next) {
        Name *more = need(sizeof *more);
        *more = (Name){one->key, one, list}, list = more;
    }
    return list;
}

static void same(const char *what, const char *ours, const char *theirs) {
    if (strcmp(ours, theirs)) leave(FAILED, told("%s: it must be %s, it is %s", what, ours, theirs));
}

/* A part of a position or view: every name that one of the two has. */
static void compare(const char *what, Name *ours, const Value *theirs, const Value *trees) {
    for (Name *one = ours; one; one = one->next) {
        Name *latest = named(ours, one->name);
        if (latest != one || among(unsaid, one->name)) continue;
        const Value *tree = get(trees, one->name);
        same(told("%s, %s", what, one->name), canonical(one->value, tree), canonical(get(theirs, one->name), tree));
    }
    for (const Value *one = theirs ? theirs->first : NULL; one; one = one->next)
        if (!named(ours, one->key) && !among(unsaid, one->key))
            leave(FAILED, told("%s, %s: it must be nothing, it is %s", what, one->key, canonical(one, NULL)));
}

static void position(const char *what) {
    if (!can("position") || (!whole[0] && !whole[1])) return;
    const Value *said = answer("position", "");
    for (int p = 0; p < 2; p++) compare(what, whole[p], get(said, TABLE[p]), get(get(sets, "position"), TABLE[p]));
}

/* ------------------------------------------------------------ steps */

static void step(const Value *one);

static void say(const char *op, const char *args) {
    Call *more = need(sizeof *more);
    *more = (Call){op, args, calls}, calls = more;
    must(op, args);
}

static void do_move(const Value *said) {
    say("move", told("\"seat\":%s,\"move\":%s", canonical(said->first, NULL), canonical(said->first->next, NULL)));
}

/* The label as this engine counts: what it drew on the path counts. */
static const char *label_of(const Value *said) {
    const char *label = text_of(get(said, "label"));
    int line = (int)strcspn(label, "#");
    long number = label[line] ? atol(label + line + 1) : 0;
    for (const Value *one = drawn; one; one = one->next) {
        const char *other = text_of(get(get(one, "chance"), "label"));
        number += (int)strcspn(other, "#") == line && !strncmp(label, other, (size_t)line);
    }
    return told("%.*s#%ld", line, label, number);
}

static const char *outcome_of(const Value *said) {
    Out out = {"", 0, 0};
    put_text(&out, label_of(said));
    const char *label = out.text;
    return told("\"label\":%s,\"outcome\":%s", label, canonical(get(said, "outcome"), NULL));
}

static void do_chance(const Value *said) {
    const char *draw = text_of(get(said, "draw"));
    if (*draw && can("chance.asked")) {
        const Value *pending = answer("pending", ""), *outcome = get(said, "outcome");
        const Value *of = !strcmp(draw, "order") ? outcome : get(said, "of");
        same("what is asked", "chance", text_of(get(pending, "kind")));
        same("the label of chance", label_of(said), text_of(get(pending, "label")));
        same("the way to draw", draw, text_of(get(pending, "draw")));
        same("what chance is asked of", canonical(of, A_SET), canonical(get(pending, "of"), A_SET));
        if (!strcmp(draw, "dice")) same("how many dice", told("%ld", outcome->count), text_of(get(pending, "count")));
    }
    say("chance", outcome_of(said));
}

static void legal(const char *seat, const Value *moves, int ordered) {
    const Value *said = answer("legal", told("\"seat\":%s", seat)), *trees = get(sets, "moves");
    const Value *lists[2] = {moves, said};
    const char **texts[2];
    for (int side = 0; side < 2; side++) {
        long n = 0;
        texts[side] = need(sizeof(char *) * (size_t)(lists[side]->count + 1));
        for (const Value *one = lists[side]->first; one; one = one->next)
            texts[side][n++] = canonical(one, get(trees, text_of(get(one, "do"))));
        if (!ordered) qsort(texts[side], (size_t)n, sizeof(char *), by_text);
    }
    for (long a = 0, b = 0; a < moves->count || b < said->count; a++, b++) {
        int order = a == moves->count ? 1 : b == said->count ? -1 : strcmp(texts[0][a], texts[1][b]);
        if (order < 0) leave(FAILED, told("seat %s is not offered %s", seat, texts[0][a]));
        if (order > 0) leave(FAILED, told("seat %s is offered %s, which is not legal, or twice", seat, texts[1][b]));
    }
}

static Seen *seen_by(const char *reader) {
    Seen *seen = views;
    while (seen && strcmp(seen->reader, reader)) seen = seen->next;
    if (!seen) seen = need(sizeof *seen), *seen = (Seen){reader, {NULL, NULL}, views}, views = seen;
    return seen;
}

static void view(const char *reader, const Value *told_of) {
    const Value *like = get(told_of, "like"), *gone = get(told_of, "gone");
    Seen *seen = seen_by(reader);
    Name **before = !like ? seen->parts : strcmp(text_of(like), "position") ? seen_by(text_of(like))->parts : whole;
    for (int p = 0; p < 2; p++) {
        Name *kept = NULL;
        for (Name *one = with(before[p], unfolded(get(told_of, TABLE[p]))); one; one = one->next)
            if (!among(gone, one->name) && !named(kept, one->name)) {
                Name *more = need(sizeof *more);
                *more = (Name){one->name, one->value, kept}, kept = more;
            }
        seen->parts[p] = kept;
    }
    if (!can("views")) return;
    const char *seat = strcmp(reader, "-") ? reader : "null";
    const Value *said = answer("view", told("\"seat\":%s", seat));
    const char *what = told("what %s%s sees", *seat == 'n' ? "a spectator" : "seat ", *seat == 'n' ? "" : seat);
    for (int p = 0; p < 2; p++) compare(what, seen->parts[p], get(said, TABLE[p]), get(get(sets, "view"), TABLE[p]));
}

static void do_see(const Value *see) {
    for (int p = 0; p < 2; p++) whole[p] = with(whole[p], get(see, TABLE[p]));
    const Value *pending = get(see, "pending"), *list;
    if (pending) {
        const Value *said = answer("pending", "");
        same("what is asked", text_of(get(pending, "kind")), text_of(get(said, "kind")));
        same("who must answer", canonical(get(pending, "seats"), A_SET), canonical(get(said, "seats"), A_SET));
    }
    if ((list = get(see, "legal")))
        for (const Value *one = list->first; one; one = one->next) legal(one->key, one, is_true(get(see, "ordered")));
    position("the position");
    if ((list = get(see, "views")))
        for (const Value *one = list->first; one; one = one->next) view(one->key, one);
    if ((list = get(see, "result"))) compare("the result", with(NULL, list), answer("result", ""), get(sets, "result"));
}

static void do_not(const Value *said, const Value *all) {
    if (!strcmp(text_of(get(all, "kind")), "extra") && !can("strict")) return;
    const char *seat = canonical(said->first, NULL), *move = canonical(said->first->next, NULL);
    if (ask("move", told("\"seat\":%s,\"move\":%s", seat, move)))
        leave(FAILED, told("seat %s is let do %s", seat, move));
    position("the position after a refused move");
}

static const char *start_of(void) { return told("\"config\":%s", canonical(config, NULL)); }

static const char *table_of(Name *list) {
    Out out = {"", 0, 0};
    put(&out, "{", 1);
    for (Name *one = list; one; one = one->next)
        if (named(list, one->name) == one) {
            if (out.size > 1) put(&out, ",", 1);
            put_text(&out, one->name), put(&out, ":", 1);
            const char *value = canonical(one->value, NULL);
            put(&out, value, strlen(value));
        }
    put(&out, "}", 1);
    return out.text;
}

static void do_load(const Value *rest) {
    const char *more = canonical(rest, NULL);
    must("start", start_of());
    const char *tables = told("\"states\":%s,\"zones\":%s", table_of(whole[0]), table_of(whole[1]));
    if (!ask("load", told("\"position\":{%s,%s%s%s", start_of(), tables, rest->count ? "," : "", more + 1)))
        leave(SKIPPED, "it refuses the position");
    drawn = NULL;
}

static void do_save(void) {
    const char *saved = canonical(answer("save", ""), NULL);
    must("start", start_of());
    must("restore", told("\"saved\":%s", saved));
}

static void do_fork(const Value *steps) {
    Name *kept[2] = {whole[0], whole[1]};
    Call *said = calls;
    Seen *before = views, *copies = NULL;
    for (Seen *one = views; one; one = one->next) {
        Seen *copy = need(sizeof *copy);
        *copy = *one, copy->next = copies, copies = copy;
    }
    must("fork", "");
    views = copies;
    for (const Value *one = steps->first; one; one = one->next) step(one);
    must("back", "");
    whole[0] = kept[0], whole[1] = kept[1], calls = said, views = before;
    position("the position a copy was made of");
}

static void do_not_load(const Value *where) {
    if (ask("load", told("\"position\":%s", canonical(where, NULL))))
        leave(FAILED, "a position that cannot be is loaded");
}

static void do_not_chance(const Value *said) {
    if (ask("chance", outcome_of(said))) leave(FAILED, told("chance takes what cannot be: %s", outcome_of(said)));
}

/* ------------------------------------------------------------ counting ways */

static uint32_t crc32(const char *text) {
    uint32_t found = ~(uint32_t)0;
    for (; *text; text++) {
        found ^= (unsigned char)*text;
        for (int bit = 0; bit < 8; bit++) found = found & 1 ? found >> 1 ^ 0xEDB88320u : found >> 1;
    }
    return ~found;
}

static void again(Call *list) { /* from the beginning, the earliest first */
    if (!list) must("start", start_of());
    else again(list->next), must(list->op, list->args);
}

typedef struct {
    long leaves, ends;
    uint32_t sum;
} Count;

static void count_ways(Call *way, long depth, int sums, Count *counts) {
    again(way);
    const Value *pending = answer("pending", "");
    int end = !strcmp(text_of(get(pending, "kind")), "end");
    counts->leaves++, counts->ends += end;
    if (sums) {
        const Value *said = answer("position", ""), *trees = get(sets, "position");
        const char *parts[2];
        for (int p = 0; p < 2; p++) parts[p] = canonical(get(said, TABLE[p]), get(trees, TABLE[p]));
        counts->sum += crc32(told("{\"states\":%s,\"zones\":%s}", parts[0], parts[1]));
    }
    if (!depth || end) return;
    const char *seat = text_of(get(pending, "seats")->first);
    const Value *moves = answer("legal", told("\"seat\":%s", seat));
    for (const Value *one = moves->first; one; one = one->next) {
        Call next = {"move", told("\"seat\":%s,\"move\":%s", seat, canonical(one, NULL)), way};
        count_ways(&next, depth - 1, sums, counts + 1);
    }
}

static void do_perft(const Value *levels) {
    Count counts[DEEPEST] = {{0, 0, 0}};
    long deepest = 0;
    int sums = can("position");
    for (int p = 0; p < 2; p++)
        for (Name *one = whole[p]; one; one = one->next) sums = sums && !among(unsaid, one->name);
    for (const Value *one = levels->first; one; one = one->next)
        if (atol(text_of(get(one, "depth"))) > deepest) deepest = atol(text_of(get(one, "depth")));
    count_ways(calls, deepest, sums, counts);
    for (const Value *one = levels->first; one; one = one->next) {
        long depth = atol(text_of(get(one, "depth")));
        same(told("ways %ld deep", depth), text_of(get(one, "leaves")), told("%ld", counts[depth].leaves));
        same(told("ends %ld deep", depth), text_of(get(one, "ends")), told("%ld", counts[depth].ends));
        if (sums) same(told("sum %ld deep", depth), text_of(get(one, "sum")), told("%lu", (unsigned long)counts[depth].sum));
    }
}

static void step(const Value *one) {
    const Value *said;
    if ((said = get(one, "see"))) do_see(said);
    else if ((said = get(one, "not"))) do_not(said, one);
    else if ((said = get(one, "move"))) do_move(said);
    else if ((said = get(one, "chance"))) do_chance(said);
    else if ((said = get(one, "load"))) do_load(said);
    else if ((said = get(one, "fork"))) do_fork(said);
    else if (get(one, "save")) do_save();
    else if ((said = get(one, "perft"))) do_perft(said);
    else if ((said = get(one, "not-load"))) do_not_load(said);
    else if ((said = get(one, "not-chance"))) do_not_chance(said);
    else leave(WRONG, told("a step is not known: %.80s", canonical(one, NULL)));
}

static void play(void) {
    const Value *from = get(vector, "from");
    int loaded = from && can("load") && ask("load", told("\"position\":%s", canonical(from, NULL)));
    if (from && !loaded && !get(vector, "path")) leave(SKIPPED, "it refuses the position");
    if (!loaded) must("start", start_of());
    for (int p = 0; p < 2; p++) whole[p] = with(NULL, get(from, TABLE[p]));
    drawn = NULL;
    if (from && !loaded) {
        for (const Value *one = get(vector, "path")->first; one; one = one->next) step(one);
        drawn = get(vector, "path")->first;
    }
    at = 0;
    for (const Value *one = get(vector, "steps")->first; one; one = one->next) at++, step(one);
}

/* ------------------------------------------------------------ many of them */

static const Value *plays;

static const char *skipped(void) {
    const char *seats = text_of(get(config, "seats"));
    const Value *options = get(plays, "options"), *steps = get(vector, "steps");
    if (!among(get(plays, "seats"), seats)) return told("it does not play with %s", seats);
    for (const Value *one = options ? options->first : NULL; one; one = one->next) {
        const Value *value = get(get(config, "options"), one->key);
        if (value && !among(one, text_of(value))) return told("it does not play %s %s", one->key, text_of(value));
    }
    if (get(vector, "from") && !get(vector, "path") && !can("load")) return "it has no `load`";
    const char *needs[5][2] = {{"load", "load"}, {"not-load", "load"}, {"fork", "fork"}, {"save", "save"}, {"not-chance", "chance.asked"}};
    long extra = 0;
    for (const Value *one = steps->first; one; one = one->next) {
        for (int n = 0; n < 5; n++)
            if (get(one, needs[n][0]) && !can(needs[n][1])) return told("it has no `%s`", needs[n][1]);
        extra += !strcmp(text_of(get(one, "kind")), "extra");
    }
    return extra == steps->count && !can("strict") ? "it is not `strict`" : NULL;
}

static void handshake(const Value *manifest) {
    const char *offer = "[\"chance.asked\",\"explain\",\"fork\",\"load\",\"position\",\"save\",\"strict\",\"views\"]";
    const char *harness = "{\"name\":\"replay.c\",\"version\":\"1\"}";
    const char *game = text_of(get(manifest, "game")), *spec = text_of(get(manifest, "spec"));
    const Value *said = answer("hello", told("\"rcp\":[1,1],\"harness\":%s,\"game\":{\"name\":\"%s\",\"spec\":\"%s\"},\"offer\":%s", harness, game, spec, offer));
    if (strcmp(text_of(get(said, "rcp")), "1")) leave(ERROR, "it does not speak version 1 of the protocol");
    features = get(said, "features"), unsaid = get(said, "unsaid"), plays = NULL;
    for (const Value *one = get(said, "games") ? get(said, "games")->first : NULL; one; one = one->next)
        if (!strcmp(text_of(get(one, "game")), game)) plays = one;
    if (!plays) leave(ERROR, told("it does not play %s", game));
}

static int shaken(const Value *manifest) { /* whether the handshake went well */
    if (!setjmp(way_out)) return handshake(manifest), 1;
    fprintf(stderr, "replay: %s\n", why), close_engine();
    return 0;
}

typedef struct Clause {
    const char *name;
    long failed, all;
    struct Clause *next;
} Clause;
static Clause *clauses;

static void keep(const char *clause, int failed) {
    Clause *one = clauses;
    while (one && strcmp(one->name, clause)) one = one->next;
    if (!one) {
        one = calloc(1, sizeof *one), one->name = strdup(clause), one->next = clauses, clauses = one;
    }
    one->all++, one->failed += failed;
}

static void blame(void) { /* the clauses that most failed and fewest passed vectors are about */
    for (int n = 0; n < 3; n++) {
        Clause *best = NULL;
        double most = 0;
        for (Clause *one = clauses; one; one = one->next) {
            double score = (double)one->failed / sqrt((double)one->all);
            if (score > most) most = score, best = one;
        }
        if (!best) break;
        printf("%s%s", n ? ", " : "  clauses to read: ", best->name);
        best->failed = 0;
        if (n == 2) break;
    }
    printf("\n");
}

static char *whole_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    if (!file) fprintf(stderr, "replay: %s: %s\n", name, strerror(errno)), exit(2);
    char *text = NULL;
    size_t room = 0, got;
    *size = 0;
    do {
        text = realloc(text, (room += 1 << 20) + 1);
        got = fread(text + *size, 1, room - *size, file);
    } while ((*size += got) == room);
    fclose(file);
    text[*size] = 0;
    return text;
}

static long counts[5], restarts, done, wanted;
static const char *reasons[64];
static long times[64];

static void skip_reason(const char *said) {
    int n = 0;
    while (n < 63 && reasons[n] && strcmp(reasons[n], said)) n++;
    if (!reasons[n]) reasons[n] = strdup(said);
    times[n]++;
}

static int replay_line(const char *text, size_t size, const char *only, Block *until) {
    const char *wrong;
    vector = read_json(text, size, &wrong);
    const char *keys = " id sort about config from path steps advice pair note ";
    for (const Value *one = vector->first; one && !wrong; one = one->next)
        if (!strstr(keys, told(" %s ", one->key))) wrong = told("it has a key that is not known: %s", one->key);
    if (wrong) fprintf(stderr, "replay: a vector cannot be read: %s\n", wrong), exit(2);
    const char *id = text_of(get(vector, "id"));
    if (only && strcmp(only, id)) return release(until), 1;
    config = get(vector, "config") ? get(vector, "config") : get(get(vector, "from"), "config");
    wanted++, at = 0, views = NULL, calls = NULL;
    Kind kind = PASSED;
    int left = setjmp(way_out);
    if (left) kind = (Kind)(left - 1);
    else if ((why = skipped())) kind = SKIPPED;
    else play();
    if (kind == WRONG) fprintf(stderr, "replay: %s: %s\n", id, why), exit(2);
    if (kind == FAILED && is_true(get(vector, "advice"))) kind = ADVICE;
    counts[kind]++, done++;
    if (kind == SKIPPED) skip_reason(why);
    if (kind == FAILED || kind == ERROR || kind == ADVICE) {
        const char *names[] = {"", "FAILED", "ERROR", "ADVICE"};
        if (at) printf("%s %s at step %ld: %s\n", names[kind], id, at, why);
        else printf("%s %s at its beginning: %s\n", names[kind], id, why);
    }
    if (kind == PASSED || kind == FAILED)
        for (const Value *one = get(vector, "about")->first; one; one = one->next) keep(text_of(one), kind == FAILED);
    release(until);
    if (kind != ERROR) return 1;
    close_engine();
    return ++restarts <= RESTARTS ? 2 : 0;
}

int main(int argc, char **argv) {
    const char *tier = "tiny", *only = NULL, *folder = argc > 1 ? argv[1] : NULL;
    int n = 2;
    engine.seconds = 10;
    for (; n + 1 < argc && strcmp(argv[n], "--"); n += 2) {
        if (!strcmp(argv[n], "--tier")) tier = argv[n + 1];
        else if (!strcmp(argv[n], "--only")) only = argv[n + 1];
        else if (!strcmp(argv[n], "--seconds")) engine.seconds = atof(argv[n + 1]);
    }
    if (!folder || n + 1 >= argc || strcmp(argv[n], "--")) {
        fprintf(stderr, "replay FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..\n");
        return 2;
    }
    engine.command = argv + n + 1;
    signal(SIGPIPE, SIG_IGN);
    size_t size;
    const char *wrong, *text = whole_file(told("%s/manifest.json", folder), &size);
    const Value *manifest = read_json(text, size, &wrong), *files = get(get(manifest, "tiers"), tier);
    if (wrong || strcmp(text_of(get(manifest, "format")), "rulekit-vectors/1") || !files) {
        fprintf(stderr, "replay: manifest.json is of another format, or has no tier %s\n", tier);
        return 2;
    }
    sets = get(manifest, "sets"), A_SET = made("{\"set\":true}");
    int state = 2; /* 2: shake hands first, 1: go on, 0: given up */
    for (const Value *one = files->first; one; one = one->next) {
        char *lines = whole_file(told("%s/%s", folder, text_of(one)), &size), *end = lines + size;
        long number = 0;
        for (char *from = lines, *stop; from < end; from = stop + 1) {
            stop = memchr(from, '\n', (size_t)(end - from));
            if (!stop) stop = end;
            if (stop == from) continue;
            number++;
            if (state == 2 && !shaken(manifest)) return 3;
            state = state ? 1 : 0;
            Block *mark = malloc(sizeof *mark); /* what comes now is freed when the vector is done */
            mark->next = arena, mark->used = mark->size = 0, arena = mark;
            if (state) state = replay_line(from, (size_t)(stop - from), only, mark);
            else wanted++;
        }
        if (strcmp(told("%ld", number), text_of(get(get(get(manifest, "files"), text_of(one)), "vectors")))) {
            fprintf(stderr, "replay: %s has %ld vectors, the manifest tells another number\n", text_of(one), number);
            return 2;
        }
    }
    close_engine();
    printf("%s: %ld vectors:", text_of(get(manifest, "game")), wanted);
    for (int k = 0; k < 5; k++) printf("%s %ld %s", k ? "," : "", counts[k], KINDS[k]);
    printf("\n");
    for (int k = 0; k < 64 && reasons[k]; k++) printf("  skipped %ld: %s\n", times[k], reasons[k]);
    if (done < wanted) printf("  given up after %ld\n", done);
    if (counts[FAILED]) blame();
    if (counts[ERROR] || done < wanted) return 3;
    return counts[FAILED] ? 1 : counts[PASSED] ? 0 : 5;
}
