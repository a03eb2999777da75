// Prints how many KB the main thread's stack has, and that of a thread which was given 256 KB.

#include <pthread.h>
#include <stdio.h>

#include "CResolverPlatform.h"

static void *print(void *name) {
    uintptr_t low = 0, high = 0;
    if (!resolver_stack_bounds(&low, &high)) high = low;
    uintptr_t here = (uintptr_t)&low;
    printf("%s: %zu KB%s\n", (const char *)name, (high - low) / 1024, low < here && here < high ? "" : ", and not here");
    return NULL;
}

int main(void) {
    print("main");
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    pthread_create(&thread, &attributes, print, "thread");
    pthread_join(thread, NULL);
}
