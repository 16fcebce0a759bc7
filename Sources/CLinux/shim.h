// What glibc offers and Swift's Glibc module does not import.
#pragma once

#include <iconv.h>
#include <pthread.h>
