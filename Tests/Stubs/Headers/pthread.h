// The part of Apple's header that the library uses, as their SDKs declare it: enough to compile against on Linux. Nothing
// here is linked.

#ifndef STUB_PTHREAD_H
#define STUB_PTHREAD_H

#include <stddef.h>
#include <time.h>

typedef struct _opaque_pthread_t *pthread_t;
typedef unsigned long pthread_key_t;
typedef struct {
    long signature;
    char opaque[8];
} pthread_once_t;

typedef struct {
    long signature;
    char opaque[56];
} pthread_mutex_t;
typedef struct {
    long signature;
    char opaque[8];
} pthread_mutexattr_t;
typedef struct {
    long signature;
    char opaque[40];
} pthread_cond_t;

#define PTHREAD_MUTEX_INITIALIZER {0x32AAABA7, {0}}
#define PTHREAD_COND_INITIALIZER {0x3CB0B1BB, {0}}
#define PTHREAD_MUTEX_ERRORCHECK 1
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}

int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_setspecific(pthread_key_t, const void *);
pthread_t pthread_self(void);
void *pthread_get_stackaddr_np(pthread_t);
size_t pthread_get_stacksize_np(pthread_t);

#endif
