#ifndef KK_COREAUDIOTYPES_H
#define KK_COREAUDIOTYPES_H
#include <CoreAudioTypes/CoreAudioBaseTypes.h>
#endif
