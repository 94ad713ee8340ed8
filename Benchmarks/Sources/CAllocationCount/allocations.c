// The program's own malloc: counts, and hands on to the C library's. A definition in the program takes the place of the library's for
// every shared library too, so nothing of the Swift runtime or of Foundation is missed. It costs one addition to a variable of the
// thread, in what is measured as in its floor.
#include "CAllocationCount.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *old);

static _Thread_local unsigned long long requests;

unsigned long long allocation_count(void) { return requests; }

void *malloc(size_t size) {
    requests++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    requests++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    requests++;
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    requests++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment % sizeof(void *) != 0) return EINVAL;
    void *memory = memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

void free(void *old) { __libc_free(old); }
