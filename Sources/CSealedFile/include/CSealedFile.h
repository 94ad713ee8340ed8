#pragma once

#include <stddef.h>

// Copies bytes into a file that has no name, lives in memory only and can no longer be changed, and returns a descriptor at its
// beginning. Returns -1 where the kernel refuses.
int sealed_file_of(const void *bytes, size_t count);
