/* A growable byte buffer. */
#include <stdlib.h>
#include <string.h>
#include "buffer.h"

#define BUF_MIN 64
#define BUF_GROW(n) \
    ((n) * 2)

typedef unsigned char byte;
typedef int (*compare_fn)(const void *, const void *);

typedef struct {
    byte *data;
    size_t used, room;
} buffer;

typedef struct node {
    struct node *next;
    int flags : 3;
    char name[16];
    void (*on_free)(struct node *);
} node_t;

struct point { int x, y; };

enum color { RED, GREEN = 2, BLUE };

typedef enum {
    STATE_OPEN,
    STATE_CLOSED
} state;

union value {
    int i;
    float f;
};

static const char *names[] = {
    "red",
    "green",
};
int counter = 0, limit;
extern int errors;

static int grow(buffer *b, size_t room);

/**
 * Makes an empty buffer.
 */
buffer *buffer_new(void)
{
    buffer *b = malloc(sizeof *b);
    memset(b, 0, sizeof *b);
    return b;
}

// Grows it.
static inline int
grow(buffer *b, size_t room)
{
    struct local { int n; };
    b->room = BUF_GROW(room);
    return 0;
}

#ifdef HAVE_SORT
static void (*pick(int kind))(int)
{
    return 0;
}
#else
void sort_buffer(buffer *b) { (void)b; }
#endif

int main(int argc, char **argv) {
    struct point p = { 1, 2 };
    return p.x + argc;
}
