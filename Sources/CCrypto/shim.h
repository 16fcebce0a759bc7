// libcrypto: what is needed to decrypt.
#pragma once

#include <openssl/evp.h>
