#include "CResolver.h"

#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

static int set_server(res_state state, const uint8_t *server, size_t server_length, uint16_t port, struct sockaddr_in6 *six) {
    if (server_length == 4) {
        state->nscount = 1;
        memset(&state->nsaddr_list[0], 0, sizeof state->nsaddr_list[0]);
        state->nsaddr_list[0].sin_family = AF_INET;
        state->nsaddr_list[0].sin_port = htons(port);
        memcpy(&state->nsaddr_list[0].sin_addr, server, 4);
        return 0;
    }
#ifdef __GLIBC__
    if (server_length == 16) {
        memset(six, 0, sizeof *six);
        six->sin6_family = AF_INET6;
        six->sin6_port = htons(port);
        memcpy(&six->sin6_addr, server, 16);
        state->nscount = 1;
        memset(&state->nsaddr_list[0], 0, sizeof state->nsaddr_list[0]);
        state->_u._ext.nsaddrs[0] = six;
        return 0;
    }
#endif
    return -1;
}

int cresolver_query(
    const char *name, int type, const uint8_t *server, size_t server_length, uint16_t port, int seconds, uint8_t *answer, size_t capacity,
    size_t *length) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return CRESOLVER_UNUSABLE;
    state.retrans = seconds;
    state.retry = 2;
    struct sockaddr_in6 six;
    if (server != NULL && set_server(&state, server, server_length, port, &six) != 0) {
        res_nclose(&state);
        return CRESOLVER_UNUSABLE;
    }
    int count = res_nquery(&state, name, ns_c_in, type, answer, (int)capacity);
    int fault = state.res_h_errno;
#ifdef __GLIBC__
    // The address above is not the resolver's to free.
    if (server_length == 16 && server != NULL) state._u._ext.nsaddrs[0] = NULL;
#endif
    res_nclose(&state);
    if (count >= 0) {
        *length = (size_t)count;
        return CRESOLVER_ANSWER;
    }
    switch (fault) {
    case HOST_NOT_FOUND:
    case NO_DATA: return CRESOLVER_NOTHING;
    case NO_RECOVERY: return CRESOLVER_UNUSABLE;
    default: return CRESOLVER_UNREACHABLE;
    }
}
