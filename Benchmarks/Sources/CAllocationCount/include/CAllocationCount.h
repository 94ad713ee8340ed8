#ifndef C_ALLOCATION_COUNT_H
#define C_ALLOCATION_COUNT_H

/// How often this thread has asked for memory: malloc, calloc, realloc and their aligned kin, whoever called them.
unsigned long long allocation_count(void);

#endif
