#ifndef LAYOUT_HTTP_CONNECTIONS_H
#define LAYOUT_HTTP_CONNECTIONS_H

#include <pthread.h>
#include <stdbool.h>

/// The activity of an open connection.
enum Phase {
    /// Nothing, or it sends the head of a request.
    PhaseWaiting,
    /// It sends the body.
    PhaseBody,
    /// The server works on the answer.
    PhaseWorking,
    /// The answer is being sent.
    PhaseSending,
};

/// An open connection.
struct Guest {
    int descriptor;
    enum Phase phase;
    /// Since when it has been in this phase, in seconds.
    double since;
    bool has_ended;
    struct Guest *next;
    struct Guest **link;
};

/// The open connections of a server.
///
/// A client that sends nothing, or one byte now and then, would keep its place forever. Each part of a request has a
/// deadline, and if all places are taken, the connection that has waited longest makes room.
struct Connections {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t watcher;
    struct Guest *first;
    unsigned count;
    /// Those among them that are ending.
    unsigned ended;
    unsigned limit;
    /// The deadline for a request's head and for its body, in seconds.
    double patience;
    bool is_stopping;
};

/// Begins to watch. Returns whether there is a thread for it.
bool connections_start(struct Connections *connections, unsigned limit, double patience);

/// Ends watching, after the last connection has left.
void connections_stop(struct Connections *connections);

/// Notes a new connection; NULL without memory.
struct Guest *connections_enter(struct Connections *connections, int descriptor);

/// Notes that a connection is about to be closed.
void connections_leave(struct Connections *connections, struct Guest *guest);

void connections_note(struct Connections *connections, struct Guest *guest, enum Phase phase);

#endif
