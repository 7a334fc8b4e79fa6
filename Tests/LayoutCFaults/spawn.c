// Starting a process with limits, which posix_spawn cannot.

#include "LayoutCFaults.h"
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int resource, uint64_t bytes) {
    if (bytes == 0) return;
    struct rlimit value = { bytes, bytes };
    // If it fails the process runs without; the campaign's clock still ends it.
    (void)setrlimit(resource, &value);
}

pid_t layout_spawn(
    const char *program, char *const *arguments, char *const *environment, const char *directory, int input, int output,
    int errors, uint64_t memory_bytes, uint64_t file_bytes) {
    pid_t child = fork();
    if (child < 0) return -errno;
    if (child > 0) return child;
    // Between fork and exec only calls that are safe in a signal handler.
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    signal(SIGPIPE, SIG_DFL);
    struct rlimit noCore = { 0, 0 };
    (void)setrlimit(RLIMIT_CORE, &noCore);
    limit(RLIMIT_AS, memory_bytes);
    limit(RLIMIT_FSIZE, file_bytes);
    if (directory && chdir(directory) != 0) _exit(127);
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) _exit(127);
    execve(program, arguments, environment);
    _exit(127);
}
