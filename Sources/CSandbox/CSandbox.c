#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int sandbox_renounce_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int sandbox_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// The numbers are the same on every architecture. Headers of the distribution may be older than its kernel, so the kernel's
// interface is declared here.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

struct landlock_ruleset {
    uint64_t handled_access_fs;
    uint64_t handled_access_net;
    uint64_t scoped;
};

enum { ask_version = 1 };

int sandbox_deny_files_and_network(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, ask_version);
    if (version < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;

    // What is handled and allowed by no rule is denied. Each version of Landlock knows more rights than the one before.
    struct landlock_ruleset rules = {0};
    size_t size = sizeof rules.handled_access_fs;
    int file_rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    rules.handled_access_fs = (UINT64_C(1) << file_rights) - 1;
    if (version >= 4) {
        rules.handled_access_net = 3; // binding and connecting TCP sockets
        size = offsetof(struct landlock_ruleset, scoped);
    }
    if (version >= 6) {
        rules.scoped = 3; // abstract UNIX sockets and signals
        size = sizeof rules;
    }
    long set = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (set < 0) return -1;
    long result = syscall(SYS_landlock_restrict_self, (int)set, 0);
    close((int)set);
    return result == 0 ? (int)version : -1;
}
