#include "connections.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Its thread finds out, and closes it. Under the lock the descriptor is still its own.
static void end(struct Connections *connections, struct Guest *guest) {
    guest->has_ended = true;
    connections->ended++;
    shutdown(guest->descriptor, SHUT_RDWR);
}

static void *watch(void *context) {
    struct Connections *connections = context;
    pthread_mutex_lock(&connections->lock);
    while (!connections->is_stopping) {
        if (LIST_EMPTY(&connections->guests)) {
            pthread_cond_wait(&connections->changed, &connections->lock);
            continue;
        }
        // If the system's clock is set, a pause is only longer or shorter.
        double wake = now(CLOCK_REALTIME) + connections->patience / 8;
        struct timespec pause = {.tv_sec = (time_t)wake, .tv_nsec = (long)((wake - (double)(time_t)wake) * 1e9)};
        pthread_cond_timedwait(&connections->changed, &connections->lock, &pause);
        double time = now(CLOCK_MONOTONIC);
        struct Guest *guest;
        LIST_FOREACH(guest, &connections->guests, link)
            if (!guest->has_ended && time > guest->deadline) end(connections, guest);
    }
    pthread_mutex_unlock(&connections->lock);
    return NULL;
}

bool connections_start(struct Connections *connections, unsigned limit, double patience) {
    *connections = (struct Connections){.limit = limit, .patience = patience};
    pthread_mutex_init(&connections->lock, NULL);
    pthread_cond_init(&connections->changed, NULL);
    return pthread_create(&connections->watcher, NULL, watch, connections) == 0;
}

void connections_stop(struct Connections *connections) {
    pthread_mutex_lock(&connections->lock);
    connections->is_stopping = true;
    pthread_cond_signal(&connections->changed);
    pthread_mutex_unlock(&connections->lock);
    pthread_join(connections->watcher, NULL);
    pthread_cond_destroy(&connections->changed);
    pthread_mutex_destroy(&connections->lock);
}

/// Ends the connection that has waited longest.
static void make_room(struct Connections *connections) {
    struct Guest *longest = NULL, *guest;
    LIST_FOREACH(guest, &connections->guests, link)
        if (!guest->has_ended && guest->is_waiting && (longest == NULL || guest->since < longest->since))
            longest = guest;
    if (longest != NULL) end(connections, longest);
}

static void begin(struct Guest *guest, bool is_waiting, double seconds) {
    guest->is_waiting = is_waiting;
    guest->since = now(CLOCK_MONOTONIC);
    guest->deadline = guest->since + seconds;
}

/// Beyond this number of connections that are ending, new ones wait a moment.
static const unsigned crowd = 64;

struct Guest *connections_enter(struct Connections *connections, int descriptor) {
    struct Guest *guest = calloc(1, sizeof *guest);
    if (guest == NULL) return NULL;
    pthread_mutex_lock(&connections->lock);
    if (connections->count >= connections->limit) make_room(connections);
    guest->descriptor = descriptor;
    begin(guest, true, connections->patience);
    LIST_INSERT_HEAD(&connections->guests, guest, link);
    connections->count++;
    bool is_crowded = connections->ended > crowd;
    pthread_cond_signal(&connections->changed);
    pthread_mutex_unlock(&connections->lock);
    // Threads of ending connections need a moment, and leave only after the thread that calls this. If all places are
    // taken, the library closes the newest connection.
    if (is_crowded) nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    return guest;
}

void connections_leave(struct Connections *connections, struct Guest *guest) {
    if (guest == NULL) return;
    pthread_mutex_lock(&connections->lock);
    LIST_REMOVE(guest, link);
    connections->count--;
    if (guest->has_ended) connections->ended--;
    pthread_mutex_unlock(&connections->lock);
    free(guest);
}

void connections_note(struct Connections *connections, struct Guest *guest, bool is_waiting, double seconds) {
    if (guest == NULL) return;
    pthread_mutex_lock(&connections->lock);
    begin(guest, is_waiting, seconds);
    pthread_mutex_unlock(&connections->lock);
}
