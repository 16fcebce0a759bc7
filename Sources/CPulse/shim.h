// libpulse, with the macros that Swift cannot import made constants.
#pragma once

#include <pulse/pulseaudio.h>

static const uint32_t CPulse_invalidIndex = PA_INVALID_INDEX;
static const uint32_t CPulse_serverDecides = (uint32_t) -1;
