#ifndef LAYOUT_C_HTTP_H
#define LAYOUT_C_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A request. The memory it points to is valid until the request is answered.
typedef struct LayoutHTTPRequest {
    const char *_Nonnull method;
    /// The path and the query as they were sent, not decoded.
    const char *_Nonnull target;
    /// A line “name: value” for each header.
    const char *_Nonnull headers;
    const unsigned char *_Nullable body;
    size_t body_count;
    /// Whether the body was longer than the limit; it was not kept then.
    bool is_too_large;
    /// The connection, for `layout_http_is_gone`; -1 if it is unknown.
    int connection;
} LayoutHTTPRequest;

/// The answer to a request, filled in by the handler through `layout_http_reply`.
typedef struct LayoutHTTPReply LayoutHTTPReply;

typedef void (*LayoutHTTPHandler)(
    void *_Nonnull context, const LayoutHTTPRequest *_Nonnull request, LayoutHTTPReply *_Nonnull reply);

/// A server that is running.
typedef struct LayoutHTTPServer LayoutHTTPServer;

/// Why a server could not be started.
typedef enum LayoutHTTPFailure {
    LayoutHTTPFailureNone,
    /// The program was built without the header of libmicrohttpd.
    LayoutHTTPFailureNotBuilt,
    /// The library is not there.
    LayoutHTTPFailureNoLibrary,
    /// It is, and does not start.
    LayoutHTTPFailureNoServer,
} LayoutHTTPFailure;

/// Listens at a port of 127.0.0.1; 0 is replaced by a free one. Returns the descriptor, or -1 with `errno`.
int layout_http_listen(uint16_t *_Nonnull port);

/// The limits of a server.
typedef struct LayoutHTTPLimits {
    /// The bytes of a body that are kept.
    size_t body;
    /// Whether many connections are answered on a few threads; else each has one.
    bool is_for_many;
    /// The seconds in which the head of a request must arrive, and its body. An answer may take four times as long.
    double patience;
} LayoutHTTPLimits;

/// Begins to serve the connections to a descriptor, and takes ownership of it; it is closed if there is no server. The
/// handler is called on any thread, on several at a time.
LayoutHTTPServer *_Nullable layout_http_start(
    int descriptor, LayoutHTTPLimits limits, LayoutHTTPHandler _Nonnull handler, void *_Nonnull context,
    LayoutHTTPFailure *_Nonnull failure);

/// Waits for the handlers that are at work, and lets go of the port and the server.
void layout_http_stop(LayoutHTTPServer *_Nonnull server);

/// Sets the answer; the body is copied. A second call does nothing.
void layout_http_reply(
    LayoutHTTPReply *_Nonnull reply, unsigned status, const void *_Nullable body, size_t count);

/// Compresses bytes in the format gzip, into as much memory as they take. Returns the length; 0 if that would not be
/// less, or zlib is missing. The level is zlib's, from 1 to 9.
size_t layout_http_compress(const void *_Nonnull bytes, size_t count, int level, void *_Nonnull compressed);

/// Whether the client of a request that is being answered has closed its connection.
bool layout_http_is_gone(int connection);

/// Adds a header to the answer, after `layout_http_reply`.
void layout_http_add_header(
    LayoutHTTPReply *_Nonnull reply, const char *_Nonnull name, const char *_Nonnull value);

#endif
