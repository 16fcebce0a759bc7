// FFmpeg's decoding libraries, with the macros that Swift cannot import made functions.
#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

// AVERROR() and its relatives are macros with arithmetic in them.
static inline int CFFmpeg_errorEOF(void) { return AVERROR_EOF; }
static inline int CFFmpeg_errorAgain(void) { return AVERROR(EAGAIN); }
static inline int CFFmpeg_errorExit(void) { return AVERROR_EXIT; }
static inline int CFFmpeg_errorMemory(void) { return AVERROR(ENOMEM); }
static inline int CFFmpeg_errorNoDecoder(void) { return AVERROR_DECODER_NOT_FOUND; }
