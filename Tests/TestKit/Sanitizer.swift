import Glibc

/// Whether the tests are built with a sanitizer, which makes everything several times as slow.
package enum Sanitizer {
    /// True under the thread or the address sanitizer, whose libraries bring these functions.
    package static let isOn = unsafe dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
