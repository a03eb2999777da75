#include <stddef.h>

/// The bytes that are allocated in this process; 0 where the system does not tell.
size_t testHeapBytes(void);
