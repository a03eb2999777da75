#define _GNU_SOURCE
#include "CResolverPlatform.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#if defined(__linux__) && !defined(__GLIBC__) && !defined(__ANDROID__)
#define IS_MUSL 1
#include <sys/resource.h>
#include <unistd.h>
#endif

// At the start, the registration hook has not run (1), and the depth limit is 100. The words that every call reads are the
// first. They have cache lines of their own, which are not lost when another thread writes a word that changes often (word 32,
// see ProcessState.swift).
_Alignas(128) uintptr_t resolver_process_words[64] = {1 | (uintptr_t)100 << 8};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

// Runs before any code of the program. It makes a mutex that reports an error if one thread takes it twice; the default kind
// may hang. Not every system has a static initialiser for such a mutex.
__attribute__((constructor)) static void make_mutex(void) {
    pthread_mutexattr_t attributes;
    if (pthread_mutexattr_init(&attributes) != 0) return;
    if (pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0) pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

// A section takes less than a microsecond, and the system needs several to let a thread sleep and wake. So try for a while
// first: two threads that only answered requests took a quarter longer without.
int resolver_lock(void) {
    for (int turn = 0; turn < 100; turn++) {
        if (pthread_mutex_trylock(&mutex) == 0) return 0;
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
    // Reports an error if this thread has it.
    return pthread_mutex_lock(&mutex);
}

void resolver_unlock(void) { pthread_mutex_unlock(&mutex); }

void resolver_wait(long seconds) {
    if (seconds < 0) {
        pthread_cond_wait(&changed, &mutex);
        return;
    }
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += seconds;
    pthread_cond_timedwait(&changed, &mutex, &deadline);
}

void resolver_wake_all(void) { pthread_cond_broadcast(&changed); }

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
    // The key is there only so that `end` is called when the thread ends; reading the thread-local variable is faster.
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
#if IS_MUSL
    // For the main thread, musl tells only the part of the stack that is in use by now. The stack may grow up to the limit.
    struct rlimit limit;
    if (gettid() == getpid() && getrlimit(RLIMIT_STACK, &limit) == 0) {
        size_t whole = limit.rlim_cur == RLIM_INFINITY ? 8 << 20 : (size_t)limit.rlim_cur;
        if (whole > size && whole < *high) *low = *high - whole;
    }
#endif
    return *high > *low;
#endif
}
