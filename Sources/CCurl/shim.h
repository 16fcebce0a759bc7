// libcurl, with the variadic calls that Swift cannot import made typed.
#pragma once

#include <curl/curl.h>
