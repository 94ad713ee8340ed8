#define _GNU_SOURCE
#include "CForbidden.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int is(const char *name, const char *other) { return strcmp(name, other) == 0; }

static void *nothing(void *unused) { return unused; }

static long connect_loopback(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    return connect(socket_, (struct sockaddr *)&address, sizeof address);
}

static long bind_loopback(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    return bind(socket_, (struct sockaddr *)&address, sizeof address);
}

// As the kernel denies a deed: -1, with the error of denial.
static long denied(int is_denied) {
    errno = is_denied ? EPERM : 0;
    return is_denied ? -1 : 0;
}

static long core_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) == 0 ? denied(limit.rlim_cur <= 1 && limit.rlim_max <= 1) : 0;
}

static long protect_executable(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

static long start_thread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL);
}

static long attempt_files(const char *name) {
    char byte;
    if (is(name, "open")) return open("/etc/hostname", O_RDONLY);
    if (is(name, "open-for-writing")) return open("/tmp/sandbox-probe", O_WRONLY | O_CREAT, 0600);
    if (is(name, "open-relative")) return syscall(SYS_openat2, AT_FDCWD, ".", NULL, 0);
    if (is(name, "stat")) return access("/", F_OK);
    if (is(name, "unlink")) return unlink("/tmp/sandbox-probe");
    if (is(name, "anonymous-file")) return memfd_create("probe", 0);
    if (is(name, "read-another-descriptor")) return read(STDERR_FILENO, &byte, 1);
    if (is(name, "write-another-descriptor")) return write(3, "x", 1);
    if (is(name, "duplicate-descriptor")) return dup(STDIN_FILENO);
    if (is(name, "descriptor-control")) return fcntl(STDIN_FILENO, F_GETFL);
    if (is(name, "map-file")) return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0) == MAP_FAILED ? -1 : 0;
    if (is(name, "mount")) return mount("none", "/mnt", "tmpfs", 0, "");
    return -2;
}

static long attempt_network(const char *name) {
    if (is(name, "connect")) return connect_loopback();
    if (is(name, "connect-alone")) return connect(STDIN_FILENO, (struct sockaddr *)&(struct sockaddr_un){.sun_family = AF_UNIX}, 2);
    if (is(name, "socket-inet")) return socket(AF_INET, SOCK_DGRAM, 0);
    if (is(name, "socket-unix")) return socket(AF_UNIX, SOCK_STREAM, 0);
    if (is(name, "socket-netlink")) return socket(AF_NETLINK, SOCK_RAW, 0);
    if (is(name, "bind")) return bind_loopback();
    if (is(name, "send")) return send(STDOUT_FILENO, "x", 1, 0);
    if (is(name, "io-uring")) return syscall(SYS_io_uring_setup, 1, NULL);
    return -2;
}

static long attempt_processes(const char *name) {
    char *const none[] = {NULL};
    if (is(name, "fork")) return fork();
    if (is(name, "vfork")) return syscall(SYS_vfork);
    if (is(name, "clone")) return syscall(SYS_clone3, NULL, 0);
    if (is(name, "thread")) return start_thread();
    if (is(name, "exec")) return execve("/bin/true", none, none);
    if (is(name, "ptrace")) return ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    if (is(name, "ptrace-parent")) return ptrace(PTRACE_ATTACH, 1, NULL, NULL);
    if (is(name, "read-another-process")) return syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0);
    if (is(name, "kill")) return kill(1, 0);
    if (is(name, "signal-parent")) return kill(getppid(), 0);
    if (is(name, "process-descriptor")) return syscall(SYS_pidfd_open, 1, 0);
    if (is(name, "unshare")) return unshare(CLONE_NEWUSER);
    if (is(name, "become")) return setuid(0);
    return -2;
}

static long attempt_limits(const char *name) {
    if (is(name, "executable-memory"))
        return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
    if (is(name, "make-executable")) return protect_executable();
    if (is(name, "raise-limit")) return setrlimit(RLIMIT_NOFILE, &(struct rlimit){16, 16});
    if (is(name, "process-control")) return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (is(name, "another-filter")) return syscall(SYS_seccomp, 0, 0, NULL);
    if (is(name, "bpf")) return syscall(SYS_bpf, 0, NULL, 0);
    if (is(name, "dumpable")) return denied(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0);
    if (is(name, "core-limit")) return core_limit();
    if (is(name, "unknown-call")) return syscall(100000);
    return -2;
}

long attempt(const char *name) {
    long (*const groups[])(const char *) = {attempt_files, attempt_network, attempt_processes, attempt_limits};
    for (size_t group = 0; group < sizeof groups / sizeof groups[0]; group++) {
        long result = groups[group](name);
        if (result != -2) return result;
    }
    return -2;
}
