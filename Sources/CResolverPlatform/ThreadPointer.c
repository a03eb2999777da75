#include "CResolverPlatform.h"

// In a file of its own: built for an executable, as Swift SDKs for Linux have it, a file that defines a thread-local variable
// reaches it in a way that does not link into a shared library.
_Thread_local void *resolver_thread;
