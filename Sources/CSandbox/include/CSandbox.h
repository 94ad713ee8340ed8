#pragma once

// The parts of confining a process that have no interface of their own in Swift: prctl is variadic, and the C library has no
// functions for Landlock. Each returns -1 where the kernel refuses.

// Gives up gaining privileges by starting programs; a precondition of what follows.
int sandbox_renounce_privileges(void);

// Keeps the process's memory from core dumps and from other processes of the same user.
int sandbox_forbid_inspection(void);

// Takes from the process all rights to files, to TCP ports and to processes outside (Landlock), as far as this kernel can. Returns
// the kernel's Landlock version, 0 where it has no Landlock.
int sandbox_deny_files_and_network(void);
