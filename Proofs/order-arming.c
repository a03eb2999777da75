/* Calling a typed factory while its container is reset, after which the container registers its own overrides again; in the
 * memory order of C11, as on processors with a weak one.
 *
 * Models, of Sources/Resolver/Engine: Frame+Begin.swift (plainDeclaration), Resolver.swift (arm, flags), Table.swift (set).
 *
 * Shown: if a call finds the override dropped, it also finds the container armed, so that it prepares it first (own defect D6).
 *
 * run: -DRESETS=2
 * broken: -DRESETS=1 -DDROPS_FIRST                the overrides are dropped before the container is armed
 * broken: -DRESETS=1 -DWORD=memory_order_relaxed  the call may read old flags
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WORD
#define WORD memory_order_acquire
#endif
#define UNPREPARED 1
#define ARMING 2
#define DECLARED 0
#define OVERRIDE 1

static atomic_int flags = 0, word = OVERRIDE;
static pthread_mutex_t lock;

static void arm(void) {
    int now = atomic_load_explicit(&flags, memory_order_relaxed);
    atomic_store_explicit(&flags, (now + ARMING) | UNPREPARED, memory_order_release);
}

static void *resetter(void *unused) {
    for (int reset = 0; reset < RESETS; reset++) {
        pthread_mutex_lock(&lock);
#ifdef DROPS_FIRST
        atomic_exchange(&word, DECLARED);
        arm();
#else
        arm();
        atomic_exchange(&word, DECLARED);
#endif
        pthread_mutex_unlock(&lock);
        /* Another call prepares the container. */
        pthread_mutex_lock(&lock);
        atomic_exchange(&word, OVERRIDE);
        atomic_store_explicit(&flags, atomic_load(&flags) & ~UNPREPARED, memory_order_release);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *caller(void *unused) {
    int before = atomic_load_explicit(&flags, memory_order_acquire);
    int found = atomic_load_explicit(&word, WORD);
    int after = atomic_load_explicit(&flags, memory_order_acquire);
    if (before == after && !(before & UNPREPARED)) assert(found == OVERRIDE);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_mutex_init(&lock, NULL);
    pthread_create(&threads[0], NULL, resetter, NULL);
    pthread_create(&threads[1], NULL, caller, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
}
