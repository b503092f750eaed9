// The constants of CAF files that are used for markers in all file types.
#ifndef KK_CAFFILE_H
#define KK_CAFFILE_H

#include <AudioToolbox/AudioFile.h>

KK_CONSTANTS(UInt32) {
    kCAFMarkerType_Generic = 0,
    kCAFMarkerType_ProgramStart = 'pbeg',
    kCAFMarkerType_ProgramEnd = 'pend',
    kCAFMarkerType_TrackStart = 'tbeg',
    kCAFMarkerType_TrackEnd = 'tend',
    kCAFMarkerType_Index = 'indx',
    kCAFMarkerType_RegionStart = 'rbeg',
    kCAFMarkerType_RegionEnd = 'rend',
    kCAFMarkerType_RegionSyncPoint = 'rsyc',
    kCAFMarkerType_SelectionStart = 'sbeg',
    kCAFMarkerType_SelectionEnd = 'send',
    kCAFMarkerType_EditSourceBegin = 'cbeg',
    kCAFMarkerType_EditSourceEnd = 'cend',
    kCAFMarkerType_EditDestinationBegin = 'dbeg',
    kCAFMarkerType_EditDestinationEnd = 'dend',
    kCAFMarkerType_SustainLoopStart = 'slbg',
    kCAFMarkerType_SustainLoopEnd = 'slen',
    kCAFMarkerType_ReleaseLoopStart = 'rlbg',
    kCAFMarkerType_ReleaseLoopEnd = 'rlen',
    kCAFMarkerType_SavedPlayPosition = 'sply',
    kCAFMarkerType_Tempo = 'tmpo',
    kCAFMarkerType_TimeSignature = 'tsig',
    kCAFMarkerType_KeySignature = 'ksig'
};

// The time code type of a list of markers: larger by one than SMPTETimeType.
KK_CONSTANTS(UInt32) {
    kCAF_SMPTE_TimeTypeNone = 0,
    kCAF_SMPTE_TimeType24 = 1,
    kCAF_SMPTE_TimeType25 = 2,
    kCAF_SMPTE_TimeType30Drop = 3,
    kCAF_SMPTE_TimeType30 = 4,
    kCAF_SMPTE_TimeType2997 = 5,
    kCAF_SMPTE_TimeType2997Drop = 6,
    kCAF_SMPTE_TimeType60 = 7,
    kCAF_SMPTE_TimeType5994 = 8,
    kCAF_SMPTE_TimeType60Drop = 9,
    kCAF_SMPTE_TimeType5994Drop = 10,
    kCAF_SMPTE_TimeType50 = 11,
    kCAF_SMPTE_TimeType2398 = 12
};

#endif
