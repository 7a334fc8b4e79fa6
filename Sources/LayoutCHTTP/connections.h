#ifndef LAYOUT_HTTP_CONNECTIONS_H
#define LAYOUT_HTTP_CONNECTIONS_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/queue.h>

/// An open connection.
struct Guest {
    int descriptor;
    /// Whether it sends nothing, or the head of a request: then it may have to make room.
    bool is_waiting;
    bool has_ended;
    /// When it began what it does, and when that must have ended, in seconds.
    double since, deadline;
    LIST_ENTRY(Guest) link;
};

/// The open connections of a server.
///
/// A client that sends nothing, or one byte now and then, would keep its place forever. Each part of a request has a
/// deadline, and if all places are taken, the connection that has waited longest makes room.
struct Connections {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t watcher;
    LIST_HEAD(, Guest) guests;
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

/// Notes what a connection does now, and the seconds that it may take.
void connections_note(struct Connections *connections, struct Guest *guest, bool is_waiting, double seconds);

#endif
