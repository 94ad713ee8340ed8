#pragma once

// Makes one system call, or a few in a row, that a confined process must not make. Returns what the last gave, and -2 for a name that is
// not known here.
long attempt(const char *name);
