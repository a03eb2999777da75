// What the library uses of Apple's header.
#ifndef STUB_TIME_H
#define STUB_TIME_H

struct timespec {
    long tv_sec;
    long tv_nsec;
};

typedef enum { CLOCK_REALTIME = 0 } clockid_t;

int clock_gettime(clockid_t, struct timespec *);

#endif
