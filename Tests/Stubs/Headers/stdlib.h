// What the library uses of Apple's header.
#include <stddef.h>

int posix_memalign(void **memory, size_t alignment, size_t size);
