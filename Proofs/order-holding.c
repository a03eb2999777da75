/* Holding a registration without a reference, while the table grows and the registration is replaced; in the memory order
 * of C11, as on processors with a weak one.
 *
 * Models, of Sources/Resolver/Engine: Readers.swift (begin, end, awaitReaders), Held.swift (hold, endHold, leave, release),
 * Frame+Lookup.swift (holdReplaced), Registry.swift (publish, change).
 *
 * Shown: no thread uses a registration that is freed, and the one that was replaced is freed in the end.
 *
 * run: -DREADERS=2
 * broken: -DREADERS=1 -DTABLE=memory_order_acquire  the reader may look into the former table, although its mark came too late
 * broken: -DREADERS=1 -DEND=memory_order_relaxed    the mark may end before other threads see the hold
 * broken: -DREADERS=1 -DHOLD_END=memory_order_release  the writer may still see a hold that has ended
 * broken: -DREADERS=1 -DLOOK=memory_order_acquire   a holder that ends its hold may not see that something was left
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef TABLE
#define TABLE memory_order_seq_cst
#endif
#ifndef END
#define END memory_order_release
#endif
#ifndef HOLD_END
#define HOLD_END memory_order_seq_cst
#endif
#ifndef LOOK
#define LOOK memory_order_seq_cst
#endif

struct registration {
    int factory;
};
static atomic_int mark[READERS], isLeft;
static _Atomic(struct registration *) hold[READERS];
/* Two tables; once the second is published, it is the newest. */
static atomic_int newest;
static _Atomic(struct registration *) entry[2];
static pthread_mutex_t lock;
static struct registration *left;
static int freed;

static struct registration *make(int factory) {
    struct registration *new = malloc(sizeof *new);
    new->factory = factory;
    return new;
}

static void end(struct registration *registration) {
    registration->factory = 0;
    free(registration);
}

static int isHeld(struct registration *registration) {
    int isHeld = 0;
    for (int number = 0; number < READERS; number++) isHeld |= atomic_load(&hold[number]) == registration;
    return isHeld;
}

static void releaseLeft(void) {
    struct registration *gone = NULL;
    pthread_mutex_lock(&lock);
    if (left != NULL && !isHeld(left)) {
        gone = left;
        left = NULL;
        freed++;
    }
    if (left == NULL) atomic_exchange(&isLeft, 0);
    pthread_mutex_unlock(&lock);
    if (gone != NULL) end(gone);
}

static void *reader(void *number) {
    long own = (long)number;
    atomic_exchange(&mark[own], 1);
    struct registration *found = atomic_load(&entry[atomic_load_explicit(&newest, TABLE)]);
    atomic_store_explicit(&hold[own], found, memory_order_release);
    atomic_store_explicit(&mark[own], 0, END);
    assert(found->factory != 0);
    atomic_exchange_explicit(&hold[own], NULL, HOLD_END);
    if (atomic_load_explicit(&isLeft, LOOK)) releaseLeft();
    return NULL;
}

static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&entry[1], atomic_load(&entry[0]), memory_order_release);
    atomic_exchange(&newest, 1);
    struct registration *old = atomic_exchange(&entry[1], make(2));
    pthread_mutex_unlock(&lock);
    for (int number = 0; number < READERS; number++) {
        while (atomic_load(&mark[number]) != 0) {}
    }
    if (!isHeld(old)) {
        end(old);
        pthread_mutex_lock(&lock);
        freed++;
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    left = old;
    atomic_exchange(&isLeft, 1);
    pthread_mutex_unlock(&lock);
    releaseLeft();
    return NULL;
}

int main(void) {
    pthread_t threads[READERS + 1];
    pthread_mutex_init(&lock, NULL);
    atomic_init(&entry[0], make(1));
    for (long number = 0; number < READERS; number++) pthread_create(&threads[number], NULL, reader, (void *)number);
    pthread_create(&threads[READERS], NULL, writer, NULL);
    for (int number = 0; number <= READERS; number++) pthread_join(threads[number], NULL);
    assert(freed == 1);
}
