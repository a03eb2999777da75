/* Claiming a cell while its owner, a container or a run, is closed or ends; in the memory order of C11, as on processors with
 * a weak one.
 *
 * Models, of Sources/Resolver/Engine: Registration.swift (cell, existingCellInOrder), Frame+Step.swift (claim), Refusal.swift
 * (refusalStep), Frame.swift (frameInMaking), Environment+Closing.swift (beginClosing, cells), TaskRun.swift (refuses, take).
 *
 * Shown: either the closing thread sees the claim, and waits for the instance, or the claiming thread sees that the cell's
 * owner is closed. So no instance is made that nothing closes.
 *
 * run: -DSECTIONS=1
 * run: -DSECTIONS=2
 * broken: -DSECTIONS=2 -DCELL=memory_order_acquire     a cell that was just made may be missed (own defect D231)
 * broken: -DSECTIONS=1 -DCONTENT=memory_order_acquire  a claim may be missed
 * broken: -DSECTIONS=1 -DCLOSED=memory_order_acquire   the claiming thread may not see that the owner is closed
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef CELL
#define CELL memory_order_seq_cst
#endif
#ifndef CONTENT
#define CONTENT memory_order_seq_cst
#endif
#ifndef CLOSED
#define CLOSED memory_order_seq_cst
#endif
#define MAKING 1

static atomic_int cell, content, closed;
static pthread_mutex_t lock;
static int isMade, isSeen;

static int replace(atomic_int *word, int expected, int new) {
    return atomic_compare_exchange_strong(word, &expected, new);
}

static void *maker(void *unused) {
    if (!replace(&cell, 0, 1) || !replace(&content, 0, MAKING)) return NULL;
    if (atomic_load_explicit(&closed, CLOSED)) replace(&content, MAKING, 0); else isMade = 1;
    return NULL;
}

static void *closer(void *unused) {
    pthread_mutex_lock(&lock);
    atomic_exchange(&closed, 1);
    if (SECTIONS == 2) {
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
    }
    if (atomic_load_explicit(&cell, CELL)) isSeen = atomic_load_explicit(&content, CONTENT) == MAKING;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_mutex_init(&lock, NULL);
    pthread_create(&threads[0], NULL, maker, NULL);
    pthread_create(&threads[1], NULL, closer, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(isSeen || !isMade);
}
