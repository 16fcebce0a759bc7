// What glibc offers and Swift's Glibc module does not import.
#pragma once

#include <iconv.h>
#include <pthread.h>
#include <sys/prctl.h>

// prctl is variadic. Names the calling thread; Linux keeps the first 15 bytes.
static inline void CLinux_nameThread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
