#include "connections.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Its thread finds out, and closes it. Under the lock the descriptor is still its own.
static void end(struct Connections *connections, struct Guest *guest) {
    guest->has_ended = true;
    connections->ended++;
    shutdown(guest->descriptor, SHUT_RDWR);
}

static double deadline(const struct Connections *connections, const struct Guest *guest) {
    switch (guest->phase) {
    case PhaseWaiting:
    case PhaseBody: return guest->since + connections->patience;
    case PhaseSending: return guest->since + 4 * connections->patience;
    case PhaseWorking: break;
    }
    return 1e300;
}

static void *watch(void *context) {
    struct Connections *connections = context;
    pthread_mutex_lock(&connections->lock);
    while (!connections->is_stopping) {
        if (connections->first == NULL) {
            pthread_cond_wait(&connections->changed, &connections->lock);
            continue;
        }
        // If the system's clock is set, a pause is only longer or shorter.
        struct timespec pause;
        clock_gettime(CLOCK_REALTIME, &pause);
        double seconds = connections->patience / 8;
        pause.tv_nsec += (long)((seconds - (long)seconds) * 1e9);
        pause.tv_sec += (long)seconds + pause.tv_nsec / 1000000000;
        pause.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&connections->changed, &connections->lock, &pause);
        double time = now();
        for (struct Guest *guest = connections->first; guest != NULL; guest = guest->next)
            if (!guest->has_ended && time > deadline(connections, guest)) end(connections, guest);
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
    struct Guest *longest = NULL;
    for (struct Guest *guest = connections->first; guest != NULL; guest = guest->next)
        if (!guest->has_ended && guest->phase == PhaseWaiting && (longest == NULL || guest->since < longest->since))
            longest = guest;
    if (longest != NULL) end(connections, longest);
}

/// Beyond this number of connections that are ending, new ones wait a moment.
static const unsigned crowd = 64;

struct Guest *connections_enter(struct Connections *connections, int descriptor) {
    struct Guest *guest = calloc(1, sizeof *guest);
    if (guest == NULL) return NULL;
    pthread_mutex_lock(&connections->lock);
    if (connections->count >= connections->limit) make_room(connections);
    *guest = (struct Guest){
        .descriptor = descriptor, .since = now(), .next = connections->first, .link = &connections->first};
    if (guest->next != NULL) guest->next->link = &guest->next;
    connections->first = guest;
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
    *guest->link = guest->next;
    if (guest->next != NULL) guest->next->link = guest->link;
    connections->count--;
    if (guest->has_ended) connections->ended--;
    pthread_mutex_unlock(&connections->lock);
    free(guest);
}

void connections_note(struct Connections *connections, struct Guest *guest, enum Phase phase) {
    if (guest == NULL) return;
    pthread_mutex_lock(&connections->lock);
    guest->phase = phase;
    guest->since = now();
    pthread_mutex_unlock(&connections->lock);
}
