#include "LayoutCHTTP.h"
#include "connections.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int layout_http_listen(uint16_t *port) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return -1;
    // A client that is gone before it is accepted would block all other ones; programs started from here do not need
    // the socket.
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    // A port that was served a moment ago may be had again.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t count = sizeof address;
    if (bind(descriptor, (struct sockaddr *)&address, count) == 0 && listen(descriptor, 64) == 0 &&
        getsockname(descriptor, (struct sockaddr *)&address, &count) == 0) {
        *port = ntohs(address.sin_port);
        return descriptor;
    }
    int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

bool layout_http_is_gone(int connection) {
    char byte;
    return connection >= 0 && recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

// The library is loaded when a server is started, and not with the program: it brings ten more along, which every other
// command would wait for. Its header declares its functions. If the header is missing, there is no server, and
// everything else is built as usual.
#if __has_include(<microhttpd.h>)

#include <dlfcn.h>
#include <math.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const libraries[] = {
#ifdef __APPLE__
    "libmicrohttpd.12.dylib",
    "/opt/homebrew/lib/libmicrohttpd.12.dylib",
    "/usr/local/lib/libmicrohttpd.12.dylib",
#else
    "libmicrohttpd.so.12",
#endif
};

#define FUNCTIONS(DO) \
    DO(start_daemon) \
    DO(stop_daemon) \
    DO(get_connection_values) \
    DO(get_connection_info) \
    DO(create_response_from_buffer) \
    DO(add_response_header) \
    DO(queue_response) \
    DO(destroy_response)

static struct {
#define DECLARE(name) __typeof__(MHD_##name) *name;
    FUNCTIONS(DECLARE)
} library;

static bool is_loaded;

static void load(void) {
    void *handle = NULL;
    for (size_t index = 0; handle == NULL && index < sizeof libraries / sizeof *libraries; index++)
        handle = dlopen(libraries[index], RTLD_NOW | RTLD_LOCAL);
    is_loaded = handle != NULL;
#define LOAD(name) is_loaded = is_loaded && (library.name = (__typeof__(library.name))dlsym(handle, "MHD_" #name));
    FUNCTIONS(LOAD)
}

struct LayoutHTTPServer {
    struct MHD_Daemon *daemon;
    LayoutHTTPHandler handler;
    void *context;
    size_t body_limit;
    struct Connections connections;
};

struct LayoutHTTPReply {
    unsigned status;
    struct MHD_Response *response;
};

/// The state of a request while it arrives.
struct Exchange {
    char *target;
    bool has_begun;
    unsigned char *body;
    size_t count;
    bool is_too_large;
};

/// Tells the connections of one that comes or goes.
static void meet(
    void *context, struct MHD_Connection *connection, void **guest, enum MHD_ConnectionNotificationCode code) {
    LayoutHTTPServer *server = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        connections_leave(&server->connections, *guest);
        *guest = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        library.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info != NULL) *guest = connections_enter(&server->connections, info->connect_fd);
}

static void note(LayoutHTTPServer *server, struct MHD_Connection *connection, bool is_waiting, double patiences) {
    const union MHD_ConnectionInfo *info =
        library.get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct Connections *connections = &server->connections;
    double seconds = patiences * connections->patience;
    if (info != NULL) connections_note(connections, info->socket_context, is_waiting, seconds);
}

static void *begin(void *, const char *target, struct MHD_Connection *) {
    struct Exchange *exchange = calloc(1, sizeof *exchange);
    if (exchange != NULL) exchange->target = strdup(target);
    return exchange;
}

static void end(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode) {
    note(context, connection, true, 1);
    struct Exchange *exchange = *state;
    *state = NULL;
    if (exchange == NULL) return;
    free(exchange->target);
    free(exchange->body);
    free(exchange);
}

static void take(struct Exchange *exchange, const char *bytes, size_t count, size_t limit) {
    if (exchange->is_too_large) return;
    unsigned char *body = count > limit - exchange->count ? NULL : realloc(exchange->body, exchange->count + count);
    if (body == NULL) {
        exchange->is_too_large = true;
        return;
    }
    memcpy(body + exchange->count, bytes, count);
    exchange->body = body;
    exchange->count += count;
}

static enum MHD_Result write_header(void *stream, enum MHD_ValueKind, const char *name, const char *value) {
    fprintf(stream, "%s: %s\n", name, value == NULL ? "" : value);
    return MHD_YES;
}

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *, const char *method, const char *,
    const char *upload, size_t *upload_count, void **state) {
    LayoutHTTPServer *server = context;
    struct Exchange *exchange = *state;
    if (exchange == NULL || exchange->target == NULL) return MHD_NO;
    // The first call comes before the body.
    if (!exchange->has_begun) {
        exchange->has_begun = true;
        note(server, connection, false, 1);
        return MHD_YES;
    }
    if (*upload_count > 0) {
        take(exchange, upload, *upload_count, server->body_limit);
        *upload_count = 0;
        return MHD_YES;
    }
    char *headers = NULL;
    size_t header_count = 0;
    FILE *stream = open_memstream(&headers, &header_count);
    if (stream == NULL) return MHD_NO;
    library.get_connection_values(connection, MHD_HEADER_KIND, write_header, stream);
    bool has_headers = fclose(stream) == 0;
    LayoutHTTPRequest request = {
        .method = method,
        .target = exchange->target,
        .headers = headers,
        .body = exchange->body,
        .body_count = exchange->count,
        .is_too_large = exchange->is_too_large,
        .connection = -1,
    };
    const union MHD_ConnectionInfo *info =
        library.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info != NULL) request.connection = info->connect_fd;
    LayoutHTTPReply reply = {0};
    // The work may take as long as it needs.
    note(server, connection, false, INFINITY);
    if (has_headers) server->handler(server->context, &request, &reply);
    free(headers);
    if (reply.response == NULL) return MHD_NO;
    note(server, connection, false, 4);
    enum MHD_Result result = library.queue_response(connection, reply.status, reply.response);
    library.destroy_response(reply.response);
    return result;
}

/// Asks the system for as many open files as the connections need, and returns how many connections may be open.
///
/// Each is an open file, and the store needs some as well: without them it could not answer. macOS allows 256 files
/// unless a program asks for more.
static unsigned allow_connections(unsigned wanted) {
    const rlim_t others = 128;
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
    if (files.rlim_cur < wanted + others) {
        struct rlimit more = files;
        more.rlim_cur = files.rlim_max < wanted + others ? files.rlim_max : wanted + others;
        if (setrlimit(RLIMIT_NOFILE, &more) == 0) files = more;
    }
    if (files.rlim_cur >= wanted + others) return wanted;
    return files.rlim_cur > 2 * others ? (unsigned)(files.rlim_cur - others) : (unsigned)(files.rlim_cur / 2);
}

/// Places beyond the limit, for connections that come while the longest waiting ones leave.
static const unsigned spare_places = 256;

LayoutHTTPServer *layout_http_start(
    int descriptor, LayoutHTTPLimits limits, LayoutHTTPHandler handler, void *context, LayoutHTTPFailure *failure) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *failure = is_loaded ? LayoutHTTPFailureNoServer : LayoutHTTPFailureNoLibrary;
    LayoutHTTPServer *server = is_loaded ? calloc(1, sizeof *server) : NULL;
    if (server == NULL) {
        close(descriptor);
        return NULL;
    }
    server->handler = handler;
    server->context = context;
    server->body_limit = limits.body;
    unsigned places = allow_connections((limits.is_for_many ? 2000 : 64) + spare_places);
    if (!connections_start(
            &server->connections, places > 2 * spare_places ? places - spare_places : (places + 1) / 2,
            limits.patience)) {
        close(descriptor);
        free(server);
        return NULL;
    }
    // Few connections have a thread each: a long search on one keeps no other waiting. How descriptors are watched is
    // left to the library: it would else be select, which takes none beyond 1,023.
    server->daemon = library.start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC | MHD_USE_AUTO |
            (limits.is_for_many ? 0 : MHD_USE_THREAD_PER_CONNECTION),
        0, NULL, NULL, answer, server, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)descriptor, MHD_OPTION_CONNECTION_LIMIT,
        places, MHD_OPTION_URI_LOG_CALLBACK, begin, NULL, MHD_OPTION_NOTIFY_COMPLETED, end, server,
        MHD_OPTION_NOTIFY_CONNECTION, meet, server,
        // 0 threads would be refused.
        limits.is_for_many ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, 8u, MHD_OPTION_END);
    if (server->daemon == NULL) {
        connections_stop(&server->connections);
        close(descriptor);
        free(server);
        return NULL;
    }
    *failure = LayoutHTTPFailureNone;
    return server;
}

void layout_http_stop(LayoutHTTPServer *server) {
    library.stop_daemon(server->daemon);
    connections_stop(&server->connections);
    free(server);
}

void layout_http_reply(LayoutHTTPReply *reply, unsigned status, const void *body, size_t count) {
    if (reply->response != NULL) return;
    reply->status = status;
    // The library does not write to what it copies.
    reply->response = library.create_response_from_buffer(count, (void *)body, MHD_RESPMEM_MUST_COPY);
}

void layout_http_add_header(LayoutHTTPReply *reply, const char *name, const char *value) {
    if (reply->response != NULL) library.add_response_header(reply->response, name, value);
}

#else

LayoutHTTPServer *layout_http_start(
    int descriptor, LayoutHTTPLimits, LayoutHTTPHandler, void *, LayoutHTTPFailure *failure) {
    close(descriptor);
    *failure = LayoutHTTPFailureNotBuilt;
    return (LayoutHTTPServer *)0;
}

void layout_http_stop(LayoutHTTPServer *) {}

void layout_http_reply(LayoutHTTPReply *, unsigned, const void *, size_t) {}

void layout_http_add_header(LayoutHTTPReply *, const char *, const char *) {}

#endif
