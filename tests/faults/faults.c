/* Makes the disk fail, or memory run out. Preloaded into a process, it counts the calls that change files below a
   folder, and at the n-th of them fails, fails from then on, or ends the process as a loss of power would. Likewise it
   counts the allocations from some size on, and the n-th of them gets no memory.

   A log tells what has been made to last: at every fsync of a file its content, at every fsync of a folder the
   names in it. Whatever is not in the log is lost with the power; tests/faults/disk.py puts together what is left.
*/
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { COUNT, FAIL_ONCE, FAIL_ON, POWER_OFF };

static char folder[4096];
static long next_fault, calls;
static int mode, error_number, log_file = -1;

void fault_arm(const char *below, long at, int how, int error, int log) {
  snprintf(folder, sizeof folder, "%s", below);
  next_fault = at, mode = how, error_number = error, log_file = log, calls = 0;
}

long fault_calls(void) { return calls; }

static atomic_long allocations, next_refusal;
static size_t least_refused;

/* The n-th allocation of so many bytes or more gets no memory; they are counted from now on. */
void fault_arm_memory(long at, size_t least) {
  allocations = 0;
  next_refusal = at;
  least_refused = least;
}

long fault_allocations(void) { return allocations; }

static int is_refused(size_t size) {
  if (!least_refused || size < least_refused || ++allocations != next_refusal) return 0;
  errno = ENOMEM;
  return 1;
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return is_refused(size) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return is_refused(count * size) ? NULL : __libc_calloc(count, size); }

void *realloc(void *memory, size_t size) { return is_refused(size) ? NULL : __libc_realloc(memory, size); }

void *aligned_alloc(size_t alignment, size_t size) {
  return is_refused(size) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (is_refused(size) || !(*memory = __libc_memalign(alignment, size))) return ENOMEM;
  return 0;
}

static int is_below(const char *path) {
  size_t length = strlen(folder);
  return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static int is_watched(int file) {
  char link[64], path[4096];
  if (!folder[0] || file == log_file) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static void put(const void *data, size_t length) { syscall(SYS_write, log_file, data, length); }

static void put_number(unsigned long number) { put(&number, sizeof number); }

/* Whether this call is to fail. */
static int fails(void) {
  ++calls;
  if (mode == COUNT || calls < next_fault || (mode != FAIL_ON && calls > next_fault)) return 0;
  if (mode == POWER_OFF) kill(getpid(), SIGKILL);
  errno = error_number;
  return 1;
}

static void log_content(int file) {
  struct stat status;
  fstat(file, &status);
  put("F", 1), put_number(status.st_ino), put_number(status.st_size);
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int again = syscall(SYS_openat, AT_FDCWD, link, O_RDONLY);
  char data[65536];
  ssize_t length;
  while ((length = read(again, data, sizeof data)) > 0) put(data, length);
  close(again);
}

static void log_names(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length] = 0;
  put("D", 1), put_number(length), put(path, length);
  DIR *names = opendir(path);
  for (struct dirent *entry; (entry = readdir(names));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    put_number(entry->d_ino), put_number(strlen(entry->d_name)), put(entry->d_name, strlen(entry->d_name));
  }
  put_number(0), put_number(0);
  closedir(names);
}

static void log_synced(int file) {
  struct stat status;
  if (log_file < 0 || fstat(file, &status)) return;
  S_ISDIR(status.st_mode) ? log_names(file) : log_content(file);
}

/* The number of a file may be another's once its last name is gone. */
static void log_gone(const char *path) {
  struct stat status;
  if (log_file >= 0 && !lstat(path, &status) && status.st_nlink == 1) put("U", 1), put_number(status.st_ino);
}

/* The call of the C library itself. */
#define FIND(name) if (!real) real = dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void *data, size_t length) {
  static ssize_t (*real)(int, const void *, size_t);
  FIND("write");
  if (is_watched(file) && fails()) return -1;
  return real(file, data, length);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t at) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  FIND("pwrite");
  if (is_watched(file) && fails()) return -1;
  return real(file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  FIND("pwrite64");
  if (is_watched(file) && fails()) return -1;
  return real(file, data, length, at);
}

int ftruncate(int file, off_t length) {
  static int (*real)(int, off_t);
  FIND("ftruncate");
  if (is_watched(file) && fails()) return -1;
  return real(file, length);
}

int ftruncate64(int file, off64_t length) {
  static int (*real)(int, off64_t);
  FIND("ftruncate64");
  if (is_watched(file) && fails()) return -1;
  return real(file, length);
}

int fsync(int file) {
  static int (*real)(int);
  FIND("fsync");
  if (!is_watched(file)) return real(file);
  if (fails()) return -1;
  log_synced(file);
  return 0;
}

int fdatasync(int file) {
  static int (*real)(int);
  FIND("fdatasync");
  if (!is_watched(file)) return real(file);
  if (fails()) return -1;
  log_synced(file);
  return 0;
}

int rename(const char *from, const char *to) {
  static int (*real)(const char *, const char *);
  FIND("rename");
  if (is_below(from)) {
    if (fails()) return -1;
    log_gone(to);
  }
  return real(from, to);
}

int unlink(const char *path) {
  static int (*real)(const char *);
  FIND("unlink");
  if (is_below(path)) {
    if (fails()) return -1;
    log_gone(path);
  }
  return real(path);
}
