// What Swift cannot say on every platform that the library supports: atomic words, plain memory, a lock that is there before
// any code runs, the stack that a thread runs on, and a thread-local pointer. Only the module Resolver imports it, and no
// code that is inlined into clients uses it.

#ifndef RESOLVER_PLATFORM_H
#define RESOLVER_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Atomic words

/// Reads a word, and sees everything that was written before the word was stored.
static inline uintptr_t resolver_load(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// The same, in the one total order of all exchanges.
static inline uintptr_t resolver_load_in_order(const uintptr_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

/// Writes a word; who reads it sees everything that was written before.
static inline void resolver_store(uintptr_t *_Nonnull word, uintptr_t value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Writes a word in the one total order of all exchanges, and returns what it was.
static inline uintptr_t resolver_exchange(uintptr_t *_Nonnull word, uintptr_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

/// Writes a word if it has the expected value; returns whether it had.
static inline bool resolver_replace(uintptr_t *_Nonnull word, uintptr_t expected, uintptr_t value) {
    return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// MARK: Memory

/// Memory that is aligned as more than most is; NULL where there is none.
void *_Nullable resolver_allocate_aligned(size_t size, size_t alignment);

/// Memory for so many bytes, to be given back with `resolver_free`.
///
/// Swift's own allocation asks the system for aligned memory, also where any memory is aligned as it must be: that takes
/// three times as long.
static inline void *_Nonnull resolver_allocate(size_t size, size_t alignment) {
    // Not those of <stdlib.h>, whose types of threads would then be this module's for all that is built with it.
    void *memory = alignment <= _Alignof(max_align_t) ? __builtin_malloc(size) : resolver_allocate_aligned(size, alignment);
    if (memory == NULL) __builtin_trap();
    return memory;
}

static inline void resolver_free(void *_Nonnull memory) { __builtin_free(memory); }

// MARK: The process

/// What every resolution reads first, and other words of the process, which Swift would make at their first use; see
/// ProcessState.swift.
extern uintptr_t resolver_process_words[64];

static inline uintptr_t *_Nonnull resolver_process_word(int index) { return &resolver_process_words[index]; }

// MARK: The lock

/// Takes the one lock of the library; returns an error's number where the thread has it already.
int resolver_lock(void);

void resolver_unlock(void);

/// Waits for `resolver_wake_all`, or for so many seconds, with the lock released meanwhile. A negative number is for ever.
void resolver_wait(long seconds);

/// Wakes all who wait.
void resolver_wake_all(void);

// MARK: Threads

/// What the thread that calls has stored with `resolver_thread_set`; null if nothing.
extern _Thread_local void *_Nullable resolver_thread;

static inline void *_Nullable resolver_thread_get(void) { return resolver_thread; }

/// Stores a pointer for the thread that calls. `end` is called with it when the thread ends.
///
/// Whatever is resolved after that, by the destructor of another thread-local value, finds nothing stored and stores anew.
void resolver_thread_set(void *_Nonnull value, void (*_Nonnull end)(void *_Nonnull value));

/// The lowest address of the stack that the thread was given and the one past its highest; false if the system does not
/// tell.
bool resolver_stack_bounds(uintptr_t *_Nonnull low, uintptr_t *_Nonnull high);

/// Where the stack is now. Not the address of a local variable: sanitizers and async functions keep those elsewhere.
static inline uintptr_t resolver_stack_position(void) { return (uintptr_t)__builtin_frame_address(0); }

#endif
