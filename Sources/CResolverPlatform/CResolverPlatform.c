#define _GNU_SOURCE
#include "CResolverPlatform.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

// The registration hook has not run yet (1); the depth limit is 100.
uintptr_t resolver_process_words[5] = {1 | (uintptr_t)100 << 8, 0, 0, 0, 0};

_Thread_local void *resolver_thread;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void (*ending)(void *);

static void end(void *value) {
    resolver_thread = NULL;
    __atomic_load_n(&ending, __ATOMIC_RELAXED)(value);
}

static void make_key(void) { pthread_key_create(&key, end); }

void resolver_thread_set(void *value, void (*function)(void *)) {
    __atomic_store_n(&ending, function, __ATOMIC_RELAXED);
    pthread_once(&once, make_key);
    // The key only calls `end`; reading the thread-local variable is faster.
    pthread_setspecific(key, value);
    resolver_thread = value;
}

void *resolver_allocate_aligned(size_t size, size_t alignment) {
    void *memory = NULL;
    return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

bool resolver_stack_bounds(uintptr_t *low, uintptr_t *high) {
#if defined(__APPLE__)
    uintptr_t top = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    size_t size = pthread_get_stacksize_np(pthread_self());
    if (size == 0 || top <= size) return false;
    *low = top - size;
    *high = top;
    return true;
#else
    pthread_attr_t attributes;
    void *base = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
    bool known = pthread_attr_getstack(&attributes, &base, &size) == 0 && base != NULL && size > 0;
    pthread_attr_destroy(&attributes);
    if (!known) return false;
    *low = (uintptr_t)base;
    *high = (uintptr_t)base + size;
    return *high > *low;
#endif
}
