// libcurl, with the variadic calls that Swift cannot import made typed.
#pragma once

#include <curl/curl.h>

// curl_easy_setopt, one for each kind of value.
static inline CURLcode CCurl_setLong(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode CCurl_setString(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode CCurl_setPointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode CCurl_setList(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

// What libcurl calls with received bytes: a piece of the body, or one line of the head.
typedef size_t (*CCurl_receiver)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode CCurl_setReceiver(CURL *easy, CURLoption option, CCurl_receiver value) {
    return curl_easy_setopt(easy, option, value);
}

// What libcurl calls with a socket that it has made.
static inline CURLcode CCurl_setSocketCallback(CURL *easy, curl_sockopt_callback value) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, value);
}

// curl_easy_getinfo, one for each kind of value.
static inline CURLcode CCurl_getString(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, (char **)value);
}
static inline CURLcode CCurl_getLong(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

// The one outcome that the multi interface tells: the transfer that is done, or none; and its result.
static inline CURL *CCurl_nextDone(CURLM *multi, CURLcode *result) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
