// Moves the wall clock of a program that is started with this in LD_PRELOAD: by as many seconds as the file named by MOVED_CLOCK holds,
// looked up at every reading. Time since the start of the machine stays, as it does when somebody sets a clock.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t none = 0, *moved = &none;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("MOVED_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *place = mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (place != MAP_FAILED) moved = place;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *moved;
    return (int)result;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec fine;
    if (clock_gettime(CLOCK_REALTIME, &fine) != 0) return -1;
    now->tv_sec = fine.tv_sec;
    now->tv_usec = fine.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}

// A moment to wait for goes to the kernel, whose clock is not moved. What counts from the machine's start is far below any date.
static struct timespec unmoved(struct timespec moment) {
    if (moment.tv_sec > 1000000000) moment.tv_sec -= *moved;
    return moment;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *moment) {
    static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    struct timespec then = unmoved(*moment);
    return real(condition, mutex, &then);
}

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *before) {
    struct itimerspec then = *value;
    if (flags & TFD_TIMER_ABSTIME) then.it_value = unmoved(then.it_value);
    return (int)syscall(SYS_timerfd_settime, timer, flags, &then, before);
}
