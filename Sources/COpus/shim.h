#pragma once
#if __has_include(<opus/opus_multistream.h>)
#include <opus/opus_multistream.h>
#else
#include <opus_multistream.h>
#endif
