/* One frame claims a cell again and again, while another thread looks which frame has claimed it; in the memory order of C11,
 * as on processors with a weak one.
 *
 * Models, of Sources/Resolver/Engine: Frame+Step.swift (claim, wait), Frame+End.swift (giveUp, keepInRun), LazyValue.swift
 * (keep), InstanceCell.swift (take).
 *
 * Shown: a thread that looks at a frame which has claimed the cell sees the frame as it was at the claim. Until it has looked,
 * the frame is not used for anything else. An instance is freed once, even if the cell is emptied meanwhile.
 *
 * run: -DCLAIMS=2
 * broken: -DCLAIMS=2 -DCLAIM=memory_order_relaxed  the thread that looks may see the frame as it was before
 * broken: -DCLAIMS=2 -DNO_MARK                     the frame is used again while a thread looks at it
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef CLAIM
#define CLAIM memory_order_seq_cst
#endif
/* What a cell has: nothing; a frame that makes its instance; such a frame, with a mark that a thread looks; an instance. */
#define NOTHING 0
#define MAKING 1
#define AWAITED 2
#define INSTANCE 3

static atomic_int content;
static pthread_mutex_t lock;
/* What the frame is used for; written before it claims. */
static int use, claimed;
static int *instance;
static int made, freed;

static int replace(int expected, int new, memory_order order) {
    return atomic_compare_exchange_strong_explicit(&content, &expected, new, order, memory_order_relaxed);
}

static void end(void) {
    free(instance);
    freed++;
}

static void *maker(void *unused) {
    for (int claim = 1; claim <= CLAIMS; claim++) {
        use = claim;
        if (!replace(NOTHING, MAKING, CLAIM)) return NULL;
        if (claim < CLAIMS) {
            /* Nothing was made. */
            if (replace(MAKING, NOTHING, memory_order_seq_cst)) continue;
            pthread_mutex_lock(&lock);
            replace(AWAITED, NOTHING, memory_order_seq_cst);
            pthread_mutex_unlock(&lock);
            continue;
        }
        instance = malloc(sizeof *instance);
        *instance = 1;
        made = 1;
        if (replace(MAKING, INSTANCE, memory_order_seq_cst)) return NULL;
        pthread_mutex_lock(&lock);
        int found = atomic_load_explicit(&content, memory_order_acquire);
        if (found == MAKING || found == AWAITED) atomic_exchange(&content, INSTANCE); else end();
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *looker(void *unused) {
    if (atomic_load(&content) != MAKING) return NULL;
    pthread_mutex_lock(&lock);
#ifdef NO_MARK
    if (atomic_load(&content) == MAKING) claimed = use;
#else
    if (replace(MAKING, AWAITED, memory_order_seq_cst)) claimed = use;
#endif
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *resetter(void *unused) {
    pthread_mutex_lock(&lock);
    if (atomic_exchange(&content, NOTHING) == INSTANCE) end();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    void *(*const roles[])(void *) = {maker, looker, resetter};
    pthread_t threads[3];
    pthread_mutex_init(&lock, NULL);
    for (int role = 0; role < 3; role++) pthread_create(&threads[role], NULL, roles[role], NULL);
    for (int role = 0; role < 3; role++) pthread_join(threads[role], NULL);
    if (atomic_load(&content) == INSTANCE) end();
    assert(freed == made);
}
