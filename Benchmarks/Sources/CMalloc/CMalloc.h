// glibc's statistics, which Swift's module of glibc leaves out.
#ifdef __linux__
#include <malloc.h>
#endif
