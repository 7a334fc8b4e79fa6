#include "LayoutCHTTP.h"

#if __has_include(<zlib.h>)

#include <dlfcn.h>
#include <pthread.h>
#include <zlib.h>

// Loaded when a server is started, as libmicrohttpd is. Without it answers are longer.
static struct {
    __typeof__(deflateInit2_) *begin;
    __typeof__(deflate) *deflate;
    __typeof__(deflateEnd) *end;
} library;

static void load(void) {
#ifdef __APPLE__
    void *handle = dlopen("/usr/lib/libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
#endif
    if (handle == NULL) return;
    library.begin = (__typeof__(library.begin))dlsym(handle, "deflateInit2_");
    library.deflate = (__typeof__(library.deflate))dlsym(handle, "deflate");
    library.end = (__typeof__(library.end))dlsym(handle, "deflateEnd");
}

size_t layout_http_compress(const void *bytes, size_t count, int level, void *compressed) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (library.begin == NULL || library.deflate == NULL || library.end == NULL || count > UINT32_MAX) return 0;
    z_stream stream = {
        .next_in = (Bytef *)bytes, .avail_in = (uInt)count, .next_out = compressed, .avail_out = (uInt)count};
    // 16 more than the window's bits: the format is gzip.
    const int window = 15 + 16, memory = 8;
    if (library.begin(&stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, sizeof stream) !=
        Z_OK)
        return 0;
    size_t length = library.deflate(&stream, Z_FINISH) == Z_STREAM_END ? stream.total_out : 0;
    library.end(&stream);
    return length;
}

#else

size_t layout_http_compress(const void *, size_t, int, void *) { return 0; }

#endif
