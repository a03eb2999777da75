// The part of Apple's header that the library uses, as their SDKs declare it: enough to compile against on Linux. Nothing
// here is linked.

#ifndef STUB_PTHREAD_H
#define STUB_PTHREAD_H

#include <stddef.h>

typedef struct _opaque_pthread_t *pthread_t;
typedef unsigned long pthread_key_t;
typedef struct {
    long signature;
    char opaque[8];
} pthread_once_t;

#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}

int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_setspecific(pthread_key_t, const void *);
pthread_t pthread_self(void);
void *pthread_get_stackaddr_np(pthread_t);
size_t pthread_get_stacksize_np(pthread_t);

#endif
