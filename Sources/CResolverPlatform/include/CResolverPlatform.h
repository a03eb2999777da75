// What Swift cannot express on every platform that the library supports: atomic words, plain memory, a lock that exists before
// any code runs, the bounds of a thread's stack, and a thread-local pointer. Only the module Resolver imports this header, and
// no code that is inlined into clients uses it.

#ifndef RESOLVER_PLATFORM_H
#define RESOLVER_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Atomic words

/// Reads a word; the reader then sees everything that was written before the word was stored.
static inline uintptr_t resolver_load(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Reads a word in the one total order of all exchanges.
static inline uintptr_t resolver_load_in_order(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

/// Writes a word; a thread that reads the new value then sees everything that was written before.
static inline void resolver_store(uintptr_t *_Nonnull word, uintptr_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Writes a word in the one total order of all exchanges, and returns its former value.
static inline uintptr_t resolver_exchange(uintptr_t *_Nonnull word, uintptr_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

/// Writes a word, in the same order, if it has the expected value; returns whether it had that value.
static inline bool resolver_replace(uintptr_t *_Nonnull word, uintptr_t expected, uintptr_t value) {
    return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// MARK: Memory

/// Memory with a stricter alignment than `malloc` gives; NULL if there is no memory.
void *_Nullable resolver_allocate_aligned(size_t size, size_t alignment);

/// Memory of a size and an alignment, which `resolver_free` gives back; traps if there is no memory.
///
/// Swift's own allocation asks the system for aligned memory even where `malloc` aligns well enough. That takes three times as
/// long.
static inline void *_Nonnull resolver_allocate(size_t size, size_t alignment) {
    // Not the functions of <stdlib.h>: that header has types of threads, which would then count as this module's in everything
    // that is built with it.
    void *memory = alignment <= _Alignof(max_align_t) ? __builtin_malloc(size) : resolver_allocate_aligned(size, alignment);
    if (memory == NULL) __builtin_trap();
    return memory;
}

static inline void resolver_free(void *_Nonnull memory) { __builtin_free(memory); }

// MARK: The process

/// The words that every resolution reads first, and other words of the process; see ProcessState.swift.
///
/// They are in C, as Swift would initialise them at their first use, and check that at each use.
extern uintptr_t resolver_process_words[64];

static inline uintptr_t *_Nonnull resolver_process_word(int index) { return &resolver_process_words[index]; }

// MARK: The lock

/// Takes the library's one lock; returns 0, or an error number if the thread has the lock already.
int resolver_lock(void);

void resolver_unlock(void);

/// Waits until `resolver_wake_all` is called, or for a number of seconds; a negative number means for ever.
///
/// The lock is released during the wait.
void resolver_wait(long seconds);

/// Wakes all threads that wait.
void resolver_wake_all(void);

// MARK: Threads

/// The pointer that the calling thread has stored with `resolver_thread_set`; null if there is none.
extern _Thread_local void *_Nullable resolver_thread;

static inline void *_Nullable resolver_thread_get(void) { return resolver_thread; }

/// Stores a pointer for the calling thread; when the thread ends, `end` is called with the pointer.
///
/// The destructor of another thread-local value may resolve after that. It then finds no pointer, and stores a new one.
void resolver_thread_set(void *_Nonnull value, void (*_Nonnull end)(void *_Nonnull value));

/// The lowest address of the calling thread's stack, and the address after its highest; false if the system does not tell.
bool resolver_stack_bounds(uintptr_t *_Nonnull low, uintptr_t *_Nonnull high);

/// The current position in the stack.
///
/// It is not the address of a local variable, as sanitizers and async functions keep local variables elsewhere.
static inline uintptr_t resolver_stack_position(void) { return (uintptr_t)__builtin_frame_address(0); }

#endif
