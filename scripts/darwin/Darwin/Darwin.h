// A stand-in for the part of Apple's C library that the sources use, so that their Darwin branches can be type-checked
// on Linux: declarations alone, written after the interfaces that the manual pages of macOS describe. The sources use
// nothing that is not declared here. Add a declaration for each new use, with Darwin's types rather than Linux's.
#ifndef LAYOUT_STAND_IN_DARWIN_H
#define LAYOUT_STAND_IN_DARWIN_H

#include <stddef.h>
#include <stdint.h>

// Every declaration has a distinct name in C, so that it does not collide with the system's, which the standard library
// imports.
#define SWIFT(name) __attribute__((swift_name(name)))

#pragma clang assume_nonnull begin

typedef int32_t darwin_pid_t SWIFT("pid_t");
typedef long darwin_ssize_t SWIFT("ssize_t");
typedef int64_t darwin_off_t SWIFT("off_t");
typedef uint16_t darwin_mode_t SWIFT("mode_t");
typedef int32_t darwin_dev_t SWIFT("dev_t");
typedef uint32_t darwin_uid_t SWIFT("uid_t");
typedef uint32_t darwin_gid_t SWIFT("gid_t");
typedef long darwin_time_t SWIFT("time_t");
typedef uint32_t darwin_sigset_t SWIFT("sigset_t");
typedef unsigned int darwin_nfds_t SWIFT("nfds_t");

// errno.h: the numbers are Darwin's where they differ from Linux's.
int darwin_errno_value(void) SWIFT("getter:errno()");
void darwin_set_errno_value(int code) SWIFT("setter:errno(_:)");
enum : int { EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, ENXIO = 6, ENOMEM = 12, EACCES = 13, EEXIST = 17, ENOTDIR = 20,
             EISDIR = 21, EINVAL = 22, EFBIG = 27, ENOSPC = 28, EPIPE = 32, EAGAIN = 35, EDQUOT = 69, ESTALE = 70 };

// fcntl.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_DIRECTORY 0x00100000
// Variadic in C: Darwin's Swift overlay has both of these forms.
int darwin_open(const char *path, int flags) SWIFT("open(_:_:)");
int darwin_open_mode(const char *path, int flags, darwin_mode_t mode) SWIFT("open(_:_:_:)");
#define AT_FDCWD -2
#define AT_EACCESS 0x0010
int darwin_openat(int directory, const char *path, int flags) SWIFT("openat(_:_:_:)");
#define F_SETFD 2
#define FD_CLOEXEC 1
#define F_GETLK 7
#define F_UNLCK 2
#define F_WRLCK 3
struct SWIFT("flock") darwin_flock {
    darwin_off_t l_start, l_len; darwin_pid_t l_pid; short l_type, l_whence;
};
int darwin_fcntl_lock(int descriptor, int command, struct darwin_flock *lock) SWIFT("fcntl(_:_:_:)");
int darwin_fcntl(int descriptor, int command) SWIFT("fcntl(_:_:)");
int darwin_fcntl_value(int descriptor, int command, int value) SWIFT("fcntl(_:_:_:)");

// unistd.h
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
darwin_ssize_t darwin_read(int descriptor, void *_Nullable bytes, size_t count) SWIFT("read(_:_:_:)");
darwin_ssize_t darwin_pread(int descriptor, void *_Nullable bytes, size_t count, darwin_off_t offset)
    SWIFT("pread(_:_:_:_:)");
darwin_ssize_t darwin_write(int descriptor, const void *_Nullable bytes, size_t count) SWIFT("write(_:_:_:)");
int darwin_close(int descriptor) SWIFT("close(_:)");
int darwin_access(const char *path, int mode) SWIFT("access(_:_:)");
int darwin_faccessat(int directory, const char *path, int mode, int flags) SWIFT("faccessat(_:_:_:_:)");
int darwin_chdir(const char *path) SWIFT("chdir(_:)");
int darwin_unlink(const char *path) SWIFT("unlink(_:)");
int darwin_rmdir(const char *path) SWIFT("rmdir(_:)");
int darwin_isatty(int descriptor) SWIFT("isatty(_:)");
int darwin_pipe(int *ends) SWIFT("pipe(_:)");
int darwin_pause(void) SWIFT("pause()");
int darwin_usleep(unsigned int microseconds) SWIFT("usleep(_:)");
darwin_ssize_t darwin_readlink(const char *path, char *bytes, size_t count) SWIFT("readlink(_:_:_:)");
darwin_pid_t darwin_getpid(void) SWIFT("getpid()");
darwin_off_t darwin_lseek(int descriptor, darwin_off_t offset, int origin) SWIFT("lseek(_:_:_:)");
int darwin_fsync(int descriptor) SWIFT("fsync(_:)");
#define SEEK_SET 0
#define _SC_OPEN_MAX 5
#define _SC_NPROCESSORS_ONLN 58
long darwin_sysconf(int name) SWIFT("sysconf(_:)");

// sys/stat.h
struct SWIFT("timespec") darwin_timespec { darwin_time_t tv_sec; long tv_nsec; };
enum : int { CLOCK_REALTIME = 0 };
int darwin_clock_gettime(int clock, struct darwin_timespec *time) SWIFT("clock_gettime(_:_:)");
struct SWIFT("stat") darwin_stat {
    darwin_dev_t st_dev; darwin_mode_t st_mode; uint16_t st_nlink; uint64_t st_ino; darwin_uid_t st_uid;
    darwin_gid_t st_gid; darwin_dev_t st_rdev;
    struct darwin_timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    darwin_off_t st_size; int64_t st_blocks; int32_t st_blksize; uint32_t st_flags, st_gen; int32_t st_lspare;
    int64_t st_qspare[2];
};
#define S_IFMT ((darwin_mode_t)0170000)
#define S_IFIFO ((darwin_mode_t)0010000)
#define S_IFCHR ((darwin_mode_t)0020000)
#define S_IFDIR ((darwin_mode_t)0040000)
#define S_IFBLK ((darwin_mode_t)0060000)
#define S_IFREG ((darwin_mode_t)0100000)
#define S_IFSOCK ((darwin_mode_t)0140000)
#define S_IWUSR ((darwin_mode_t)0000200)
#define S_IWGRP ((darwin_mode_t)0000020)
#define S_IWOTH ((darwin_mode_t)0000002)
int darwin_stat(const char *path, struct darwin_stat *status) SWIFT("stat(_:_:)");
int darwin_lstat(const char *path, struct darwin_stat *status) SWIFT("lstat(_:_:)");
int darwin_fstat(int descriptor, struct darwin_stat *status) SWIFT("fstat(_:_:)");
int darwin_mkdir(const char *path, darwin_mode_t mode) SWIFT("mkdir(_:_:)");

// sys/statvfs.h
struct SWIFT("statvfs") darwin_statvfs {
    unsigned long f_bsize, f_frsize; uint32_t f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail;
    unsigned long f_fsid, f_flag, f_namemax;
};
#define ST_RDONLY 1
int darwin_statvfs(const char *path, struct darwin_statvfs *status) SWIFT("statvfs(_:_:)");

// stdlib.h, string.h, stdio.h
char *_Nullable darwin_getenv(const char *name) SWIFT("getenv(_:)");
char *_Nullable darwin_mkdtemp(char *pattern) SWIFT("mkdtemp(_:)");
char *_Null_unspecified darwin_realpath(const char *path, char *_Nullable bytes) SWIFT("realpath(_:_:)");
void *_Null_unspecified darwin_malloc(size_t count) SWIFT("malloc(_:)");
void darwin_free(void *_Nullable memory) SWIFT("free(_:)");
_Noreturn void darwin_exit(int code) SWIFT("exit(_:)");
_Noreturn void darwin__exit(int code) SWIFT("_exit(_:)");
_Noreturn void darwin_abort(void) SWIFT("abort()");
char *_Null_unspecified darwin_strdup(const char *text) SWIFT("strdup(_:)");
char *_Null_unspecified darwin_strerror(int code) SWIFT("strerror(_:)");
int darwin_rename(const char *from, const char *to) SWIFT("rename(_:_:)");

struct SWIFT("FILE") darwin_FILE { void *_Nullable buffer; char rest[144]; };
struct darwin_FILE *_Null_unspecified darwin_fopen(const char *path, const char *mode) SWIFT("fopen(_:_:)");
int darwin_fclose(struct darwin_FILE *file) SWIFT("fclose(_:)");
size_t darwin_fread(void *_Null_unspecified bytes, size_t size, size_t count, struct darwin_FILE *file)
    SWIFT("fread(_:_:_:_:)");

// regex.h
typedef darwin_off_t darwin_regoff_t SWIFT("regoff_t");
struct SWIFT("regex_t") darwin_regex_t {
    int re_magic; size_t re_nsub; const char *_Null_unspecified re_endp; void *_Null_unspecified re_g;
};
struct SWIFT("regmatch_t") darwin_regmatch_t { darwin_regoff_t rm_so, rm_eo; };
#define REG_EXTENDED 1
int darwin_regcomp(
    struct darwin_regex_t *_Null_unspecified expression, const char *_Null_unspecified pattern, int flags)
    SWIFT("regcomp(_:_:_:)");
size_t darwin_regerror(
    int code, const struct darwin_regex_t *_Null_unspecified expression, char *_Null_unspecified text, size_t size)
    SWIFT("regerror(_:_:_:_:)");
int darwin_regexec(
    const struct darwin_regex_t *_Null_unspecified expression, const char *_Null_unspecified text, size_t count,
    struct darwin_regmatch_t *_Null_unspecified matches, int flags) SWIFT("regexec(_:_:_:_:_:)");
void darwin_regfree(struct darwin_regex_t *_Null_unspecified expression) SWIFT("regfree(_:)");

// dirent.h
struct SWIFT("DIR") darwin_DIR { int descriptor; char rest[60]; };
struct SWIFT("dirent") darwin_dirent {
    uint64_t d_ino, d_seekoff; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024];
};
struct darwin_DIR *_Null_unspecified darwin_opendir(const char *path) SWIFT("opendir(_:)");
int darwin_closedir(struct darwin_DIR *directory) SWIFT("closedir(_:)");
struct darwin_dirent *_Null_unspecified darwin_readdir(struct darwin_DIR *directory) SWIFT("readdir(_:)");

// math.h
double darwin_log(double x) SWIFT("log(_:)");
double darwin_pow(double x, double y) SWIFT("pow(_:_:)");
double darwin_exp(double x) SWIFT("exp(_:)");

// pthread.h
typedef struct darwin__opaque_pthread_t *darwin_pthread_t SWIFT("pthread_t");
struct SWIFT("_opaque_pthread_t") darwin__opaque_pthread_t {
    long signature; void *_Nullable handlers; char opaque[8176];
};
darwin_pthread_t darwin_pthread_self(void) SWIFT("pthread_self()");

// signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define SA_RESTART 0x0002
#define SA_RESETHAND 0x0004
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
union SWIFT("__sigaction_u") darwin___sigaction_u {
    void (*_Null_unspecified __sa_handler)(int);
    void (*_Null_unspecified __sa_sigaction)(int, void *_Null_unspecified, void *_Null_unspecified);
};
struct SWIFT("sigaction") darwin_sigaction {
    union darwin___sigaction_u __sigaction_u; darwin_sigset_t sa_mask; int sa_flags;
};
int darwin_sigaction(
    int signal, const struct darwin_sigaction *_Nullable action, struct darwin_sigaction *_Nullable old)
    SWIFT("sigaction(_:_:_:)");
// A cast in C: Darwin's Swift overlay has it as a variable.
typedef void (*darwin_sig_t)(int) SWIFT("sig_t");
darwin_sig_t darwin_sig_ign(void) SWIFT("getter:SIG_IGN()");
darwin_sig_t _Null_unspecified darwin_signal(int signal, darwin_sig_t _Null_unspecified handler) SWIFT("signal(_:_:)");
int darwin_sigemptyset(darwin_sigset_t *set) SWIFT("sigemptyset(_:)");
int darwin_sigaddset(darwin_sigset_t *set, int signal) SWIFT("sigaddset(_:_:)");
int darwin_sigprocmask(int how, const darwin_sigset_t *_Nullable set, darwin_sigset_t *_Nullable old)
    SWIFT("sigprocmask(_:_:_:)");
int darwin_pthread_sigmask(int how, const darwin_sigset_t *_Nullable set, darwin_sigset_t *_Nullable old)
    SWIFT("pthread_sigmask(_:_:_:)");
int darwin_kill(darwin_pid_t process, int signal) SWIFT("kill(_:_:)");
int darwin_raise(int signal) SWIFT("raise(_:)");

// poll.h
#define POLLIN 0x0001
struct SWIFT("pollfd") darwin_pollfd { int fd; short events; short revents; };
int darwin_poll(struct darwin_pollfd *requests, darwin_nfds_t count, int milliseconds) SWIFT("poll(_:_:_:)");

// sys/ioctl.h: variadic in C.
struct SWIFT("winsize") darwin_winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define TIOCGWINSZ 0x40087468U
int darwin_ioctl(int descriptor, unsigned long request, void *argument) SWIFT("ioctl(_:_:_:)");

// sys/resource.h
struct SWIFT("timeval") darwin_timeval { darwin_time_t tv_sec; int32_t tv_usec; };
struct SWIFT("rusage") darwin_rusage {
    struct darwin_timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
        ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
#define RUSAGE_SELF 0
int darwin_getrusage(int who, struct darwin_rusage *usage) SWIFT("getrusage(_:_:)");

// sys/wait.h, spawn.h: the actions are a pointer here, a structure on Linux.
darwin_pid_t darwin_waitpid(darwin_pid_t process, int *_Nullable status, int options) SWIFT("waitpid(_:_:_:)");
typedef void *darwin_posix_spawn_file_actions_t SWIFT("posix_spawn_file_actions_t");
typedef void *darwin_posix_spawnattr_t SWIFT("posix_spawnattr_t");
int darwin_posix_spawn_file_actions_init(darwin_posix_spawn_file_actions_t _Nullable *_Nonnull actions)
    SWIFT("posix_spawn_file_actions_init(_:)");
int darwin_posix_spawn_file_actions_destroy(darwin_posix_spawn_file_actions_t _Nullable *_Nonnull actions)
    SWIFT("posix_spawn_file_actions_destroy(_:)");
int darwin_posix_spawn_file_actions_addopen(
    darwin_posix_spawn_file_actions_t _Nullable *_Nonnull actions, int descriptor, const char *path, int flags,
    darwin_mode_t mode)
    SWIFT("posix_spawn_file_actions_addopen(_:_:_:_:_:)");
int darwin_posix_spawnp(
    darwin_pid_t *_Nullable process, const char *file,
    const darwin_posix_spawn_file_actions_t _Nullable *_Nullable actions,
    const darwin_posix_spawnattr_t _Nullable *_Nullable attributes, char *const _Nullable *_Nonnull arguments,
    char *const _Nullable *_Nullable environment) SWIFT("posix_spawnp(_:_:_:_:_:_:)");

// sys/utsname.h, sys/sysctl.h
int darwin_sysctlbyname(
    const char *name, void *_Nullable value, size_t *_Nullable size, void *_Nullable newValue, size_t newSize)
    SWIFT("sysctlbyname(_:_:_:_:_:)");

#define PATH_MAX 1024

#pragma clang assume_nonnull end

#endif
