// Calls every function of the C targets, with what they are for and with what they must refuse. Built with clang's check for undefined
// behaviour, which Swift has not, by `scripts/sanitize undefined`; what the check finds ends the program.
#define _GNU_SOURCE
#include "CAnonymousFile.h"
#include "CResolver.h"
#include "CSandbox.h"
#include "CSealedFile.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int calls;

static void check(int holds, const char *text) {
    calls++;
    if (holds) return;
    fprintf(stderr, "wrong: %s\n", text);
    exit(1);
}

// Files in memory

static void read_back(int file, const uint8_t *bytes, size_t count, const char *name) {
    check(file >= 0, name);
    uint8_t *read_bytes = malloc(count + 1);
    size_t filled = 0;
    for (;;) {
        ssize_t received = read(file, read_bytes + filled, count + 1 - filled);
        if (received <= 0) break;
        filled += (size_t)received;
    }
    check(filled == count && memcmp(read_bytes, bytes, count) == 0, "a file in memory holds other bytes");
    check(write(file, "x", 1) < 0, "a sealed file can be written");
    check(ftruncate(file, 0) < 0 || count == 0, "a sealed file can be shortened");
    free(read_bytes);
    close(file);
}

static void files(void) {
    size_t counts[] = {0, 1, 4095, 4096, 4097, (1 << 20) + 3};
    for (size_t index = 0; index < sizeof counts / sizeof counts[0]; index++) {
        uint8_t *bytes = malloc(counts[index] + 1);
        for (size_t position = 0; position < counts[index]; position++) bytes[position] = (uint8_t)(position * 31);
        read_back(sealed_file_of(bytes, counts[index]), bytes, counts[index], "no sealed file");
        read_back(anonymous_file_of(bytes, counts[index]), bytes, counts[index], "no anonymous file");
        free(bytes);
    }
    pid_t child = fork();
    if (child == 0) {
        // No descriptor is left to give; a machine may have a million.
        struct rlimit few = {64, 64};
        setrlimit(RLIMIT_NOFILE, &few);
        while (dup(STDIN_FILENO) >= 0) {}
        _exit(sealed_file_of("x", 1) == -1 && anonymous_file_of("x", 1) == -1 ? 0 : 1);
    }
    int status;
    check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0, "a file without a descriptor");
}

// The resolver, with a server that lies

enum { good, not_found, no_data, cut_off, only_header, pointer_to_itself, too_many_answers, noise, longest, servers };

static size_t reply(int kind, const uint8_t *query, size_t count, uint8_t *message) {
    memcpy(message, query, count);
    message[2] |= 0x80;
    message[3] = 0x80;
    uint8_t *end = message + count;
    const uint8_t record[] = {0xC0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, 4, 3, 'a', 'b', 'c'};
    switch (kind) {
    case not_found: message[3] = 0x83; return count;
    case no_data: return count;
    case only_header: return 12;
    case noise:
        for (size_t index = 12; index < 300; index++) message[index] = (uint8_t)(index * 167 + 13);
        return 300;
    case pointer_to_itself: message[12] = 0xC0; message[13] = 12; return count;
    default: break;
    }
    memcpy(end, record, sizeof record);
    message[7] = 1;
    if (kind == too_many_answers) message[6] = 0xFF;
    if (kind == cut_off) return count + sizeof record - 3;
    if (kind != longest) return count + sizeof record;
    // Longer than there is room for.
    end[10] = 0x0E;
    memset(end + sizeof record, 0, 3584);
    return count + 12 + 0x0E04;
}

static pid_t serve(int kind, int family, uint16_t *port) {
    int socket_ = socket(family, SOCK_DGRAM, 0);
    struct sockaddr_storage address = {.ss_family = (sa_family_t)family};
    if (family == AF_INET) ((struct sockaddr_in *)&address)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    else ((struct sockaddr_in6 *)&address)->sin6_addr = in6addr_loopback;
    socklen_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    if (socket_ < 0 || bind(socket_, (struct sockaddr *)&address, size) != 0) return -1;
    getsockname(socket_, (struct sockaddr *)&address, &size);
    *port = ntohs(family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port : ((struct sockaddr_in6 *)&address)->sin6_port);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        uint8_t query[512], message[8192];
        for (;;) {
            struct sockaddr_storage from;
            socklen_t length = sizeof from;
            ssize_t count = recvfrom(socket_, query, sizeof query, 0, (struct sockaddr *)&from, &length);
            if (count < 12) continue;
            memset(message, 0, sizeof message);
            sendto(socket_, message, reply(kind, query, (size_t)count, message), 0, (struct sockaddr *)&from, length);
        }
    }
    close(socket_);
    return child;
}

static void resolver(void) {
    const uint8_t four[4] = {127, 0, 0, 1};
    const uint8_t six[16] = {[15] = 1};
    uint8_t answer[4096];
    size_t length;
    for (int kind = 0; kind < servers; kind++) {
        for (int family = 0; family < 2; family++) {
            uint16_t port = 0;
            pid_t child = serve(kind, family == 0 ? AF_INET : AF_INET6, &port);
            if (child < 0) continue; // a machine without IPv6
            size_t capacities[] = {sizeof answer, 512, 13};
            for (size_t index = 0; index < 3; index++) {
                length = 0;
                int outcome = cresolver_query(
                    "a.example", 16, family == 0 ? four : six, family == 0 ? 4 : 16, port, kind <= no_data ? 10 : 1, answer, capacities[index], &length);
                check(outcome >= CRESOLVER_ANSWER && outcome <= CRESOLVER_UNUSABLE, "an outcome that has no name");
                if (index == 0 && kind == good) check(outcome == CRESOLVER_ANSWER && length > 12, "a good answer is lost");
                if (index == 0 && (kind == not_found || kind == no_data)) check(outcome == CRESOLVER_NOTHING, "nothing is taken for something");
            }
            kill(child, SIGKILL);
            waitpid(child, NULL, 0);
        }
    }
    char name[2048];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    const char *names[] = {name, "", ".", "..", "a..b", "\\", "\\999.example", "a\\000b.example"};
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++)
        check(
            cresolver_query(names[index], 16, four, 4, 9, 1, answer, sizeof answer, &length) != CRESOLVER_ANSWER, "a name that is none has an answer");
    check(cresolver_query("a.example", 16, four, 5, 9, 1, answer, sizeof answer, &length) == CRESOLVER_UNUSABLE, "an address of five bytes is one");
    check(cresolver_query("a.example", 16, four, 0, 9, 1, answer, sizeof answer, &length) == CRESOLVER_UNUSABLE, "an address of no bytes is one");
}

// Confinement, in a process that ends with it

static void sandbox(void) {
    pid_t child = fork();
    if (child == 0) {
        if (sandbox_renounce_privileges() != 0 || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) _exit(1);
        if (sandbox_forbid_inspection() != 0 || prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0) _exit(2);
        int version = sandbox_deny_files_and_network();
        if (version < 0) _exit(3);
        if (version > 0 && open("/etc/passwd", O_RDONLY) >= 0) _exit(4);
        // Again is no error.
        _exit(sandbox_deny_files_and_network() == version ? 0 : 5);
    }
    int status;
    check(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0, "confinement does not hold");
}

int main(void) {
    files();
    resolver();
    sandbox();
    printf("%d checks\n", calls);
    return 0;
}
