#ifndef CRESOLVER_H
#define CRESOLVER_H

#include <stddef.h>
#include <stdint.h>

/// How a query ended.
enum {
    /// There is an answer.
    CRESOLVER_ANSWER = 0,
    /// The name or the record does not exist.
    CRESOLVER_NOTHING = 1,
    /// No server answered, or none could say.
    CRESOLVER_UNREACHABLE = 2,
    /// The name cannot be asked for, or the resolver cannot be set up.
    CRESOLVER_UNUSABLE = 3,
};

/// Asks for the records of a name and waits for the answer; for a thread that may block.
///
/// A resolver state is made for the one query, so that calls from several threads do not meet.
///
/// - name: the full name.
/// - type: the number of the record type, 16 for TXT.
/// - server: 4 or 16 bytes of the address of the server to ask, in network order; NULL for those of the system.
/// - port: its port.
/// - seconds: wait for each try, two tries.
/// - answer, capacity: where the message goes.
/// - length: bytes of the message, which may be more than the capacity.
int cresolver_query(
    const char *name, int type, const uint8_t *server, size_t server_length, uint16_t port, int seconds, uint8_t *answer, size_t capacity,
    size_t *length);

#endif
