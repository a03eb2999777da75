/* Finding and making cells in a table without a lock, while the cells' owner is closed; in the memory order of C11, as on
 * processors with a weak one.
 *
 * Models, of Sources/Resolver/Engine: CellTable.swift (cell, find, each, make), Environment.swift (existingCell),
 * Environment+Closing.swift (beginClosing), Frame+Step.swift (claim), TaskRun.swift (end, take), Refusal.swift (refusalStep).
 * A block has PLACES places, of which the code looks at eight; every number begins at the first.
 *
 * Shown: each number has one cell, and no two have the same. A thread that finds a cell finds it complete. Either the closing
 * thread sees the claim, whether it looks by numbers (BY_NUMBER) or through all cells, or the claiming thread sees that the
 * cells' owner is closed.
 *
 * run: -DPLACES=1 -DSECOND=1
 * run: -DPLACES=1 -DSECOND=2
 * run: -DPLACES=2 -DSECOND=1
 * run: -DPLACES=2 -DSECOND=2
 * run: -DPLACES=1 -DSECOND=2 -DBY_NUMBER
 * run: -DPLACES=2 -DSECOND=2 -DBY_NUMBER
 * broken: -DPLACES=2 -DSECOND=2 -DNO_EXCHANGE                       two numbers get one cell
 * broken: -DPLACES=1 -DSECOND=1 -DMAKE=memory_order_relaxed         a block is found before it is complete
 * broken: -DPLACES=1 -DSECOND=2 -DLINK=memory_order_acquire         a block that was just made is missed
 * broken: -DPLACES=2 -DSECOND=2 -DEACH=memory_order_acquire         a place that was just taken is missed
 * broken: -DPLACES=2 -DSECOND=2 -DBY_NUMBER -DEACH=memory_order_acquire  such a place is missed by number (own defect D243)
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef MAKE
#define MAKE memory_order_seq_cst
#endif
#ifndef LINK
#define LINK memory_order_seq_cst
#endif
#ifndef EACH
#define EACH memory_order_seq_cst
#endif

typedef struct block {
    _Atomic(struct block *) next;
    atomic_int number[PLACES], content[PLACES];
    int isWhole[PLACES];
} block;

static _Atomic(block *) first;
static atomic_int closed;
static atomic_int *cells[2];
static int isMade[3], isSeen[3];

static int replace(atomic_int *word, int expected, int new) {
    return atomic_compare_exchange_strong(word, &expected, new);
}

static block *make(_Atomic(block *) *link) {
    block *made = malloc(sizeof(block)), *found = NULL;
    atomic_init(&made->next, NULL);
    for (int index = 0; index < PLACES; index++) {
        atomic_init(&made->number[index], 0);
        atomic_init(&made->content[index], 0);
        made->isWhole[index] = 1;
    }
    if (atomic_compare_exchange_strong_explicit(link, &found, made, MAKE, memory_order_seq_cst)) return made;
    free(made);
    return found;
}

static int take(atomic_int *number, int id) {
#ifdef NO_EXCHANGE
    atomic_store(number, id);
    return 1;
#else
    return replace(number, 0, id);
#endif
}

static atomic_int *cell(int id) {
    _Atomic(block *) *link = &first;
    while (1) {
        block *at = atomic_load(link);
        if (!at) at = make(link);
        for (int index = 0; index < PLACES; index++) {
            int found = atomic_load(&at->number[index]);
            if (found == id || (!found && (take(&at->number[index], id)
                                           || atomic_load_explicit(&at->number[index], memory_order_acquire) == id))) {
                assert(at->isWhole[index]);
                return &at->content[index];
            }
        }
        link = &at->next;
    }
}

static void see(block *at, int index, int id) {
    assert(at->isWhole[index]);
    if (atomic_load(&at->content[index]) == id) isSeen[id] = 1;
}

static void find(int id) {
#ifdef BY_NUMBER
    for (block *at = atomic_load_explicit(&first, LINK); at; at = atomic_load_explicit(&at->next, LINK))
        for (int index = 0; index < PLACES; index++) {
            int found = atomic_load_explicit(&at->number[index], EACH);
            if (found == id) see(at, index, id);
            if (found == id || !found) return;
        }
#endif
}

static void each(void) {
    for (block *at = atomic_load_explicit(&first, LINK); at; at = atomic_load_explicit(&at->next, LINK))
        for (int index = 0; index < PLACES; index++) {
            int found = atomic_load_explicit(&at->number[index], EACH);
            if (found) see(at, index, found);
        }
}

static void *maker(void *which) {
    int id = which ? SECOND : 1;
    atomic_int *content = cells[which ? 1 : 0] = cell(id);
    if (!replace(content, 0, id)) return NULL;
    if (atomic_load(&closed)) replace(content, id, 0); else isMade[id] = 1;
    return NULL;
}

static void *closer(void *unused) {
    atomic_exchange(&closed, 1);
#ifdef BY_NUMBER
    find(1);
    find(2);
#else
    each();
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, maker, NULL);
    pthread_create(&threads[1], NULL, maker, &first);
    pthread_create(&threads[2], NULL, closer, NULL);
    for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);
    assert((cells[0] == cells[1]) == (SECOND == 1));
    for (int id = 1; id <= 2; id++) assert(isSeen[id] || !isMade[id]);
}
