// Each is 0, or the line of what was otherwise.
#ifndef CAPPLESOURCES_H
#define CAPPLESOURCES_H

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

#ifdef __cplusplus
}
#endif
#endif
