#include "Fibers.h"
#include <alloca.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

void runOnFiber(size_t stackSize, void (*function)(void)) {
    ucontext_t caller, fiber;
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = malloc(stackSize);
    fiber.uc_stack.ss_size = stackSize;
    fiber.uc_link = &caller;
    makecontext(&fiber, function, 0);
    swapcontext(&caller, &fiber);
    free(fiber.uc_stack.ss_sp);
}

static void *start(void *function) {
    ((void (*)(void))function)();
    return NULL;
}

void runOnThread(size_t stackSize, void (*function)(void)) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stackSize);
    if (pthread_create(&thread, &attributes, start, (void *)function) != 0) abort();
    pthread_join(thread, NULL);
}

__attribute__((noinline)) void runBelow(size_t bytes, void (*function)(void)) {
    volatile char *used = alloca(bytes);
    for (size_t index = 0; index < bytes; index += 1024) used[index] = 1;
    function();
    used[0] = 2;
}
