#include <stddef.h>

/// Runs a function on a stack of its own, in this thread.
void runOnFiber(size_t stackSize, void (*function)(void));

/// Runs a function on a thread of its own.
void runOnThread(size_t stackSize, void (*function)(void));

/// Runs a function below some bytes of stack that are in use.
void runBelow(size_t bytes, void (*function)(void));
