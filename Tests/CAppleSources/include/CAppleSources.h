// Each is 0, or the line of what was otherwise.
#ifndef CAPPLESOURCES_H
#define CAPPLESOURCES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define EXPECT(what) \
    do { \
        if (!(what)) return __LINE__; \
    } while (0)

int CLibraryIsThere(void);
int BytesAreSwapped(void);
int MacTypesAreThere(void);
int ConstantsAnswer(void);
int HostTimeIsThatOfTheSlice(void);
int FlagsAreNumbers(void);
int FormatsAreFilledOut(void);
int StringsWork(void);
int URLsWork(void);
int NumbersWork(void);
int DictionariesWork(void);
int ArraysWork(void);
int DataWork(void);
int PropertyListsWork(void);
int RunLoopsWork(void);
int BundlesWork(void);
int EncodersAreAskedAbout(void);

// What came of a sound that an encoder was to keep at a bit rate.
struct EncodedSound {
    int32_t status;  // of the mode; with an error there is nothing else
    uint32_t packetCount, smallest, largest;
    double bitRate;
    double mostAhead, mostBehind;  // in bits, of a sender at the bit rate
    double signalToNoise;          // of its tones, in decibels
};
int EncoderKeepsItsRate(uint32_t format, uint32_t mode, uint32_t bitRate, struct EncodedSound *result);

#ifdef __cplusplus
}
#endif
#endif
