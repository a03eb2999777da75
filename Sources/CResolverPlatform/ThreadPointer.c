#include "CResolverPlatform.h"

// The variable is in a file of its own. Swift SDKs for Linux compile C files as for an executable. A file that defines a
// thread-local variable then accesses it in a way that cannot be linked into a shared library, and this file has no access.
_Thread_local void *resolver_thread;
