// libpulse, with the macros that Swift cannot import made constants.
#pragma once

#include <pulse/pulseaudio.h>
