/* Copying a kept instance while it is replaced; in the memory order of C11, as on processors with a weak one.
 *
 * Models, of Sources/Resolver/Engine: Readers.swift (begin, end, awaitReaders), Frame+Step.swift (keptStep), Frame+End.swift
 * (endCopy), InstanceCell.swift (take). References are counted as the runtime does it: adding one has no order, and the thread
 * that drops the last one sees what was done with the object.
 *
 * Shown: no thread reads a value that is freed, or an object that has ended.
 *
 * run: -DREADERS=2
 * broken: -DREADERS=1 -DBEGIN=memory_order_release  the writer sees a beginning reader too late
 * broken: -DREADERS=1 -DLOOK=memory_order_acquire   the reader may find what was replaced, although its mark came too late
 * broken: -DREADERS=1 -DEND=memory_order_relaxed    the mark may end before the copy is made
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BEGIN
#define BEGIN memory_order_seq_cst
#endif
#ifndef LOOK
#define LOOK memory_order_seq_cst
#endif
#ifndef END
#define END memory_order_release
#endif

struct object {
    atomic_int references;
    int field;
};
struct value {
    struct object *object;
};
static atomic_int mark[READERS];
static _Atomic(struct value *) content;

static struct value *make(int field) {
    struct value *value = malloc(sizeof *value);
    value->object = malloc(sizeof *value->object);
    atomic_init(&value->object->references, 1);
    value->object->field = field;
    return value;
}

static void release(struct object *object) {
    if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_release) > 1) return;
    atomic_thread_fence(memory_order_acquire);
    object->field = 0;
    free(object);
}

static void *reader(void *number) {
    atomic_int *own = &mark[(long)number];
    atomic_exchange_explicit(own, 1, BEGIN);
    struct object *copy = atomic_load_explicit(&content, LOOK)->object;
    atomic_fetch_add_explicit(&copy->references, 1, memory_order_relaxed);
    atomic_store_explicit(own, 0, END);
    assert(copy->field != 0);
    release(copy);
    return NULL;
}

static void *writer(void *unused) {
    struct value *old = atomic_exchange(&content, make(2));
    for (int number = 0; number < READERS; number++) {
        while (atomic_load(&mark[number]) != 0) {}
    }
    release(old->object);
    free(old);
    return NULL;
}

int main(void) {
    pthread_t threads[READERS + 1];
    atomic_init(&content, make(1));
    for (long number = 0; number < READERS; number++) pthread_create(&threads[number], NULL, reader, (void *)number);
    pthread_create(&threads[READERS], NULL, writer, NULL);
    for (int number = 0; number <= READERS; number++) pthread_join(threads[number], NULL);
}
